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
const VISUALIZATIONS = ['mask', 'visual'].map((kind) => ({ concern: 'acne', kind }));
const BODY = { concerns: ['acne'], visualizations: VISUALIZATIONS };
const BEGUN: Operation[] = [
  ...[0, 1].map((nth): Operation => ({ nth, does: 'upload', picture: 'face' })),
  { nth: 2, does: 'submit', product: 'skin.analyze', of: 0, body: BODY, claim: 2 },
  { nth: 3, does: 'finish', of: 2 },
];

/** What the turns of a page changed, each as a text. */
function turned(list: Partial<Extract<Operation, { does: 'list' }>>): string[] {
  const page: Operation = { nth: 4, does: 'list', thing: 'assets', whole: false, query: { limit: 1 }, ...list };
  const known = knownAfter({ world: WORLD, operations: [...BEGUN, page] });
  const tools = toolsOf(MEANS, pastOf('pages'));
  const deeds = Array.from({ length: 20 }, (_, nth) => otherPage(randomOf(`page ${nth}`), known, tools));
  return [...new Set(deeds.map((deed) => JSON.stringify(deed)))].sort();
}
const next = { does: 'next page', of: 4, thing: 'assets' };
const texts = (...changes: object[]) => changes.map((one) => JSON.stringify({ ...next, ...one })).sort();

it('Another page has a parameter more, another value, or another caller', () => {
  const query = { limit: 1 };
  expect(turned({})).toEqual(
    texts(
      ...[{ query: { limit: 3 } }, { query: { limit: 1, purpose: 'input' } }],
      ...[
        { query, since: 1 },
        { query, job: 2 },
        { query, key: 'other_env' },
      ],
    ),
  );
});

it('Another page has a parameter less', () => {
  const query = { limit: 1, purpose: 'result' };
  const bounds = { since: 0, by: -1 };
  expect(turned({ query, job: 2, ...bounds })).toEqual(
    texts(
      ...[
        { query: { limit: 3, purpose: 'result' }, job: 2, ...bounds },
        { query: { limit: 1 }, job: 2, ...bounds },
      ],
      ...[
        { query, job: 2 },
        { query, ...bounds },
        { query, job: 2, ...bounds, key: 'other_env' },
      ],
    ),
  );
});

it.each<[object, number, boolean]>([
  [{ limit: 2 }, 2, false],
  [{ limit: 2 }, 3, true],
  [{ limit: 1, purpose: 'result' }, 3, false],
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

it.each<[string, Operation[], boolean]>([
  [
    'the last page',
    [{ nth: 5, does: 'next page', of: 4, thing: 'assets', query: { limit: 1, purpose: 'input' } }],
    false,
  ],
  [
    'a list of another account',
    [{ nth: 5, does: 'list', thing: 'assets', whole: false, query: { limit: 1 }, key: 'other_account' }],
    false,
  ],
  [
    'a list of results',
    [{ nth: 5, does: 'list', thing: 'assets', whole: false, query: { limit: 1, purpose: 'result' } }],
    true,
  ],
  [
    'a list of what has expired',
    [
      { nth: 5, does: 'wait', for: '26h' },
      { nth: 6, does: 'list', thing: 'assets', whole: false, query: { limit: 1, purpose: 'input' } },
    ],
    false,
  ],
])('After two uploads, %s is turned if it is likely to go on', (_, operations, isTurned) => {
  const list: Operation = {
    nth: 4,
    does: 'list',
    thing: 'assets',
    whole: false,
    query: { limit: 1, purpose: 'input' },
  };
  const known = knownAfter({ world: WORLD, operations: [...BEGUN, list, ...operations] });
  const page = known.pages.at(-1);
  expect(page && isLikelyToGoOn(page, known)).toBe(isTurned);
});
