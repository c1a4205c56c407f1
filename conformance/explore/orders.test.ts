import { expect, it } from 'vitest';
import type { Operation, Session } from '../sessions/operation.ts';
import { whole } from '../sessions/operation.ts';
import { answersIn, ordersOf } from './orders.ts';
import type { Played, Seen } from './play-session.ts';

const BODY = { concerns: ['acne'] };
const submit = (nth: number, claim: number): Operation => ({
  ...{ nth, does: 'submit', product: 'skin.analyze', of: 0, body: BODY, claim },
});
const read = (nth: number): Operation => ({ nth, does: 'read', thing: 'job', of: 1 });
const remove = (nth: number): Operation => ({ nth, does: 'delete', thing: 'job', of: 1 });

function session(...parts: Operation[]): Session {
  const world: Session['world'] = { primary: 'live', isAlone: true, hasOwnUnits: true, replies: null };
  const before: Operation[] = [{ nth: 0, does: 'upload', picture: 'face' }, submit(1, 1)];
  return { seed: '', world, operations: [...before, { nth: 2, does: 'at once', parts }] };
}

function played(answers: Record<number, number>): Played {
  const seen = new Map<string, Seen>(
    Object.entries(answers).map(([nth, status]) => [
      `s${nth}`,
      { step: `s${nth}`, subject: { status }, exchanges: [] },
    ]),
  );
  return { seen, order: [], evidence: [], tape: [], ended: { outcome: 'done', reason: null, detail: null } };
}

const numbers = (one: Session) => one.operations.map(({ nth }) => nth);
const statuses = ({ seen }: Played) => [...seen].map(([, { subject }]) => (subject as { status: number }).status);

it('Parallel operations are played in each order, but identical requests in only one', () => {
  expect(ordersOf(session(remove(3), read(4), read(5))).map(numbers)).toEqual([
    [0, 1, 3, 4, 5],
    [0, 1, 4, 3, 5],
    [0, 1, 4, 5, 3],
  ]);
  expect(ordersOf(session(submit(3, 3), submit(4, 3), submit(5, 3))).map(numbers)).toEqual([[0, 1, 3, 4, 5]]);
  expect(ordersOf({ ...session(), operations: [submit(1, 1)] }).map(numbers)).toEqual([[1]]);
});

it('Of identical requests, the accepted one was first', () => {
  const race = session(submit(3, 3), submit(4, 3), submit(5, 3));
  expect(statuses(answersIn(race, played({ 3: 200, 4: 200, 5: 202 })))).toEqual([202, 200, 200]);
  const other = session(remove(3), read(4), read(5));
  expect(statuses(answersIn(other, played({ 3: 204, 4: 404, 5: 200 })))).toEqual([204, 200, 404]);
});

it('Without its object, a parallel operation is dropped, and if only one remains, it is sent like any other', () => {
  const { operations } = session(read(3), { nth: 4, does: 'read', thing: 'asset', of: 9 });
  const left = whole(operations);
  expect(left.map(({ nth, does }) => [nth, does])).toEqual([
    [0, 'upload'],
    [1, 'submit'],
    [3, 'read'],
  ]);
});
