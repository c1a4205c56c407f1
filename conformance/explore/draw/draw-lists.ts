import { LIST_MISTAKES } from '../../../shared/sessions/mistakes.ts';
import { chance, pick, type Random } from '../../../shared/sessions/random.ts';
import { type Known, ownerOf } from '../known.ts';
import type { Query } from '../operation.ts';
import { keyOf } from './keys.ts';
import type { Drawn, Means, Tools } from './means.ts';

export function drawList(random: Random, { jobs, assets }: Known, means: Tools): Drawn<'list'> | null {
  const thing = chance(random, 0.7) ? 'assets' : 'jobs';
  if (means.features[thing === 'assets' ? 'lists' : 'job.list'] === false) return null;
  const key = keyOf(random, means, ['primary', 'primary', 'second', 'other_env', 'other_account']);
  if (thing === 'jobs') return { does: 'list', thing, query: {}, whole: false, ...key };
  if (chance(random, 0.25))
    return { does: 'list', thing, query: means.decks.next('list', LIST_MISTAKES).query, whole: false };
  const query: Query = {
    ...(chance(random, 0.7) && { limit: pick(random, [1, 2, 3, 100]) }),
    ...(chance(random, 0.4) && { purpose: pick(random, ['input', 'result']) }),
  };
  const job = chance(random, 0.15) && jobs.length > 0 ? { job: pick(random, jobs).nth } : {};
  const isWhole = chance(random, 0.5);
  if (isWhole && assets.length > 1 && chance(random, 0.4)) {
    const born = () => pick(random, assets).nth;
    const bounds = pick(random, [{ since: born() }, { until: born() }, { since: born(), until: born() }]);
    return { does: 'list', thing, query, ...bounds, whole: true, ...key };
  }
  return { does: 'list', thing, query, ...job, whole: isWhole, ...key };
}

export function drawNextPage(random: Random, { pages }: Known, means: Means): Drawn<'next page'> | null {
  const good = pages.filter(({ thing, query }) => thing === 'assets' && !isMistaken(query));
  if (good.length === 0) return null;
  const page = pick(random, good);
  const same: Drawn<'next page'> = {
    does: 'next page',
    of: page.nth,
    thing: page.thing,
    query: page.query,
    ...(page.job !== undefined && { job: page.job }),
    ...(page.key !== undefined && { key: page.key }),
  };
  const roll = random();
  if (roll < 0.55) return same;
  if (roll < 0.65) return { ...same, query: { ...page.query, limit: pick(random, [1, 2, 50]) } };
  if (roll < 0.85) {
    const { purpose, ...rest } = page.query;
    return { ...same, query: purpose === undefined ? { ...rest, purpose: 'input' } : rest };
  }
  const owner = ownerOf(page.key);
  const key = owner === 'another account' ? 'primary' : 'other_account';
  return means.roles.includes(key) ? { ...same, key } : same;
}

function isMistaken(query: Query): boolean {
  return LIST_MISTAKES.some((mistake) => JSON.stringify(mistake.query) === JSON.stringify(query));
}
