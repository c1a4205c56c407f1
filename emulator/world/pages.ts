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
  /** How many rows to skip, if a reading counts rows; 0 if `after` gives the position. */
  offset: number;
  createdGte: Instant | null;
  createdLt: Instant | null;
};
export type AssetFilter = PageRequest & { purpose: Purpose | null; jobId: string | null };
export type JobFilter = PageRequest & { status: JobStatus | null; operation: Operation | null };

/**
 * One page of a list, newest first. `next` is the position after which the next page begins; `last` is the position of
 * the last row.
 */
export type Page<Row> = { rows: Row[]; next: SortKey | null; last: SortKey | null };

/** How a list may show a deleted job (reading 12). */
export type DeletedJob = { id: string; deleted: true };

export function pageOfAssets(world: World, owner: Owner, filter: AssetFilter): Page<Asset> {
  const { assetOrder, assets, now } = world.state;
  const purposes = filter.purpose === null ? PURPOSES : [filter.purpose];
  const lists =
    filter.jobId === null
      ? purposes.map((purpose) => orderOf(assetOrder, `${owner}/${purpose}`))
      : [resultsOf(world, owner, filter.jobId)];
  const readable = (asset: Asset) =>
    world.rules.assetIsReadable(asset, now) && (filter.purpose === null || filter.purpose === asset.purpose);
  return takePage(world.rules, mergedBelow(lists, startOf(filter)), filter, (id) => assets.get(id), readable);
}

export function pageOfJobs(world: World, owner: Owner, filter: JobFilter): Page<Job | DeletedJob> {
  const { jobOrder } = world.state;
  const { jobs_list_ties: ties } = world.settings.readings;
  const operations = filter.operation === null ? OPERATIONS : [filter.operation];
  const lists = operations.map((operation) => orderOf(jobOrder, `${owner}/${operation}`));
  const wanted = (job: Job | DeletedJob) =>
    filter.status === null || (!('deleted' in job) && statusOf(job) === filter.status);
  const keys = ties === 'id_ascending' ? withTiesAscending(lists, filter) : mergedBelow(lists, startOf(filter));
  return takePage(world.rules, keys, filter, (id) => listedJob(world, id), wanted);
}

function listedJob({ state, settings }: World, id: string): Job | DeletedJob | undefined {
  const job = state.jobs.get(id);
  const isShown = settings.readings.jobs_list_deleted === 'shown' && state.tombstones.get(id)?.cause === 'deleted';
  return job === undefined && isShown ? { id, deleted: true } : job;
}

/** The keys of a page, with the order of keys of the same instant reversed. */
function* withTiesAscending(lists: readonly SortedList[], request: PageRequest): Generator<SortKey> {
  const { after } = request;
  const start = startOf({ ...request, after: after === null ? null : [after[0] + 1, ''] });
  const isLeft = ([at, tie]: SortKey) => after === null || at !== after[0] || tie > after[1];
  let ties: SortKey[] = [];
  for (const key of mergedBelow(lists, start)) {
    if (ties[0] !== undefined && ties[0][0] !== key[0]) {
      yield* ties.filter(isLeft);
      ties = [];
    }
    ties.unshift(key);
  }
  yield* ties.filter(isLeft);
}

/** The list with a name, or an empty one, because a read must not change the state. */
function orderOf(lists: Map<string, SortedList>, name: string): SortedList {
  return lists.get(name) ?? emptyList();
}

/** Reading 33: for an unknown job or a job of another owner, the list is empty. */
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
  keys: Iterable<SortKey>,
  request: PageRequest,
  rowOf: (id: string) => Row | undefined,
  wanted: (row: Row) => boolean,
): Page<Row> {
  const rows: Row[] = [];
  let last: SortKey | null = null;
  let before = request.offset;
  const page = (hasMore: boolean) => ({ rows, next: rules.pageEnd(last, hasMore, rows.length, request.limit), last });
  for (const key of keys) {
    if (request.createdGte !== null && key[0] < request.createdGte) break;
    const row = rowOf(String(key[1]));
    if (row === undefined || !wanted(row)) continue;
    if (rows.length === request.limit) return page(true);
    if (before > 0) {
      before -= 1;
      continue;
    }
    rows.push(row);
    last = key;
  }
  return page(false);
}

/** The empty name sorts first, so `[instant, '']` is before every key of that instant. */
function startOf({ after, createdLt }: PageRequest): SortKey | null {
  if (createdLt === null) return after;
  if (after === null || after[0] >= createdLt) return [createdLt, ''];
  return after;
}
