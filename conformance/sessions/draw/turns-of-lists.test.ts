import { expect, it } from 'vitest';
import { randomOf } from '../../../shared/sessions/random.ts';
import { knownAfter } from '../known.ts';
import type { Operation, World } from '../operation.ts';
import { type Means, pastOf, toolsOf } from './means.ts';
import { isLikelyToGoOn, onward, otherPage } from './turns-of-lists.ts';

const WORLD: World = { primary: 'live', isAlone: true, hasOwnUnits: true, replies: null };
const MEANS: Means = {
  ...{ primary: 'live', roles: ['primary', 'other_env'], drivers: [], stages: [], units: 'none', only: null },
  features: { lists: true },
  hasPlots: true,
};
const BEGUN: Operation[] = [
  { nth: 0, does: 'upload', picture: 'face' },
  { nth: 1, does: 'submit', product: 'skin.analyze', of: 0, body: { concerns: ['acne'] }, claim: 1 },
];

/** What the turns of a page changed, each as a text. */
function turned(list: Partial<Extract<Operation, { does: 'list' }>>): string[] {
  const page: Operation = { nth: 2, does: 'list', thing: 'assets', whole: false, query: { limit: 1 }, ...list };
  const known = knownAfter({ world: WORLD, operations: [...BEGUN, page] });
  const tools = toolsOf(MEANS, pastOf('pages'));
  const deeds = Array.from({ length: 20 }, (_, nth) => otherPage(randomOf(`page ${nth}`), known, tools));
  return [...new Set(deeds.map((deed) => JSON.stringify(deed)))].sort();
}
const next = { does: 'next page', of: 2, thing: 'assets' };
const texts = (...changes: object[]) => changes.map((one) => JSON.stringify({ ...next, ...one })).sort();

it('Another page has a parameter more, another value, or another caller', () => {
  const query = { limit: 1 };
  expect(turned({})).toEqual(
    texts(
      ...[{ query: { limit: 3 } }, { query: { limit: 1, purpose: 'input' } }],
      ...[
        { query, since: 0 },
        { query, job: 1 },
        { query, key: 'other_env' },
      ],
    ),
  );
});

it('Another page has a parameter less', () => {
  const query = { limit: 1, purpose: 'input' };
  const bounds = { since: 0, by: -1 };
  expect(turned({ query, job: 1, ...bounds })).toEqual(
    texts(
      ...[
        { query: { limit: 3, purpose: 'input' }, job: 1, ...bounds },
        { query: { limit: 1 }, job: 1, ...bounds },
      ],
      ...[
        { query, job: 1 },
        { query, ...bounds },
        { query, job: 1, ...bounds, key: 'other_env' },
      ],
    ),
  );
});

it.each<[object, number, boolean]>([
  [{ limit: 2 }, 1, true],
  [{}, 1, false],
  [{}, 21, true],
  [{ limit: 100 }, 21, false],
  [{ limit: 0 }, 21, false],
])('A list with the query %j among %i assets is turned: %s', (query, count, isTurned) => {
  const list: Operation = { nth: 40, does: 'list', thing: 'assets', whole: false, query: { ...query } };
  const uploads = Array.from({ length: count }, (_, nth): Operation => ({ nth, does: 'upload', picture: 'face' }));
  const known = knownAfter({ world: WORLD, operations: [...uploads, list] });
  const [page] = known.pages;
  expect(page && isLikelyToGoOn(page, known)).toBe(isTurned);
  expect(onward(randomOf('on'), known, toolsOf(MEANS, pastOf('on'))) !== null).toBe(isTurned);
});
