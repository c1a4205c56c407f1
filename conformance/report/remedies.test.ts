import { describe, expect, it } from 'vitest';
import { REASONS, type Reason } from '../suite/reasons.ts';
import { graded } from '../testing/graded.ts';
import { routes } from '../testing/scripted-server.ts';
import { remediesFor, remediesIn, remedyOf } from './remedies.ts';
import { rule, sampleReport } from './testing/sample-report.ts';

const hinted = (reason: Reason, detail: string) => ({ reason, hint: `${REASONS[reason]} (${detail})` });

describe('The remedy for an untested rule', () => {
  it('is grouped by cause, those with the most rules first', () => {
    const lacking = (id: string, detail: string) =>
      rule(id, 'core', 'must', 'inconclusive', 'x', hinted('needs-key', detail));
    const rules = [
      lacking('A-SECOND', 'the target gives no key of the role second'),
      lacking('A-LIVE', 'the target gives no live key'),
      lacking('B-LIVE', 'no key of the role live is given'),
    ];
    expect(remediesIn({ rules }).map(({ rules: ids }) => ids)).toEqual([['A-LIVE', 'B-LIVE'], ['A-SECOND']]);
    expect(remediesFor(sampleReport()).map(({ reason, rules: own }) => [reason, own.length])).toEqual([
      ['needs-clock', 3],
      ['needs-key', 1],
      ['needs-receiver', 1],
    ]);
  });

  it.each([
    [
      'needs-key',
      'keys.second: the variable KEY_TWO is not set',
      'set the environment variable KEY_TWO to keys.second',
    ],
    [
      'needs-key',
      'the target gives no primary key',
      /^give the key .* \(--key env:TRYON_KEY_PRIMARY, or keys\.primary/,
    ],
    ['needs-key', 'the primary key was refused: 401 NO_KEY', /^give a key that the server accepts, .* 401 NO_KEY$/],
    ['needs-key', 'a live key spends credits, so nothing', /--live allow, or budget\.live_keys: allow/],
    ['needs-clock', 'a wait of 5040 minutes is too long', /^offer drivers\.clock .*--drivers URL$/],
    ['needs-clock', 'offer drivers.clock, or run with --wall 30h', /--drivers URL; or allow a longer run: --wall 30h$/],
    ['needs-receiver', 'there is no driver webhooks', /^offer drivers\.webhooks .*\{listen, public_url, secret\}/],
    ['needs-tenant', 'there is no driver credits', /^offer drivers\.credits /],
    ['budget', 'budget.jobs of the target allows 3, and they are used up', 'raise budget.jobs in the target file'],
    ['deadline', 'a wait of 1 s goes beyond the time of this run', /^allow a longer run: --wall 30m/],
  ] as const)('names for %s (%s) the flag or the field', (reason, detail, todo) => {
    expect(remedyOf(hinted(reason, detail))).toMatch(todo);
  });

  it('repeats the message of an unknown cause', () => {
    const odd = hinted('needs-clock', 'the driver clock answered 500');
    expect(remedyOf(odd)).toBe(odd.hint);
    expect(remedyOf({ reason: 'needs-key', hint: 'ask the operator' })).toBe('ask the operator');
    expect(remedyOf({ reason: 'needs-key', hint: null })).toBe(REASONS['needs-key']);
    expect(remedyOf(hinted('needs-key', 'no key of the role admin is given'))).toMatch(/role admin is given\)$/);
    expect(remedyOf({ reason: null, hint: null })).toBe('no check of this rule ran');
  });
});

const step = (more: string, named: string) =>
  `steps: [{${more}call: GET /v1/thing, expect: {${named}: {status: 200}}}]`;
const arms = (need: string) => `arms: [{name: a, needs: [${need}]}]`;
const drive = (call: string, named: string) =>
  `steps: [{drive: ${call}}, {call: GET /v1/thing, expect: {${named}: {status: 200}}}]`;
const LACKING = [
  ['requires: {keys: [second]}', step('', 'FIRST-RULE'), 'give another key of the same account'],
  ['', step('key: revoked, ', 'FIRST-RULE'), 'give a key that was revoked'],
  ['requires: {drivers: [jobs]}', step('', 'FIRST-RULE'), 'offer drivers.jobs '],
  ['requires: {drivers: [clock]}', step('', 'FIRST-RULE'), 'offer drivers.clock '],
  [arms('driver.faults'), step('', 'FIRST-RULE'), 'offer drivers.faults '],
  [arms('driver.webhooks'), step('', 'FIRST-RULE'), 'offer drivers.webhooks '],
  ['', drive('clock.advance, by: 1h', 'FIRST-RULE'), 'offer drivers.clock '],
];

it.each(LACKING)('is in the report of a run: %s %s', async (needs, steps, todo) => {
  const text = `scenario: a/b\ncovers: [FIRST-RULE]\n${needs}\n${steps}\n`;
  const { report } = await graded(text, routes({ '/v1/thing': {} }));
  const remedy = { todo: expect.stringMatching(`^${todo}`), reason: expect.any(String), rules: ['FIRST-RULE'] };
  expect(report.remedies).toEqual([remedy]);
});
