import { expect, it } from 'vitest';
import type { Evidence } from '../../judge/evidence.ts';
import type { Operation, Session } from '../../sessions/operation.ts';
import type { Rule } from '../../suite/rules/rule.ts';
import type { Played, Seen } from '../play-session.ts';
import { compareSides } from './compare.ts';

const PLAN = { outcome: 'succeeded', hold_at: 'queued' } as const;
const submit = (nth: number): Operation => {
  return { nth, does: 'submit', product: 'skin.analyze', of: 0, body: { concerns: ['acne'] }, claim: 1, plan: PLAN };
};
const SESSION: Session = {
  seed: '',
  world: { primary: 'live', isAlone: true, hasOwnUnits: true, replies: null },
  operations: [{ nth: 0, does: 'upload', picture: 'face' }, submit(1), { nth: 2, does: 'cancel', of: 1 }, submit(3)],
};

/**
 * Returns the answers of a server in the session, with these statuses of the job in the answers to the cancel and to
 * the replay.
 */
function played(cancelled: string, replayed: string): Played {
  const asset = {
    id: 'asset_1',
    purpose: 'input',
    created_at: '2026-01-01T00:00:00Z',
    expires_at: '2026-01-02T00:00:00Z',
  };
  const job = (status: string) => {
    const completed_at = status === 'cancelled' ? '2026-01-01T00:00:00Z' : null;
    return { id: 'job_1', operation: 'skin.analyze', status, completed_at, inputs: [], output: null, error: null };
  };
  const answers = [
    { status: 201, header: {}, body: asset },
    { status: 202, header: { location: '/v1/jobs/job_1' }, body: job('queued') },
    { status: 200, header: {}, body: job(cancelled) },
    { status: 200, header: { 'idempotency-replayed': 'true' }, body: job(replayed) },
  ];
  const seen = answers.map((subject, nth) => [`s${nth}`, { step: `s${nth}`, subject, exchanges: [] } as Seen] as const);
  return {
    seen: new Map(seen),
    order: [],
    evidence: [],
    tape: [],
    ended: { outcome: 'done', reason: null, detail: null },
  };
}

/** The spares of a derived rule, if it only matters whether it lists any. */
const LISTED = {} as Rule['spares'];

const twin = played('cancelled', 'cancelled');

it('A replay that returns the job as it was accepted does not count as a difference', () => {
  expect(compareSides(SESSION, { target: played('cancelled', 'queued'), twin }, new Map())).toEqual({ same: true });
});

it('A cancel that does not change the job is a difference', () => {
  expect(compareSides(SESSION, { target: played('queued', 'queued'), twin }, new Map())).toMatchObject({
    difference: { operation: { does: 'cancel' }, what: 'status of the job', target: 'under way', twin: 'cancelled' },
  });
});

it.each<[string, Partial<Rule>, Partial<Evidence>, string | null]>([
  ['a must', { level: 'must' }, {}, 'R'],
  ['a should', { level: 'should' }, {}, null],
  ['a derived rule that lists what it spares', { level: 'derived', spares: LISTED }, {}, 'R'],
  ['the same, in a way that it spares', { level: 'derived', spares: LISTED }, { spared: 'lawful' }, null],
  ['a derived rule that may be broken in ways that cannot be listed', { level: 'derived', spares: null }, {}, null],
])('A breach of %s is a difference if and only if it fails the rule', (_, rule, evidence, broken) => {
  const breach = { step: 's1', rule: 'R', outcome: 'violated', exchanges: [], mismatches: [], ...evidence } as Evidence;
  const target = { ...twin, evidence: [breach] };
  const found = compareSides(SESSION, { target, twin }, new Map([['R', { id: 'R', spares: null, ...rule } as Rule]]));
  expect('difference' in found ? found.difference.rule : null).toBe(broken);
});

it('A rule that both break does not count as a difference, unless earlier answers contradict it', () => {
  const breach = { step: 's1', rule: 'R', outcome: 'violated', exchanges: [], mismatches: [] } as unknown as Evidence;
  const rules = new Map([['R', { id: 'R', level: 'must', spares: null } as Rule]]);
  const isFound = (one: Evidence) => {
    const both = { ...twin, evidence: [one] };
    return 'difference' in compareSides(SESSION, { target: both, twin: both }, rules);
  };
  expect([breach, { ...breach, step: 'model' }].map(isFound)).toEqual([false, true]);
});
