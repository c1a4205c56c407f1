import { isMap } from '../../shared/is-map.ts';
import { type ExchangeView, viewOf } from '../effects/http/view.ts';
import { routeOf } from '../target/routes.ts';
import { keyIn } from './callers.ts';
import type { Passing } from './traffic.ts';

/** What the specification asks of a client at an exchange: its own words, its section, and what the client may do. */
export type Duty = { clause: string; says: string; client: string };

/** Refusals by which a server says that the client has not done its part (spec 7): status, code, section, its words, what the client may do. */
const REFUSALS = rowsOf(`
400 INVALID_CURSOR | 4.1 | next_cursor is sent back with the same filters | send the cursor with its filters and API key, or begin again without one
400 | 7 | invalid request, inputs or Idempotency-Key | read error.details, correct the request, and send it with a new Idempotency-Key
401 | 5 | no usable key: missing, unrecognised, revoked, expired, or account disabled | send a valid key; do not repeat the request with this one
402 | 7 | submission without enough spendable units while enforced | read the balance before further submissions
403 API_KEY_IP_NOT_ALLOWED | 5 | valid key called from outside its network allowlist | call from an allowed network
403 | 5 | valid key lacks the grant | use a key with the scope of the operation
404 JOB_NOT_FOUND | 7 | job never existed in this environment, retention passed, or deleted | stop polling; read results before expires_at
404 ASSET_NOT_FOUND | 7 | asset unknown, deleted, or of another environment | upload the image again, and submit the job with the new id
404 | 1 | where an operation is not enabled it answers 404 exactly as an unknown path does | treat the operation as not enabled
409 IDEMPOTENCY_KEY_REUSED | 4.2 | the same key with a different request | use a new Idempotency-Key for each new request
409 JOB_NOT_CANCELLABLE | 3 | cancel on a finished job | read the job: it has ended
409 JOB_IN_PROGRESS | 3 | delete on a queued or running job | wait until the job is terminal, or cancel it first
409 ASSET_OWNED_BY_JOB | 3 | a result asset is deleted only together with its job | delete the job
410 JOB_DELETED | 3 | reuse of the job's Idempotency-Key answers 410 JOB_DELETED | use a new Idempotency-Key
410 | 4.2 | input asset expired | upload the image again
413 | 4.2 | request body exceeds byte limit | send a smaller body
429 | 7 | retry 429 and 503 after Retry-After | wait for Retry-After before the next request
503 | 7 | retry after Retry-After | wait for Retry-After, then repeat the request with the same Idempotency-Key
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

/** What the client was to do at one exchange, by its answer and by the answers before it. */
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
  says: 'every product submission requires an Idempotency-Key',
  client: 'send an Idempotency-Key, so that a lost answer can be asked for again',
};
const KEY_IN_URL: Duty = {
  clause: '5',
  says: 'the key must never be placed in a URL query string',
  client: 'send the key in X-API-Key alone, and replace this key',
};

/** Times of requests are known to the millisecond. */
const SLACK = 20;

/** Spec 8: honour Retry-After on queued, running, 202, 429 and 503 answers. */
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
      says: 'honour Retry-After on queued, running, 202, 429 and 503 answers',
      client: `wait ${asked} s before the next read: exchange ${last.number} asked for that, and ${seconds} s went by`,
    },
  ];
}

/** A recording of the emulator has the order of its requests in place of their times. */
const FIRST_YEAR = Date.UTC(2000, 0, 1);
