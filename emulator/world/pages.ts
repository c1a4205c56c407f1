import type { Owner } from '../domain/account.ts';
import type { Asset } from '../domain/asset.ts';
import { type Job, statusOf } from '../domain/job.ts';
import type { Rules } from '../domain/rulebook.ts';
import { emptyList, insertKey, mergedBelow, type SortedList, type SortKey } from '../domain/values/sorted-list.ts';
import type { Instant } from '../domain/values/time.ts';
import { type JobStatus, OPERATIONS, type Operation, PURPOSES, type Purpose } from '../domain/vocabulary.ts';
import type { World } from './world.ts';

export type PageRequest = {
  limit: number;
  after: SortKey | null;
  createdGte: Instant | null;
  createdLt: Instant | null;
};
export type AssetFilter = PageRequest & { purpose: Purpose | null; jobId: string | null };
export type JobFilter = PageRequest & { status: JobStatus | null; operation: Operation | null };

/** Some rows of a list, newest first; `next` is the position after which the following page begins. */
export type Page<Row> = { rows: Row[]; next: SortKey | null };

export function pageOfAssets(world: World, owner: Owner, filter: AssetFilter): Page<Asset> {
  const { assetOrder, assets, now } = world.state;
  const purposes = filter.purpose === null ? PURPOSES : [filter.purpose];
  const lists =
    filter.jobId === null
      ? purposes.map((purpose) => orderOf(assetOrder, `${owner}/${purpose}`))
      : [resultsOf(world, owner, filter.jobId)];
  const readable = (asset: Asset) =>
    world.rules.assetIsReadable(asset, now, world.settings.readings) &&
    (filter.purpose === null || filter.purpose === asset.purpose);
  return takePage(world.rules, lists, filter, (id) => assets.get(id), readable);
}

export function pageOfJobs(world: World, owner: Owner, filter: JobFilter): Page<Job> {
  const { jobOrder, jobs } = world.state;
  const operations = filter.operation === null ? OPERATIONS : [filter.operation];
  const lists = operations.map((operation) => orderOf(jobOrder, `${owner}/${operation}`));
  const wanted = (job: Job) => filter.status === null || statusOf(job) === filter.status;
  return takePage(world.rules, lists, filter, (id) => jobs.get(id), wanted);
}

/** The list of a name, or an empty one: a read must not change the state. */
function orderOf(lists: Map<string, SortedList>, name: string): SortedList {
  return lists.get(name) ?? emptyList();
}

/** Reading 33: an unknown or foreign job gives an empty list. */
function resultsOf(world: World, owner: Owner, jobId: string): SortedList {
  const list = emptyList();
  const job = world.state.jobs.get(jobId);
  if (job === undefined || !world.rules.isOwn(job, owner)) return list;
  for (const id of job.results) {
    const asset = world.state.assets.get(id);
    if (asset !== undefined) insertKey(list, [asset.createdAt, id]);
  }
  return list;
}

function takePage<Row>(
  rules: Rules,
  lists: readonly SortedList[],
  request: PageRequest,
  rowOf: (id: string) => Row | undefined,
  wanted: (row: Row) => boolean,
): Page<Row> {
  const rows: Row[] = [];
  let last: SortKey | null = null;
  for (const key of mergedBelow(lists, startOf(request))) {
    if (request.createdGte !== null && key[0] < request.createdGte) break;
    const row = rowOf(String(key[1]));
    if (row === undefined || !wanted(row)) continue;
    if (rows.length === request.limit) return { rows, next: rules.pageEnd(last, true, rows.length, request.limit) };
    rows.push(row);
    last = key;
  }
  return { rows, next: rules.pageEnd(last, false, rows.length, request.limit) };
}

/** The empty name sorts first, so `[instant, '']` is below every key of that instant. */
function startOf({ after, createdLt }: PageRequest): SortKey | null {
  if (createdLt === null) return after;
  if (after === null || after[0] >= createdLt) return [createdLt, ''];
  return after;
}
