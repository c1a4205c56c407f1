import type { ErrorKind } from '../errors.ts';
import type { Place } from '../values/place.ts';
import type { Count, Trigger } from './trigger.ts';

/** The errors that a fault can answer with; status, code and message are those of the service. */
export const FAULT_ERRORS = [
  'internal_error',
  'service_unavailable',
  'rate_limited',
  'payload_too_large',
] as const satisfies readonly ErrorKind[];
/** Written out, so that the published types do not depend on a value. */
type FaultError = 'internal_error' | 'service_unavailable' | 'rate_limited' | 'payload_too_large';

/**
 * The effect of a fault. `error` refuses the request before anything is done; `commit_then_error` and
 * `commit_then_drop` process the request and then lose the answer; the others damage the answer.
 */
export type FaultEffect =
  | { kind: 'error'; error: FaultError; retryAfterSeconds: number | null }
  | { kind: 'commit_then_error'; error: FaultError; retryAfterSeconds: number | null }
  | { kind: 'commit_then_drop' }
  | { kind: 'reset' }
  | { kind: 'delay'; milliseconds: number }
  | { kind: 'truncate'; bytes: number }
  | { kind: 'dribble'; bytes: number; milliseconds: number };

export type FaultMatch = {
  /** The route, such as `POST /v1/jobs/:id/cancel`. */
  route: string | null;
  method: string | null;
  key: string | null;
  environment: string | null;
};

export type Fault = {
  id: string;
  match: FaultMatch;
  place: Place;
  trigger: Trigger;
  effect: FaultEffect;
  count: Count;
};

export type FaultSubject = { route: string; method: string; key: string | null; environment: string | null };

export function matchesFault({ match }: Fault, subject: FaultSubject): boolean {
  const same = (wanted: string | null, is: string | null) => wanted === null || wanted === is;
  return (
    same(match.route, subject.route) &&
    same(match.method, subject.method) &&
    same(match.key, subject.key) &&
    same(match.environment, subject.environment)
  );
}
