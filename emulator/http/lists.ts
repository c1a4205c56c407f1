import { ApiError } from '../domain/errors.ts';
import { type CursorBinding, openCursor, sealCursor } from '../domain/values/cursor.ts';
import type { SortKey } from '../domain/values/sorted-list.ts';
import { JOB_STATUSES, OPERATIONS, PURPOSES } from '../domain/vocabulary.ts';
import { viewNow } from '../world/jobs.ts';
import { type PageRequest, pageOfAssets, pageOfJobs } from '../world/pages.ts';
import type { Query, WireAnswer } from '../world/wire.ts';
import { jsonText } from './answer.ts';
import { instant, oneOf, parseQuery, type QueryReader, text, wholeNumber } from './query.ts';
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
export const JOB_LIST_PARAMETERS = { ...PAGE_PARAMETERS, status: oneOf(JOB_STATUSES), operation: oneOf(OPERATIONS) };

/** Spec 4.1. */
export function listAssets(request: ApiRequest): WireAnswer {
  const query = parseQuery(request.query, ASSET_LIST_PARAMETERS);
  const binding = bindingOf(request, 'assets', query.given);
  const { world } = request.host;
  const { purpose, job_id: jobId } = query.values;
  const page = pageOfAssets(world, request.caller.owner, { ...pageRequest(query, binding), purpose, jobId });
  const bodies = page.rows.map((asset) => JSON.stringify(world.rules.assetBody(asset, request.account.hasTestKey)));
  return pageAnswer(bodies, page.next, binding);
}

/** Spec 4.3, in the shape of reading 12. The bytes of each job are those of a read. */
export function listJobs(request: ApiRequest): WireAnswer {
  const query = parseQuery(request.query, JOB_LIST_PARAMETERS);
  const binding = bindingOf(request, 'jobs', query.given);
  const { status, operation } = query.values;
  const filter = { ...pageRequest(query, binding), status, operation };
  const page = pageOfJobs(request.host.world, request.caller.owner, filter);
  return pageAnswer(
    page.rows.map((job) => viewNow(request.host.world, job).json),
    page.next,
    binding,
  );
}

/** A cursor is good for the caller and the filters that it was made for, with any `limit`. */
function bindingOf({ host, caller }: ApiRequest, list: string, given: Query): CursorBinding {
  const filters = given.filter(([name]) => name !== 'limit' && name !== 'cursor').sort();
  const { settings, rules } = host.world;
  return rules.cursorBinding({ seed: settings.seed, owner: caller.owner, list, filters: JSON.stringify(filters) });
}

function pageRequest({ values }: { values: QueryReader<typeof PAGE_PARAMETERS> }, binding: CursorBinding): PageRequest {
  const after = values.cursor === null ? null : openCursor(values.cursor, binding);
  if (values.cursor !== null && after === null) {
    const because = { rule: 'CURSOR-400', section: '4.1', compared: { filters: binding.filters } };
    throw new ApiError('invalid_cursor', { fields: [{ path: 'cursor', problem: 'is not valid here' }], because });
  }
  return { limit: values.limit ?? DEFAULT_LIMIT, after, createdGte: values.created_gte, createdLt: values.created_lt };
}

function pageAnswer(bodies: readonly string[], next: SortKey | null, binding: CursorBinding): WireAnswer {
  const cursor = next === null ? null : sealCursor(next, binding);
  return jsonText(
    200,
    `{"data":[${bodies.join(',')}],"has_more":${next !== null},"next_cursor":${JSON.stringify(cursor)}}`,
  );
}
