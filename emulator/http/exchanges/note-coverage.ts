import type { ErrorKind } from '../../domain/errors.ts';
import type { RouteFacts, RouteId } from '../../domain/routes.ts';
import { isRetried, KEYS, keyOfJob, losesAnswer } from '../../domain/test-control/coverage.ts';
import type { WorldHost } from '../../runtime/world-host.ts';
import type { Handled } from './record.ts';

/** Marks what a client has met in an exchange, and what it has reacted to with it. */
export function noteCoverage(host: WorldHost, handled: Handled): void {
  const { coverage } = host;
  const { route, trouble } = handled;
  if (route === null) return;
  // Before the marks of this exchange: a client cannot react to an answer before it has received it.
  if (coverage.isWaiting()) coverage.react(nameOf(handled));
  if (trouble !== null)
    coverage.meet(KEYS.fault(trouble.kind), losesAnswer(trouble.kind) ? () => nameOf(handled) : undefined);
  // An answer that was lost in transit does not count as met.
  if (trouble?.harm?.kind === 'drop') return;
  const { refusal, answer } = handled;
  if (refusal !== null) {
    const { kind } = refusal.error;
    coverage.meet(keyOf(route, kind), isRetried(kind) ? () => nameOf(handled) : undefined, refusal.error.because?.rule);
    noteGone(host, handled, kind);
    return;
  }
  coverage.meet(keyOf(route, answer.status), route.submits === null ? undefined : () => pollOf(handled));
  if (route.id === 'readJob') noteJob(host, handled);
}

/** The request with which a client would repeat this one. A submission is only repeated with the same key. */
function nameOf({ route, request: { method, path, headers } }: Handled): string {
  return route?.submits == null ? `${method} ${path}` : `${method} ${path} ${headers['idempotency-key'] ?? ''}`;
}

function pollOf({ answer }: Handled): string | null {
  const { Location: location = '' } = answer.headers;
  const at = location.lastIndexOf('/jobs/');
  const id = at === -1 ? '' : location.slice(at + '/jobs/'.length);
  return /^[^/?]+$/.test(id) ? pollName(id) : null;
}

export function pollName(job: string): string {
  return `GET /v1/jobs/${job}`;
}

function noteJob({ world, coverage }: WorldHost, { request: { id } }: Handled): void {
  const job = world.state.jobs.get(id);
  if (job !== undefined) coverage.meet(keyOfJob(job), job.view.terminal ? undefined : () => pollName(id));
}

function noteGone({ world, coverage }: WorldHost, { request: { id } }: Handled, kind: ErrorKind): void {
  if (kind !== 'job_not_found' && kind !== 'asset_not_found') return;
  const grave = world.state.tombstones.get(id);
  if (grave !== undefined) coverage.meet(KEYS.gone(kind === 'job_not_found' ? 'job' : 'asset', grave.cause));
}

const keys = new Map<RouteId, Map<number | ErrorKind, string>>();

/** Keys are cached, because concatenating two texts takes longer than a lookup. */
function keyOf({ id, name }: RouteFacts, of: number | ErrorKind): string {
  const ofRoute = keys.get(id) ?? new Map<number | ErrorKind, string>();
  const known = ofRoute.get(of);
  if (known !== undefined) return known;
  const key = typeof of === 'number' ? KEYS.success(name, of) : KEYS.refusal(name, of);
  keys.set(id, ofRoute.set(of, key));
  return key;
}
