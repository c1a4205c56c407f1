import { describe, expect, it } from 'vitest';
import { graded, type TargetChanges, verdictsIn } from '../testing/graded.ts';
import { routes, type Script, submissionsIn } from '../testing/scripted-server.ts';

const fine: Script = routes({ '/v1/thing': { json: { id: 'thing_1' } } });
const CHECK = '{id: one, call: GET /v1/thing, expect: {FIRST-RULE: {status: 200}}}';

function scenario(steps: string, head = 'about: this'): string {
  return `scenario: a/b\ncovers: [FIRST-RULE]\n${head}\nsteps: [${steps}]\n`;
}

type Case = readonly [why: string, reason: string, text: string, target?: TargetChanges, script?: Script];

const SAMPLED = `arms: [{name: sampled, repeat: {times: 3, stop_when: all_classes_seen}, unseen: inconclusive}]`;
const CLASSES = `{id: one, call: GET /v1/thing, classify: {
  yes: {when: {status: 200}, expect: {SECOND-RULE: {status: 200}}},
  no: {when: {status: 409}, expect: {FIRST-RULE: {body.id: thing_1}}}}}`;

const CASES: readonly Case[] = [
  ['nobody waits so long', 'needs-clock', scenario(`{wait: {for: 2h}}, ${CHECK}`)],
  [
    'an arm that runs nothing says so',
    'needs-clock',
    scenario(
      CHECK,
      'arms: [{name: strong, needs: [driver.clock]}, {name: none, verdict: inconclusive, reason: needs-clock}]',
    ),
  ],
  ['no arm has what it needs', 'needs-clock', scenario(CHECK, 'arms: [{name: strong, needs: [driver.clock]}]')],
  ['a driver of webhooks is required', 'needs-receiver', scenario(CHECK, 'requires: {drivers: [webhooks]}')],
  ['no endpoint can be registered', 'needs-receiver', scenario(`{hook: sink}, ${CHECK}`)],
  ['a key is required', 'needs-key', scenario(CHECK, 'requires: {keys: [second]}')],
  ['a step sends a key that there is not', 'needs-key', scenario(CHECK.replace('call:', 'key: second, call:'))],
  ['there is no key at all', 'needs-key', scenario(CHECK), { keys: {} }],
  ['an account of its own is required', 'needs-tenant', scenario(CHECK, 'requires: {drivers: [tenants]}')],
  ['a step needs a driver', 'needs-driver', scenario(`{drive: jobs.release, job: job_1}, ${CHECK}`)],
  ['a condition asks for a driver', 'needs-driver', scenario(CHECK.replace('call:', 'if: driver.jobs, call:'))],
  [
    'a feature is declared off, and the server had no time to show it',
    'feature-off',
    scenario(CHECK, 'requires: {features: [lists]}'),
    { features: { lists: 'off' } },
    ({ path }) => (path === '/v1/assets' ? { status: 503 } : { status: 404 }),
  ],
  ['what the check rests on is not so', 'setup', scenario(`{call: GET /v1/thing, expect: {status: 201}}, ${CHECK}`)],
  [
    'what it is about was never answered',
    'setup',
    scenario(CHECK.replace('{status: 200}', '{body.id: "${one.body.no}"}')),
  ],
  [
    'a rule is broken in the set-up',
    'setup',
    scenario(CHECK, 'given: [{call: GET /v1/thing, expect: {SECOND-RULE: {status: 201}}}]'),
  ],
  [
    'the answer does not come',
    'deadline',
    scenario(CHECK.replace('call:', 'timeout: 30ms, call:')),
    {},
    ({ path }) => (path === '/v1/thing' ? 'hang' : { status: 404 }),
  ],
  [
    'a poll does not come to its end',
    'deadline',
    scenario(
      '{poll: GET /v1/thing, until: {body.id: other}, pace: 20ms, deadline: {after: 60ms, else: inconclusive}, expect: {FIRST-RULE: {status: 200}}}',
    ),
  ],
  ['a wait goes beyond the run', 'deadline', scenario(`{wait: {for: 5m}}, ${CHECK}`), { budget: { wall: 5_000 } }],
  ['a class did not come up', 'unseen', scenario(CLASSES, SAMPLED)],
  [
    'what it is about did not come up',
    'condition',
    scenario(CHECK.replace('{status', '{if: "one.status == 409", status')),
  ],
  [
    'nothing came of an occasion that was brought',
    'no-occasion',
    scenario(
      CHECK.replace('{status', '{if: "one.status == 409", status').replace('{', '{occasion: "one.status == 200", '),
    ),
  ],
  [
    'the occasion was not brought',
    'condition',
    scenario(
      CHECK.replace('{status', '{if: "one.status == 409", status').replace('{', '{occasion: "one.status == 201", '),
    ),
  ],
  [
    'the budget of jobs is used up',
    'budget',
    scenario(`{call: POST /v1/skin/analyses}, ${CHECK}`),
    { budget: { jobs: 0 } },
  ],
];

describe('What could not be tested is inconclusive, with the reason', () => {
  const cases = CASES.map(([why, reason, text, target = {}, script = fine]) => ({ why, reason, text, target, script }));

  it.each(cases)('$why: $reason', async ({ reason, text, target, script }) => {
    const { report } = await graded(text, script, { target });
    expect(verdictsIn(report)[0]).toBe(`FIRST-RULE inconclusive ${reason}`);
    expect([report.conclusion, report.exit_code, report.errors]).toEqual([
      report.rules.some(({ verdict }) => verdict === 'fail') ? 'non-conformant' : 'incomplete',
      report.rules.some(({ verdict }) => verdict === 'fail') ? 1 : 3,
      [],
    ]);
  });

  it('sends no submission that the budget does not allow', async () => {
    const { asked, report } = await graded(scenario(`{call: POST /v1/skin/analyses, parallel: 4}, ${CHECK}`), fine, {
      target: { budget: { jobs: 2 } },
    });
    expect(submissionsIn(asked)).toHaveLength(2);
    expect(verdictsIn(report)).toEqual(['FIRST-RULE inconclusive budget']);
  });
});

describe('A fault of the harness', () => {
  it('is an error, with its message and exit code 4, and no verdict on the target', async () => {
    const { report } = await graded(scenario('{let: {x: "${fixture(\'nobody\')}"}}', ''), fine);
    expect(verdictsIn(report)).toEqual(['FIRST-RULE error']);
    expect([report.conclusion, report.exit_code]).toEqual(['error', 4]);
    expect(report.errors[0]?.instance).toBe('a/b');
    expect(report.errors[0]?.message).toContain('There is no fixture nobody.');
  });
});
