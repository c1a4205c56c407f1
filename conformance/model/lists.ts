import { isMap } from '../../shared/is-map.ts';
import type { Asked } from './asked.ts';
import type { Demand } from './demand.ts';
import { isForeign } from './isolation.ts';
import { isGone, type Known, type KnownAsset } from './known.ts';
import { listIn } from './read-submission.ts';

/** What a page of the list of assets shows, by what is known. */
export function demandsOfAssetList(
  asked: Asked,
  known: Known,
  isSureToBeThere: (asset: KnownAsset) => boolean,
): Demand[] {
  const { view } = asked;
  if (view.status !== 200 || !isMap(view.body)) return [];
  const listed = new Set(listIn(view.body, 'data').map((item) => (isMap(item) ? item['id'] : undefined)));
  const shown = [...known.assets.values()].filter(({ id }) => listed.has(id));
  const foreign = shown.filter((asset) => isForeign(asset, asked));
  // Whether the pages of one walk are all of one moment is open.
  const isFirst = !view.request.url.includes('cursor');
  const gone = shown.filter((asset) => isFirst && !isForeign(asset, asked) && isGone(asset, known));
  return [
    ...foreign.map(({ id }) =>
      mustNotList(id, 'ISOLATION-LIST-ASSETS', 'it belongs to another account or environment'),
    ),
    ...gone.map(({ id }) => mustNotList(id, 'LIST-DELETED-OUT', 'it was deleted')),
    ...demandsOfWholeList(asked, known, listed, isSureToBeThere),
  ];
}

function mustNotList(id: string, rule: string, why: string): Demand {
  const mismatch = { pointer: '/body/data', expected: `no ${id}, since ${why}`, seen: id };
  return { rule, because: [id], check: () => mismatch };
}

/** A list without filters that is one page long shows everything. That it may be of one key alone is a matter of derivation. */
function demandsOfWholeList(
  { view, key, owner }: Asked,
  known: Known,
  listed: ReadonlySet<unknown>,
  isSureToBeThere: (asset: KnownAsset) => boolean,
): Demand[] {
  const isWhole = isMap(view.body) && view.body['has_more'] === false && !view.request.url.includes('?');
  if (!isWhole) return [];
  const missing = [...known.assets.values()].filter(
    (asset) =>
      asset.by === key &&
      asset.owner === owner &&
      !isGone(asset, known) &&
      !listed.has(asset.id) &&
      isSureToBeThere(asset),
  );
  return missing.map(({ id }) => ({
    rule: 'LIST-COMPLETE',
    because: [id],
    check: () => ({ pointer: '/body/data', expected: `${id}, which is there and belongs to the caller`, seen: null }),
  }));
}

/** Reading 12: the shape of the list of jobs is not specified, so its text is searched for ids. */
export function demandsOfJobList(asked: Asked, known: Known): Demand[] {
  const { status, text } = asked.view;
  if (status !== 200 || text === null) return [];
  return [...known.jobs.values()]
    .filter((job) => isForeign(job, asked) && text.includes(`"${job.id}"`))
    .map(({ id }) => ({
      rule: 'ISOLATION-LIST-JOBS',
      because: [id],
      check: () => ({
        pointer: '/body',
        expected: `no ${id}, since it belongs to another account or environment`,
        seen: id,
      }),
    }));
}
