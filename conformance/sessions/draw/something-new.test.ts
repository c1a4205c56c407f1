import { expect, it } from 'vitest';
import { randomOf } from '../../../shared/sessions/random.ts';
import { knownAfter } from '../known.ts';
import type { Operation, World } from '../operation.ts';
import { type Means, pastOf, toolsOf } from './means.ts';
import { changeOfOld, finishCancelled } from './something-new.ts';
import { deleteJob } from './turns.ts';

const WORLD: World = { primary: 'live', isAlone: true, hasOwnUnits: true, replies: null };
const MEANS: Means = {
  ...{ primary: 'live', roles: ['primary'], drivers: ['clock'], stages: ['queued'], units: 'plenty', only: null },
  ...{ features: {}, hasPlots: true },
};
const TOOLS = toolsOf(MEANS, pastOf('old'));
const job = (nth: number, hold_at: 'queued' | 'preparing'): Operation => ({
  ...{ nth, does: 'submit', product: 'skin.analyze', of: 0, body: { concerns: ['acne'] }, claim: nth },
  plan: { hold_at, outcome: 'succeeded' },
});
const BEGUN: Operation[] = [{ nth: 0, does: 'upload', picture: 'face' }, job(1, 'queued'), job(2, 'preparing')];

it('Only what was there before the last wait is changed as old', () => {
  const known = knownAfter({
    world: WORLD,
    operations: [...BEGUN, { nth: 3, does: 'wait', for: '5h' }, job(4, 'queued')],
  });
  const deeds = Array.from({ length: 20 }, (_, nth) => changeOfOld([deleteJob])(randomOf(`${nth}`), known, TOOLS));
  expect([...new Set(deeds.map((deed) => deed?.does === 'delete' && deed.of))].sort()).toEqual([1, 2]);
  expect(changeOfOld([deleteJob])(randomOf('none'), knownAfter({ world: WORLD, operations: BEGUN }), TOOLS)).toBeNull();
});

it('A job whose cancel was not granted at once is finished, and no other', () => {
  const finished = (of: number) => {
    const operations: Operation[] = [...BEGUN, { nth: 3, does: 'cancel', of }];
    return finishCancelled(randomOf('late'), knownAfter({ world: WORLD, operations }), TOOLS);
  };
  expect(finished(2)).toMatchObject({ does: 'finish', of: 2 });
  expect(finished(1)).toBeNull();
});
