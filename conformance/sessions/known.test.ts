import { expect, it } from 'vitest';
import { hasExpired, knownAfter, lastingAssets } from './known.ts';
import type { Operation, World } from './operation.ts';

const WORLD: World = { primary: 'live', isAlone: true, hasOwnUnits: true, replies: null };
const UPLOADS = [0, 1].map((nth): Operation => ({ nth, does: 'upload', picture: 'face' }));

it.each<[Operation[], boolean[]]>([
  [[{ nth: 2, does: 'wait', for: '5h' }], [false, false]],
  [[{ nth: 2, does: 'wait', for: '26h' }], [true, true]],
  [[{ nth: 2, does: 'wait for its end', of: 0, by: 30 }], [true, false]],
  [[{ nth: 2, does: 'wait for its end', of: 1, by: -30 }], [true, false]],
  // The end of a result.
  [[{ nth: 2, does: 'wait for its end', of: 9, by: -30 }], [true, true]],
])('After %j, these inputs have expired: %j', (waits, expired) => {
  const known = knownAfter({ world: WORLD, operations: [...UPLOADS, ...waits] });
  expect([0, 1].map((nth) => hasExpired(nth, known))).toEqual(expired);
  expect(lastingAssets(known).map(({ nth }) => nth)).toEqual([0, 1].filter((nth) => !expired[nth]));
});

it('A submission with an expired input makes no job', () => {
  const submit: Operation = {
    nth: 3,
    does: 'submit',
    product: 'skin.analyze',
    of: 0,
    body: { concerns: [] },
    claim: 3,
  };
  const jobsAfter = (time: string) =>
    knownAfter({ world: WORLD, operations: [...UPLOADS, { nth: 2, does: 'wait', for: time }, submit] }).jobs.length;
  expect([jobsAfter('5h'), jobsAfter('26h')]).toEqual([1, 0]);
});
