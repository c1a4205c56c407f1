import { expect, it } from 'vitest';
import type { Operation, Session } from './operation.ts';
import { shrunk, simplified } from './shrink.ts';

const WORLD: Session['world'] = { primary: 'live', isAlone: true, hasOwnUnits: true, replies: null };
const upload = (nth: number): Operation => ({ nth, does: 'upload', picture: 'afro.png' });
const submit = (nth: number, of: number): Operation => ({
  ...{ nth, does: 'submit', product: 'skin.analyze', of, body: { concerns: ['acne', 'pore'] }, claim: nth },
  plan: { hold_at: 'queued', outcome: 'succeeded' },
});
const cancel = (nth: number, of: number): Operation => ({ nth, does: 'cancel', of });
const session: Session = {
  seed: '',
  world: WORLD,
  operations: [
    ...[upload(0), upload(1), { nth: 2, does: 'balance' } as const, submit(3, 0), submit(4, 1), cancel(5, 3)],
    ...[{ nth: 6, does: 'usage' } as const, cancel(7, 4), upload(8), cancel(9, 4)],
  ],
};
const cancelsTwice = ({ operations }: Session) =>
  operations.filter((operation) => operation.does === 'cancel' && operation.of === 4).length === 2;

it('What is left is what shows it, and whatever that speaks of', async () => {
  const short = await shrunk(
    session,
    async (one) => cancelsTwice(one),
    () => false,
  );
  expect(short.operations.map(({ nth }) => nth)).toEqual([1, 4, 7, 9]);
});

it('Nothing is left out that is spoken of', async () => {
  const seen: number[][] = [];
  await shrunk(
    session,
    async (one) => {
      seen.push(one.operations.map(({ nth }) => nth));
      return false;
    },
    () => false,
  );
  for (const operations of seen)
    expect(operations.includes(9) ? operations : [1, 4]).toEqual(expect.arrayContaining([1, 4]));
});

it('It ends where there is no more to use', async () => {
  let plays = 0;
  const shows = async () => {
    plays += 1;
    return false;
  };
  await shrunk(session, shows, () => plays >= 3);
  expect(plays).toBe(3);
});

it('Values become simpler as long as it shows', async () => {
  const simple = await simplified(
    session,
    async ({ operations }) =>
      operations.some((one) => one.does === 'submit' && one.nth === 4 && one.plan !== undefined),
    () => false,
  );
  expect(simple.operations[0]).toEqual({ nth: 0, does: 'upload', picture: 'face' });
  expect(simple.operations[4]).toMatchObject({ nth: 4, body: { concerns: ['acne'] }, plan: { hold_at: 'queued' } });
});
