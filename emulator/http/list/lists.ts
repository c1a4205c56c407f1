import type { Readings } from '../../../shared/questions/generated/readings.ts';
import { invalidFields } from '../../domain/errors.ts';
import { JOB_STATUSES, OPERATIONS, PURPOSES } from '../../domain/vocabulary.ts';
import { execute } from '../../runtime/world-host.ts';
import { viewNow } from '../../world/jobs.ts';
import { type DeletedJob, type Page, type PageRequest, pageOfAssets, pageOfJobs } from '../../world/pages.ts';
import type { WireAnswer } from '../../world/wire.ts';
import type { World } from '../../world/world.ts';
import { jsonText } from '../answer.ts';
import { instant, oneOf, parseQuery, type QueryReader, text, wholeNumber } from '../query.ts';
import type { ApiRequest } from '../request.ts';
import { bindingOf, cursorBehind, type ListBinding, startAt } from './list-cursor.ts';

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 20;

const PAGE_PARAMETERS = {
  limit: wholeNumber(1, MAX_LIMIT, DEFAULT_LIMIT),
  cursor: text,
  created_gte: instant,
  created_lt: instant,
};
export const ASSET_LIST_PARAMETERS = { ...PAGE_PARAMETERS, purpose: oneOf(PURPOSES), job_id: text };

/** Reading 12: the parameters of the list of jobs. */
export function jobListParameters({ jobs_list_max_limit: most, jobs_list_default_limit: usual }: Readings) {
  const limit = wholeNumber(1, most, usual);
  return { ...PAGE_PARAMETERS, limit, status: oneOf(JOB_STATUSES), operation: oneOf(OPERATIONS) };
}

/** Spec 4.1. */
export function listAssets(request: ApiRequest): WireAnswer {
  admit(request);
  const { world } = request.host;
  const query = parseQuery(request.query, ASSET_LIST_PARAMETERS, decisionsOf(world, 'assets'));
  const list = bindingOf(request, 'assets', query);
  const { purpose, job_id: jobId } = query.values;
  const start = pageRequest(query, DEFAULT_LIMIT, list);
  const refusal = jobId === null ? null : world.rules.refusalOfJobFilter(jobId, request.caller.owner);
  if (refusal !== null) throw refusal;
  const page = pageOfAssets(world, request.caller.owner, { ...start, purpose, jobId });
  const bodies = page.rows.map((asset) => JSON.stringify(world.rules.assetBody(asset, request.account.hasTestKey)));
  return pageAnswer(bodies, page, start, list);
}

/** Spec 4.3, in the form of reading 12. The bytes of each job are the same as in a read. */
export function listJobs(request: ApiRequest): WireAnswer {
  admit(request);
  const { world } = request.host;
  const { readings } = world.settings;
  const query = parseQuery(request.query, jobListParameters(readings), decisionsOf(world, 'jobs'));
  const list = bindingOf(request, 'jobs', query);
  const { status, operation } = query.values;
  const start = pageRequest(query, readings.jobs_list_default_limit, list);
  const page = pageOfJobs(world, request.caller.owner, { ...start, status, operation });
  const bodies = page.rows.map((job) => ('deleted' in job ? deletedBody(job) : viewNow(world, job).json));
  return pageAnswer(bodies, page, start, list);
}

function deletedBody({ id }: DeletedJob): string {
  return JSON.stringify({ id, object: 'job', deleted: true });
}

/** Reading 28: requests for lists may be limited per minute. */
function admit({ host, caller }: ApiRequest): void {
  const { list_limit_per_minute: limit } = host.world.settings.readings;
  if (limit !== null) execute(host, 'admit_list', { caller, limit });
}

function decisionsOf({ rules }: World, list: 'assets' | 'jobs') {
  return { isTaken: (name: string) => rules.parameterIsTaken(list, name), isIgnored: rules.valueIsIgnored };
}

type PageQuery = { values: QueryReader<typeof PAGE_PARAMETERS> };

function pageRequest({ values }: PageQuery, usualLimit: number, list: ListBinding): PageRequest {
  const { created_gte: createdGte, created_lt: createdLt } = values;
  const problem = list.world.rules.rangeProblem(createdGte, createdLt);
  if (problem !== null) throw invalidFields([problem]);
  return { limit: values.limit ?? usualLimit, ...startAt(values.cursor, list), createdGte, createdLt };
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
