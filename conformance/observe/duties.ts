import { isMap } from '../../shared/is-map.ts';
import { type ExchangeView, viewOf } from '../effects/http/view.ts';
import { routeOf } from '../target/routes.ts';
import { keyIn } from './callers.ts';
import type { Passing } from './traffic.ts';

/** What the specification requires of a client in an exchange: the section, a summary, and what the client can do. */
export type Duty = { clause: string; says: string; client: string };

/**
 * Refusals that require something of the client (spec 7): status, code, section, a summary, and what the client can do.
 */
const REFUSALS = rowsOf(`
400 INVALID_CURSOR | 4.1 | a cursor is bound to the filters and the key of the page that gave it | send the cursor with its filters and API key, or begin again without one
400 | 7 | the request, an input or its Idempotency-Key is malformed | read error.details, correct the request, and send it with a new Idempotency-Key
401 | 5 | the request has no key that the service accepts | send a valid key; do not repeat the request with this one
402 | 7 | the account has too few units, and does not accept jobs without them | read the balance before further submissions
403 API_KEY_IP_NOT_ALLOWED | 5 | the key may not be used from this network | call from an allowed network
403 | 5 | the key has no permission for this operation | use a key with the scope of the operation
404 JOB_NOT_FOUND | 7 | this key has no such job, or no longer | stop polling; read results before expires_at
404 ASSET_NOT_FOUND | 7 | this key has no such asset, or no longer | upload the image again, and submit the job with the new id
404 | 1 | an unknown path, or an operation that this account does not have | treat the operation as not enabled
409 IDEMPOTENCY_KEY_REUSED | 4.2 | another request has this Idempotency-Key already | use a new Idempotency-Key for each new request
409 JOB_NOT_CANCELLABLE | 3 | only a job that is under way can be cancelled | read the job: it has ended
409 JOB_IN_PROGRESS | 3 | only a job that has ended can be deleted | wait until the job has ended, or cancel it first
409 ASSET_OWNED_BY_JOB | 3 | a result cannot be deleted without its job | delete the job
410 JOB_DELETED | 3 | the Idempotency-Key of a deleted job stays used | use a new Idempotency-Key
410 | 4.2 | the input is past its expiry | upload the image again
413 | 4.2 | the body is too large | send a smaller body
429 | 7 | too many requests or jobs; the answer says when to try again | wait for Retry-After before the next request
503 | 7 | the service is unavailable; the answer says when to try again | wait for Retry-After, then repeat the request with the same Idempotency-Key
`);

type Row = Duty & { status: number; code: string | undefined };

function rowsOf(table: string): Row[] {
  const lines = table.trim().split('\n');
  return lines.map((line) => {
    const [refusal = '', clause = '', says = '', client = ''] = line.split(' | ');
    const [status, code] = refusal.split(' ');
    return { status: Number(status), code, clause, says, client };
  });
}

/** What the client had to do in one exchange, according to its answer and the answers before it. */
export function dutiesAt(passing: Passing, before: readonly Passing[]): Duty[] {
  const view = viewOf(passing.exchange);
  const refusal = REFUSALS.find(
    ({ status, code }) => status === view.status && (code === undefined || code === codeIn(view)),
  );
  return [...(refusal === undefined ? [] : [dutyOf(refusal)]), ...ofPace(passing, before), ...ofRequest(passing)];
}

function dutyOf({ clause, says, client }: Row): Duty {
  return { clause, says, client };
}

function codeIn({ body }: ExchangeView): unknown {
  return isMap(body) && isMap(body['error']) ? body['error']['code'] : undefined;
}

function ofRequest({ exchange: { request } }: Passing): Duty[] {
  const isSubmission = routeOf(request.method, request.url)?.name.startsWith('submit') ?? false;
  const hasKey = Object.keys(request.headers).some((name) => name.toLowerCase() === 'idempotency-key');
  return [
    ...(isSubmission && !hasKey ? [WITHOUT_KEY] : []),
    ...(/[?&][^=&]*key=/i.test(request.url) ? [KEY_IN_URL] : []),
  ];
}

const WITHOUT_KEY: Duty = {
  clause: '4.2',
  says: 'a submission needs an Idempotency-Key',
  client: 'send an Idempotency-Key, so that a lost answer can be asked for again',
};
const KEY_IN_URL: Duty = {
  clause: '5',
  says: 'a key does not belong in a URL',
  client: 'send the key in X-API-Key alone, and replace this key',
};

/** The tolerance in milliseconds, since the times of requests are not exact. */
const SLACK = 20;

/** Spec 8: a client waits for Retry-After, even between reads of a job. */
function ofPace(passing: Passing, before: readonly Passing[]): Duty[] {
  const { request, at } = passing.exchange;
  if (request.method !== 'GET' || at < FIRST_YEAR) return [];
  const last = before.findLast(
    ({ exchange }) => exchange.request.url === request.url && exchange.request.method === 'GET',
  );
  if (last === undefined || keyIn(last) !== keyIn(passing)) return [];
  const { exchange } = last;
  const asked = viewOf(exchange).header['retry-after'] ?? '';
  const waited = at - (exchange.at + exchange.took);
  if (!/^\d{1,7}$/.test(asked) || waited + SLACK >= Number(asked) * 1_000) return [];
  const seconds = (Math.max(0, waited) / 1_000).toFixed(2);
  return [
    {
      clause: '8',
      says: 'a client waits as long as Retry-After says, also between reads of a job',
      client: `wait ${asked} s before the next read: exchange ${last.number} asked for that, and ${seconds} s went by`,
    },
  ];
}

/** A recording of the emulator has line numbers instead of times. */
const FIRST_YEAR = Date.UTC(2000, 0, 1);
