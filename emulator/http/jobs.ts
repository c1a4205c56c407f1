import type { Job } from '../domain/job.ts';
import { type Operation, SCOPE_OF } from '../domain/vocabulary.ts';
import { findJob, findJobOrTombstone } from '../world/find.ts';
import type { World } from '../world/world.ts';
import { type Answer, jsonText, noContent } from './answer.ts';
import { requireScope } from './authenticate.ts';
import { type ApiRequest, pathId } from './request.ts';

/** Spec 4.3: the polling surface. The bytes are those that the last change of the job left. */
export function readJob(request: ApiRequest): Answer {
  const { host, caller, context } = request;
  const job = findJob(host.world, caller.owner, pathId(request));
  const unchanged = host.world.rules.tagMatches(context.req.header('if-none-match'), job.view.etag);
  return unchanged
    ? { status: 304, headers: jobHeaders(host.world, job), body: null }
    : jobAnswer(host.world, 200, job);
}

export function cancelJob(request: ApiRequest): Answer {
  const { host, caller } = request;
  const { submission } = findJob(host.world, caller.owner, pathId(request));
  requireScope(request, SCOPE_OF[submission.operation]);
  const { settled, job } = host.execute('cancel', { caller, job: pathId(request) });
  return jobAnswer(host.world, settled ? 200 : 202, job);
}

export function deleteJob(request: ApiRequest): Answer {
  const { host, caller } = request;
  const found = findJobOrTombstone(host.world, caller.owner, pathId(request));
  const operation = 'cause' in found ? found.operation : found.submission.operation;
  requireScope(request, SCOPE_OF[operation as Operation]);
  host.execute('delete_job', { caller, job: pathId(request) });
  return noContent();
}

/** A job's bytes, with the tag and the pace that every route shows with them. */
export function jobAnswer(world: World, status: number, job: Job, headers: Record<string, string> = {}): Answer {
  return jsonText(status, job.view.json, { ...jobHeaders(world, job), ...headers });
}

function jobHeaders(world: World, job: Job): Record<string, string> {
  const { etag, terminal } = job.view;
  return terminal ? { ETag: etag } : { ETag: etag, 'Retry-After': String(world.settings.readings.retry_after) };
}
