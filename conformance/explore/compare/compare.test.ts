import { expect, it } from 'vitest';
import type { Operation, Session } from '../operation.ts';
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

/** What a server answers in the session whose cancel and whose replay show the job so. */
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

const twin = played('cancelled', 'cancelled');

it('A replay that shows the job as it was accepted is no difference', () => {
  expect(compareSides(SESSION, { target: played('cancelled', 'queued'), twin }, new Map())).toEqual({ same: true });
});

it('A cancel that leaves the job as it was is one', () => {
  expect(compareSides(SESSION, { target: played('queued', 'queued'), twin }, new Map())).toMatchObject({
    difference: { operation: { does: 'cancel' }, what: 'status of the job', target: 'under way', twin: 'cancelled' },
  });
});
