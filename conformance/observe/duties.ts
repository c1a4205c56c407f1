import { isMap } from '../../shared/is-map.ts';
import { type ExchangeView, viewOf } from '../effects/http/view.ts';
import { routeOf } from '../target/routes.ts';
import { keyIn } from './callers.ts';
import type { Passing } from './traffic.ts';

/** What the specification asks of a client at an exchange: its own words, its section, and what the client may do. */
export type Duty = { clause: string; says: string; client: string };

type Row = Duty & { status: number; code?: string };

/** Refusals by which a server says that the client has not done its part (spec 7). The first row that fits counts. */
const REFUSALS: readonly Row[] = [
  {
    status: 400,
    code: 'INVALID_CURSOR',
    clause: '4.1',
    says: 'next_cursor is opaque and bound to the query filters and to the caller; it is sent back with the same filters',
    client: 'send the cursor with the filters and the API key that it was given to, or begin again without one',
  },
  {
    status: 400,
    clause: '7',
    says: 'invalid request, inputs or Idempotency-Key',
    client: 'read error.details, correct the request, and send it with a new Idempotency-Key',
  },
  {
    status: 401,
    clause: '5',
    says: 'no usable key: missing, unrecognised, revoked, expired, or account disabled; retry: no',
    client: 'send a valid key in X-API-Key; do not repeat the request with the same key',
  },
  {
    status: 402,
    clause: '7',
    says: 'submission without enough spendable units while enforced',
    client: 'read GET /v1/credits/balance before further submissions; get units',
  },
  {
    status: 403,
    code: 'API_KEY_IP_NOT_ALLOWED',
    clause: '5',
    says: 'valid key called from outside its network allowlist; retry: no',
    client: 'call from an allowed network',
  },
  {
    status: 403,
    clause: '5',
    says: 'valid key lacks the grant; retry: no',
    client: 'use a key with the scope of the operation',
  },
  {
    status: 404,
    code: 'JOB_NOT_FOUND',
    clause: '7',
    says: 'job never existed in this environment, retention passed, or deleted',
    client: 'stop polling; read results before expires_at',
  },
  {
    status: 404,
    code: 'ASSET_NOT_FOUND',
    clause: '7',
    says: 'asset unknown, deleted, or of another environment',
    client: 'upload the image again, and submit the job with the new id',
  },
  {
    status: 404,
    clause: '1',
    says: 'where an operation is not enabled it answers 404 exactly as an unknown path does',
    client: 'treat the operation as not enabled',
  },
  {
    status: 409,
    code: 'IDEMPOTENCY_KEY_REUSED',
    clause: '4.2',
    says: 'the same key with a different request',
    client: 'use a new Idempotency-Key for each new request; repeat a request only with the same body',
  },
  {
    status: 409,
    code: 'JOB_NOT_CANCELLABLE',
    clause: '3',
    says: 'cancel on a finished job',
    client: 'read the job: it has ended',
  },
  {
    status: 409,
    code: 'JOB_IN_PROGRESS',
    clause: '3',
    says: 'delete on a queued or running job',
    client: 'wait until the job is terminal, or cancel it first',
  },
  {
    status: 409,
    code: 'ASSET_OWNED_BY_JOB',
    clause: '3',
    says: 'a result asset is deleted only together with its job',
    client: 'delete the job',
  },
  {
    status: 410,
    code: 'JOB_DELETED',
    clause: '3',
    says: "reuse of the job's Idempotency-Key answers 410 JOB_DELETED",
    client: 'use a new Idempotency-Key',
  },
  { status: 410, clause: '4.2', says: 'input asset expired', client: 'upload the image again' },
  { status: 413, clause: '4.2', says: 'request body exceeds byte limit', client: 'send a smaller body' },
  {
    status: 429,
    clause: '7',
    says: 'retry 429 and 503 after Retry-After',
    client: 'wait for Retry-After before the next request',
  },
  {
    status: 503,
    clause: '7',
    says: 'dependency or store unavailable; retry after Retry-After',
    client: 'wait for Retry-After, then repeat the request with the same Idempotency-Key',
  },
];

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
  const route = routeOf(request.method, request.url)?.name;
  const { header } = viewOf({ request, answer: null, silence: null, detail: null, at: 0, took: 0 }).request;
  const isSubmission = route === 'submit' || route === 'submit-hair';
  return [
    ...(isSubmission && header['idempotency-key'] === undefined
      ? [
          {
            clause: '4.2',
            says: 'the integration rules state that every product submission requires an Idempotency-Key',
            client: 'send an Idempotency-Key, so that a lost answer can be asked for again',
          },
        ]
      : []),
    ...(/[?&][^=&]*key=/i.test(request.url)
      ? [
          {
            clause: '5',
            says: 'a key must never be placed in a URL query string',
            client: 'send the key in X-API-Key alone, and replace this key',
          },
        ]
      : []),
  ];
}

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
