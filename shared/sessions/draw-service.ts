import { drawBody, otherBody } from './bodies.ts';
import { KEYS_OF, type Known, type KnownJob, ownerOf } from './known.ts';
import { LIST_MISTAKES, MISTAKES, UPLOAD_MISTAKES } from './mistakes.ts';
import { type Deed, type Does, NEW, type Owner, PRODUCTS, type Reference, type Role } from './operation.ts';
import { chance, pick, type Random, weighted } from './random.ts';

export type Drawn<Kind extends Does> = Extract<Deed, { does: Kind }>;
type Key = { key?: Role };

const REFUSED: readonly Role[] = ['none', 'revoked', 'expired', 'disabled', 'outside', 'no_scope'];
export const OWNERS: readonly Owner[] = ['one/live', 'one/test', 'two/live'];

/** Requests that are good for nothing, by what is wrong with them. */
export const ODD_REQUESTS = ['unknown path', 'wrong method', 'key in the query', 'id that is odd', 'HEAD'] as const;

function keyOf(random: Random, owner: Owner): Key {
  const key = pick(random, KEYS_OF[owner]);
  return key === 'primary' ? {} : { key };
}

/** Its owner as a rule, sometimes a stranger or a key that is good for nothing. */
function asker(random: Random, owner: Owner): Key {
  if (chance(random, 0.1)) return keyOf(random, pick(random, OWNERS));
  if (chance(random, 0.06)) return { key: pick(random, REFUSED) };
  return keyOf(random, owner);
}

/** The latest things more often than those of long ago. */
export function recent<Item>(random: Random, items: readonly Item[]): Item | undefined {
  const back = Math.floor(random() ** 2 * items.length);
  return items[items.length - 1 - back];
}

export function drawUpload(random: Random): Drawn<'upload'> {
  const owner = pick(random, OWNERS);
  const key = chance(random, 0.95) ? keyOf(random, owner) : asker(random, owner);
  return { does: 'upload', picture: Math.floor(random() * 4), ...key };
}

export function drawBadUpload(random: Random): Drawn<'upload badly'> {
  return { does: 'upload badly', mistake: pick(random, Object.keys(UPLOAD_MISTAKES)) };
}

export function drawSubmit(random: Random, known: Known): Drawn<'submit'> | null {
  if (known.jobs.length > 0 && chance(random, 0.25)) return drawReplay(random, known);
  const asset = recent(random, known.assets);
  if (asset === undefined) return null;
  const product = pick(random, PRODUCTS);
  const good: Drawn<'submit'> = {
    does: 'submit',
    product,
    of: chance(random, 0.03) ? 'unknown' : asset.nth,
    body: drawBody(random, product),
    claim: NEW,
    ...asker(random, asset.owner),
  };
  if (!chance(random, 0.12)) return good;
  const names = Object.entries(MISTAKES).filter(([, { of }]) => of === undefined || of === product);
  return { ...good, mistake: pick(random, names)[0] };
}

/** The key of an earlier submission again, with the same request, the same in other words, or another. */
function drawReplay(random: Random, { jobs, old, assets }: Known): Drawn<'submit'> | null {
  if (old.length > 0 && chance(random, 0.2)) return drawOldKey(random, pick(random, old), assets);
  const job = recent(random, jobs);
  if (job === undefined) return null;
  const { product, of, body, nth, owner } = job;
  const same: Drawn<'submit'> = { does: 'submit', product, of, body, claim: nth, ...keyOf(random, owner) };
  const roll = random();
  if (roll < 0.5) return same;
  if (roll < 0.65) return { ...same, respell: pick(random, ['member order', 'whitespace', 'escapes']) };
  if (roll < 0.75) return { ...same, of: recent(random, assets)?.nth ?? of };
  if (roll < 0.85) return { ...same, ...keyOf(random, pick(random, OWNERS)) };
  return { ...same, body: otherBody(random, body) };
}

/** The key of a job of long ago: with what it came with, or with an asset of which a new job could be made. */
function drawOldKey(random: Random, job: KnownJob, assets: Known['assets']): Drawn<'submit'> {
  const { product, body, nth, owner } = job;
  const fresh = recent(
    random,
    assets.filter((asset) => asset.owner === owner),
  );
  const of = chance(random, 0.3) ? job.of : (fresh?.nth ?? job.of);
  return { does: 'submit', product, of, body, claim: nth, ...keyOf(random, owner) };
}

export function drawRead(random: Random, known: Known): Drawn<'read'> | null {
  const thing = weighted(random, [
    [8, 'job'],
    [3, 'asset'],
    [1, 'result'],
    [3, 'content'],
  ] as const);
  const of = recent(random, thing === 'asset' ? known.assets : known.jobs);
  if (of === undefined) return null;
  const nth: Reference = chance(random, 0.04) ? 'unknown' : of.nth;
  const tag = chance(random, 0.3) ? { tag: pick(random, ['last', 'last', 'other'] as const) } : {};
  return { does: 'read', thing, of: nth, ...tag, ...asker(random, of.owner) };
}

export function drawDelete(random: Random, known: Known): Drawn<'delete'> | null {
  const thing = weighted(random, [
    [6, 'job'],
    [3, 'asset'],
    [1, 'result'],
  ] as const);
  const of = recent(random, thing === 'asset' ? known.assets : known.jobs);
  if (of === undefined) return null;
  return { does: 'delete', thing, of: chance(random, 0.04) ? 'unknown' : of.nth, ...asker(random, of.owner) };
}

export function drawCancel(random: Random, { jobs }: Known): Drawn<'cancel'> | null {
  const of = recent(random, jobs);
  if (of === undefined) return null;
  return { does: 'cancel', of: chance(random, 0.04) ? 'unknown' : of.nth, ...asker(random, of.owner) };
}

export function drawList(random: Random, { jobs }: Known): Drawn<'list'> {
  const thing = chance(random, 0.6) ? 'assets' : 'jobs';
  const key = asker(random, pick(random, OWNERS));
  if (chance(random, 0.08)) return { does: 'list', thing, query: pick(random, LIST_MISTAKES).query, ...key };
  const limit = chance(random, 0.7) ? { limit: pick(random, [1, 2, 3, 7, 100]) } : {};
  if (thing === 'jobs') {
    const status = pick(random, ['queued', 'running', 'succeeded', 'failed', 'cancelled']);
    const operation = chance(random, 0.2) ? { operation: pick(random, PRODUCTS) } : {};
    return { does: 'list', thing, query: { ...limit, ...operation, ...(chance(random, 0.2) && { status }) }, ...key };
  }
  const purpose = pick(random, ['input', 'input', 'result']);
  const job = chance(random, 0.12) ? { job: recent(random, jobs)?.nth ?? ('unknown' as const) } : {};
  return { does: 'list', thing, query: { ...limit, ...(chance(random, 0.8) && { purpose }) }, ...job, ...key };
}

export function drawNextPage(random: Random, { pages }: Known): Drawn<'next page'> | null {
  const page = recent(random, pages);
  if (page === undefined) return null;
  const { nth, thing, query, job, key } = page;
  const same: Drawn<'next page'> = {
    does: 'next page',
    of: nth,
    thing,
    query,
    ...(job !== undefined && { job }),
    ...(key !== undefined && { key }),
  };
  const roll = random();
  if (roll < 0.7) return same;
  if (roll < 0.8) return { ...same, query: { ...query, limit: pick(random, [1, 2, 50]) } };
  if (roll < 0.9)
    return {
      ...same,
      ...keyOf(
        random,
        pick(
          random,
          OWNERS.filter((owner) => owner !== ownerOf(key)),
        ),
      ),
    };
  const { purpose, ...rest } = query;
  return { ...same, query: purpose === undefined ? { ...rest, purpose: 'input' } : rest };
}

export function drawReport(random: Random): Drawn<'balance' | 'usage'> {
  return { does: pick(random, ['balance', 'balance', 'usage'] as const), ...asker(random, pick(random, OWNERS)) };
}

export function drawOdd(random: Random): Drawn<'odd'> {
  return { does: 'odd', request: pick(random, ODD_REQUESTS), ...asker(random, pick(random, OWNERS)) };
}
