import { expect, it } from 'vitest';
import { knownAfter } from '../sessions/known.ts';
import type { Operation, Session } from '../sessions/operation.ts';
import { followed } from './follow.ts';
import type { Played, Seen } from './play-session.ts';

const WORLD: Session['world'] = { primary: 'live', isAlone: true, hasOwnUnits: true, replies: null };
const OPERATIONS: Operation[] = [
  { nth: 0, does: 'upload', picture: 'face' },
  { nth: 1, does: 'submit', product: 'skin.analyze', of: 0, body: { concerns: ['acne'] }, claim: 1 },
  { nth: 2, does: 'read', thing: 'job', of: 1 },
  { nth: 3, does: 'cancel', of: 1 },
  { nth: 4, does: 'finish', of: 1 },
];

function played(answers: Record<number, { status: number; body: unknown }>): Played {
  const seen = new Map<string, Seen>(
    Object.entries(answers).map(([nth, subject]) => [`s${nth}`, { step: `s${nth}`, subject, exchanges: [] }]),
  );
  return { seen, order: [], evidence: [], tape: [], ended: { outcome: 'done', reason: null, detail: null } };
}

const job = (status: string, more = {}) => ({ id: 'job_1', status, ...more });
const session = (): Session => ({ seed: '', world: WORLD, operations: OPERATIONS });
const stageOf = (one: Session) => knownAfter(one).jobs[0];

it('An immediate cancel leaves the job of the twin where it was held', () => {
  const own = followed(
    session(),
    played({
      2: { status: 200, body: job('queued') },
      3: { status: 200, body: job('cancelled') },
      4: { status: 200, body: job('cancelled') },
    }),
  );
  expect(own.operations.map(({ does }) => does)).toEqual(
    ['upload', 'submit', 'read', 'follow', 'cancel', 'follow', 'finish'].filter(
      (does, index) => does !== 'follow' || index === 5,
    ),
  );
  expect(stageOf(own)).toMatchObject({ stage: 'done', end: 'cancelled' });
});

it('Before a late cancel, the job of the twin is picked up if the cancel was honored, or in processing if it was not', () => {
  const ways = [
    ['cancelled', 1, 'cancelled'],
    ['succeeded', 3, 'succeeded'],
  ] as const;
  for (const [end, steps, expected] of ways) {
    const own = followed(
      session(),
      played({
        2: { status: 200, body: job('queued') },
        3: { status: 202, body: job('queued') },
        4: { status: 200, body: job(end) },
      }),
    );
    expect(own.operations.find(({ does }) => does === 'follow')).toMatchObject({ of: 1, steps });
    expect(stageOf(own)).toMatchObject({ stage: 'done', end: expected });
  }
});

it('Before a second cancel that finds the job cancelled, the late cancel of the twin has been honored, too', () => {
  const again: Session = { ...session(), operations: [...OPERATIONS.slice(0, 4), { nth: 4, does: 'cancel', of: 1 }] };
  const own = followed(
    again,
    played({
      2: { status: 200, body: job('queued') },
      3: { status: 202, body: job('queued') },
      4: { status: 200, body: job('cancelled') },
    }),
  );
  expect(own.operations.map((one) => (one.does === 'follow' ? one.steps : one.does))).toEqual([
    ...['upload', 'submit', 'read', 1, 'cancel', 3, 'cancel'],
  ]);
  expect(stageOf(own)).toMatchObject({ stage: 'done', end: 'cancelled' });
});

it('The job of the twin fails like that of the target', () => {
  const body = job('failed', { error: { code: 'INPUT_UNPROCESSABLE' } });
  const own = followed(
    session(),
    played({ 2: { status: 200, body }, 3: { status: 409, body: {} }, 4: { status: 200, body } }),
  );
  expect(own.operations[1]).toMatchObject({ plan: { hold_at: 'queued', outcome: 'INPUT_UNPROCESSABLE' } });
  expect(own.operations.filter(({ does }) => does === 'follow')).toMatchObject([{ steps: 4 }]);
});
