import type { Readings } from '../../shared/questions/generated/readings.ts';
import { invalidFields } from '../domain/errors.ts';
import { JOB_STATUSES, OPERATIONS, PURPOSES } from '../domain/vocabulary.ts';
import { execute } from '../runtime/world-host.ts';
import { jobNotFound } from '../world/find.ts';
import { viewNow } from '../world/jobs.ts';
import { type DeletedJob, type Page, type PageRequest, pageOfAssets, pageOfJobs } from '../world/pages.ts';
import type { Query, WireAnswer } from '../world/wire.ts';
import { jsonText } from './answer.ts';
import { bindingOf, cursorBehind, type ListBinding, startAt } from './list-cursor.ts';
import {
  instant,
  type Leniency,
  oneOf,
  type Parameters,
  parseQuery,
  type QueryReader,
  text,
  wholeNumber,
} from './query.ts';
import type { ApiRequest } from './request.ts';

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 20;

const PAGE_PARAMETERS = {
  limit: wholeNumber(1, MAX_LIMIT, DEFAULT_LIMIT),
  cursor: text,
  created_gte: instant,
  created_lt: instant,
};
export const ASSET_LIST_PARAMETERS = { ...PAGE_PARAMETERS, purpose: oneOf(PURPOSES), job_id: text };

const TAKEN = {
  all_filters: ['limit', 'cursor', 'created_gte', 'created_lt', 'status', 'operation'],
  limit_and_cursor: ['limit', 'cursor'],
  none: [],
} as const;

/** Reading 12: those that the list of jobs takes. */
export function jobListParameters(readings: Readings): Parameters {
  const taken: readonly string[] = TAKEN[readings.jobs_list_parameters];
  return Object.fromEntries(Object.entries(allJobListParameters(readings)).filter(([name]) => taken.includes(name)));
}

function allJobListParameters({ jobs_list_max_limit: most, jobs_list_default_limit: usual }: Readings) {
  const limit = wholeNumber(1, most, usual);
  return { ...PAGE_PARAMETERS, limit, status: oneOf(JOB_STATUSES), operation: oneOf(OPERATIONS) };
}

/** Spec 4.1. */
export function listAssets(request: ApiRequest): WireAnswer {
  admit(request);
  const { world } = request.host;
  const { readings } = world.settings;
  const query = parseQuery(request.query, ASSET_LIST_PARAMETERS, leniencyIn(readings));
  const list = bindingOf(request, 'assets', filtersIn(query, readings));
  const { purpose, job_id: jobId } = query.values;
  const start = pageRequest(query, DEFAULT_LIMIT, list);
  if (jobId !== null) requireListedJob(request, jobId);
  const page = pageOfAssets(world, request.caller.owner, { ...start, purpose, jobId });
  const bodies = page.rows.map((asset) => JSON.stringify(world.rules.assetBody(asset, request.account.hasTestKey)));
  return pageAnswer(bodies, page, start, list);
}

/** Spec 4.3, in the shape of reading 12. The bytes of each job are those of a read. */
export function listJobs(request: ApiRequest): WireAnswer {
  admit(request);
  const { world } = request.host;
  const { readings } = world.settings;
  const takes = TAKEN[readings.jobs_list_parameters];
  const query = parseQuery(request.query, allJobListParameters(readings), { ...leniencyIn(readings), takes });
  const list = bindingOf(request, 'jobs', filtersIn(query, readings));
  const { status, operation } = query.values;
  const start = pageRequest(query, readings.jobs_list_default_limit, list);
  const page = pageOfJobs(world, request.caller.owner, { ...start, status, operation });
  const bodies = page.rows.map((job) => ('deleted' in job ? deletedBody(job) : viewNow(world, job).json));
  return pageAnswer(bodies, page, start, list);
}

function deletedBody({ id }: DeletedJob): string {
  return JSON.stringify({ id, object: 'job', deleted: true });
}

/** Reading 28: lists may be limited by the minute. */
function admit({ host, caller }: ApiRequest): void {
  const { list_limit_per_minute: limit } = host.world.settings.readings;
  if (limit !== null) execute(host, 'admit_list', { caller, limit });
}

function leniencyIn({ malformed_parameter, empty_parameter }: Readings): Leniency {
  return { ignoresMalformed: malformed_parameter === 'ignore', ignoresEmpty: empty_parameter === 'ignore' };
}

/** What a cursor is bound to: the filters as they are written, or what they mean. */
function filtersIn({ given, values }: { given: Query; values: object }, { cursor_filters }: Readings): unknown {
  const pairs = cursor_filters === 'as_written' ? given : Object.entries(values);
  return pairs.filter(([name]) => name !== 'limit' && name !== 'cursor').sort();
}

type PageQuery = { values: QueryReader<typeof PAGE_PARAMETERS> };

function pageRequest({ values }: PageQuery, usualLimit: number, list: ListBinding): PageRequest {
  const { created_gte: createdGte, created_lt: createdLt } = values;
  const isInverted = createdGte !== null && createdLt !== null && createdGte >= createdLt;
  if (isInverted && list.world.settings.readings.inverted_range === 'refuse')
    throw invalidFields([{ path: 'created_gte', problem: 'must be before created_lt' }]);
  return { limit: values.limit ?? usualLimit, ...startAt(values.cursor, list), createdGte, createdLt };
}

/** Reading 33: by default the assets of a job that is not the caller's, or never was, are none. */
function requireListedJob({ host, caller }: ApiRequest, jobId: string): void {
  const { settings, state, rules } = host.world;
  const { malformed_job_id, list_of_unknown_job } = settings.readings;
  if (malformed_job_id === 400 && !/^job_./.test(jobId))
    throw invalidFields([{ path: 'job_id', problem: 'is no id of a job' }]);
  if (list_of_unknown_job === 'empty_list') return;
  const job = state.jobs.get(jobId) ?? state.tombstones.get(jobId);
  if (job !== undefined && rules.isOwn(job, caller.owner)) return;
  if (list_of_unknown_job === 404) throw jobNotFound(jobId);
  throw invalidFields([{ path: 'job_id', problem: 'is of no job' }]);
}

function pageAnswer<Row>(
  bodies: readonly string[],
  page: Page<Row>,
  start: PageRequest,
  list: ListBinding,
): WireAnswer {
  const cursor = cursorBehind(page, start, list);
  return jsonText(
    200,
    `{"data":[${bodies.join(',')}],"has_more":${page.next !== null},"next_cursor":${JSON.stringify(cursor)}}`,
  );
}
