import type { Job, JobView } from '../domain/job.ts';
import type { Operation } from '../domain/vocabulary.ts';
import { execute } from '../runtime/world-host.ts';
import { findJob, findJobOrTombstone } from '../world/find.ts';
import { viewNow } from '../world/jobs.ts';
import type { WireAnswer } from '../world/wire.ts';
import type { World } from '../world/world.ts';
import { noContent } from './answer.ts';
import type { ApiRequest } from './request.ts';
import { requireScope } from './scope.ts';

/** Spec 4.3: the read that clients poll. Returns the bytes that the last change of the job created. */
export function readJob(request: ApiRequest): WireAnswer {
  const { host, caller, id, headers } = request;
  const job = findJob(host.world, caller.owner, id);
  const view = viewNow(host.world, job);
  const unchanged = host.world.rules.tagMatches(headers['if-none-match'], view.etag);
  return unchanged
    ? { status: 304, headers: jobHeaders(host.world, 304, view, {}), body: null }
    : viewAnswer(host.world, 200, view);
}

export function cancelJob(request: ApiRequest): WireAnswer {
  const { host, caller, id } = request;
  const { submission } = findJob(host.world, caller.owner, id);
  requireScope(request, submission.operation);
  const { settled, job } = execute(host, 'cancel', { caller, job: id });
  return jobAnswer(host.world, settled ? 200 : 202, job);
}

export function deleteJob(request: ApiRequest): WireAnswer {
  const { host, caller, id } = request;
  const found = findJobOrTombstone(host.world, caller.owner, id);
  const operation = 'cause' in found ? found.operation : found.submission.operation;
  requireScope(request, operation as Operation);
  execute(host, 'delete_job', { caller, job: id });
  return noContent();
}

/** The bytes of a job, with the ETag and the Retry-After that all routes return with them. */
export function jobAnswer(world: World, status: number, job: Job, headers?: Record<string, string>): WireAnswer {
  return viewAnswer(world, status, viewNow(world, job), headers);
}

function viewAnswer(world: World, status: number, view: JobView, headers?: Record<string, string>): WireAnswer {
  const shown = jobHeaders(world, status, view, { 'Content-Type': 'application/json' });
  return { status, headers: Object.assign(shown, headers), body: view.json };
}

/** Spec 4.2: an accepted submission is answered with Retry-After, whatever the state of the job is by then. */
function jobHeaders(
  world: World,
  status: number,
  { etag, terminal }: JobView,
  headers: Record<string, string>,
): Record<string, string> {
  headers['ETag'] = etag;
  if (!terminal || status === 202) headers['Retry-After'] = String(world.settings.readings.retry_after);
  return headers;
}
