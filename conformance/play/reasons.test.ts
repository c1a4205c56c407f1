import { describe, expect, it } from 'vitest';
import { graded, type TargetChanges, verdictsIn } from '../testing/graded.ts';
import { routes, type Script, type Scripted, submissionsIn } from '../testing/scripted-server.ts';

const fine: Script = routes({ '/v1/thing': { json: { id: 'thing_1' } } });
const CHECK = '{id: one, call: GET /v1/thing, expect: {FIRST-RULE: {status: 200}}}';

function scenario(steps: string, head = 'about: this'): string {
  return `scenario: a/b\ncovers: [FIRST-RULE]\n${head}\nsteps: [${steps}]\n`;
}

const SAMPLED = 'arms: [{name: sampled, repeat: {times: 3, stop_when: all_classes_seen}, unseen: inconclusive}]';
const CLASSES = `{id: one, call: GET /v1/thing, classify: {
  yes: {when: {status: 200}, expect: {SECOND-RULE: {status: 200}}},
  no: {when: {status: 409}, expect: {FIRST-RULE: {body.id: thing_1}}}}}`;
const STRONG = '{name: strong, needs: [driver.clock]}';
const POLL = `{poll: GET /v1/thing, until: {body.id: other}, pace: 20ms, deadline: {after: 60ms, else: inconclusive},
  expect: {FIRST-RULE: {status: 200}}}`;
const CONFLICT = CHECK.replace('{status', '{if: "one.status == 409", status');
const withStep = (more: string) => CHECK.replace('{', `{${more}, `);
const occasion = (status: number) => CONFLICT.replace('{', `{occasion: "one.status == ${status}", `);
const answering = (path: string, answer: Scripted): Script =>
  routes({ '/v1/thing': { json: { id: 'thing_1' } }, [path]: answer });

type Case = { steps?: string; head?: string; target?: TargetChanges; script?: Script };
/** Why a rule could not be tested, by reason. */
const CASES: Record<string, Case> = {
  'needs-clock: the wait is too long': { steps: `{wait: {for: 2h}}, ${CHECK}` },
  'needs-clock: an arm that runs nothing says so': {
    head: `arms: [${STRONG}, {name: none, verdict: inconclusive, reason: needs-clock}]`,
  },
  'needs-clock: no arm has what it needs': { head: `arms: [${STRONG}]` },
  'needs-receiver: a driver of webhooks is required': { head: 'requires: {drivers: [webhooks]}' },
  'needs-receiver: no endpoint can be registered': { steps: `{hook: sink}, ${CHECK}` },
  'needs-key: a key is required': { head: 'requires: {keys: [second]}' },
  'needs-key: a step sends a key that does not exist': { steps: withStep('key: second') },
  'needs-key: there is no key at all': { target: { keys: {} } },
  'needs-tenant: an account of its own is required': { head: 'requires: {drivers: [tenants]}' },
  'needs-driver: a step needs a driver': { steps: `{drive: jobs.release, job: job_1}, ${CHECK}` },
  'needs-driver: a condition asks for a driver': { steps: withStep('if: driver.jobs') },
  'feature-off: a feature is declared off, and the server had no time to show it': {
    head: 'requires: {features: [lists]}',
    target: { features: { lists: 'off' } },
    script: answering('/v1/assets', { status: 503 }),
  },
  'setup: what the check rests on is not so': { steps: `{call: GET /v1/thing, expect: {status: 201}}, ${CHECK}` },
  'setup: what it is about was never answered': { steps: CHECK.replace('status: 200', 'body.id: "${one.body.no}"') },
  'setup: a rule is broken in the set-up': {
    head: 'given: [{call: GET /v1/thing, expect: {SECOND-RULE: {status: 201}}}]',
  },
  'deadline: the answer does not come': { steps: withStep('timeout: 30ms'), script: answering('/v1/thing', 'hang') },
  'deadline: a poll does not come to its end': { steps: POLL },
  'deadline: a wait goes beyond the run': { steps: `{wait: {for: 5m}}, ${CHECK}`, target: { budget: { wall: 5_000 } } },
  'unseen: a class did not come up': { steps: CLASSES, head: SAMPLED },
  'condition: what it is about did not come up': { steps: CONFLICT },
  'no-occasion: nothing came of an occasion that was brought': { steps: occasion(200) },
  'condition: the occasion was not brought': { steps: occasion(201) },
  'budget: the budget of jobs is used up': {
    steps: `{call: POST /v1/skin/analyses}, ${CHECK}`,
    target: { budget: { jobs: 0 } },
  },
};

describe('What could not be tested is inconclusive, with the reason', () => {
  it.each(Object.entries(CASES))('%s', async (why, { steps = CHECK, head, target = {}, script = fine }) => {
    const { report } = await graded(scenario(steps, head), script, { target });
    expect(verdictsIn(report)[0]).toBe(`FIRST-RULE inconclusive ${why.split(':')[0]}`);
    const failed = report.rules.some(({ verdict }) => verdict === 'fail');
    expect([report.conclusion, report.exit_code]).toEqual(failed ? ['non-conformant', 1] : ['incomplete', 3]);
    expect(report.errors).toEqual([]);
  });

  it('sends no submission that exceeds the budget', async () => {
    const { asked, report } = await graded(scenario(`{call: POST /v1/skin/analyses, parallel: 4}, ${CHECK}`), fine, {
      target: { budget: { jobs: 2 } },
    });
    expect(submissionsIn(asked)).toHaveLength(2);
    expect(verdictsIn(report)).toEqual(['FIRST-RULE inconclusive budget']);
  });
});

describe('A fault of the harness', () => {
  it('is an error with its message and exit code 4, and no verdict on the target', async () => {
    const { report } = await graded(scenario('{let: {x: "${fixture(\'unknown\')}"}}', ''), fine);
    expect(verdictsIn(report)).toEqual(['FIRST-RULE error']);
    expect([report.conclusion, report.exit_code]).toEqual(['error', 4]);
    expect(report.errors[0]?.instance).toBe('a/b');
    expect(report.errors[0]?.message).toContain('There is no fixture unknown.');
  });
});
