import { signatureHeader } from '../domain/signature.ts';
import type { JobEventType } from '../domain/webhook.ts';
import { FORGED_HEADER } from '../world/edges.ts';
import type { Overrides } from './deviation.ts';
import { eventsBefore } from './posts.ts';

type Parts = { secrets: readonly string[]; unixSeconds: number; body: string };

/** The value of `Service-Signature`; null omits the header. */
type Forgery = (parts: Parts) => string | null;

const FOREIGN = 'whsec_a_secret_that_no_receiver_holds';
/** Spec 6.4: a time more than 300 seconds away is refused. */
const TOO_FAR = 310;

/** Deliveries that a verifier must refuse (spec 6.4), by the id of the probe of `probe-webhook` that sends the same. */
export const FORGERIES: Readonly<Record<string, Forgery>> = {
  'wrong-secret': ({ unixSeconds, body }) => signatureHeader([FOREIGN], unixSeconds, body),
  'body-altered': ({ secrets, unixSeconds, body }) => signatureHeader(secrets, unixSeconds, `${body} `),
  'no-signature': () => null,
  'no-v1': ({ secrets, unixSeconds, body }) => signatureHeader(secrets, unixSeconds, body).replaceAll('v1=', 'v0='),
  stale: ({ secrets, unixSeconds, body }) => signatureHeader(secrets, unixSeconds - TOO_FAR, body),
  future: ({ secrets, unixSeconds, body }) => signatureHeader(secrets, unixSeconds + TOO_FAR, body),
  'two-times': ({ secrets, unixSeconds, body }) =>
    `${signatureHeader(secrets, unixSeconds, body)},t=${unixSeconds - TOO_FAR}`,
};

/** Sends each forgery once before each event. A forgery does not count as a failure of the endpoint. */
export const FORGED_WEBHOOKS: Overrides = {
  rules: (was) => ({
    ...eventsBefore(Object.keys(FORGERIES).map(typeOf), was),
    nextAttemptAt: (seed, delivery, event, made, now) =>
      forgeryOf(event.type) === null ? was.nextAttemptAt(seed, delivery, event, made, now) : null,
    countsForFailing: (type, attempt) => forgeryOf(type) === null && was.countsForFailing(type, attempt),
  }),
  delivery: (request, { event, endpoint, secrets, unixSeconds }) => {
    const id = forgeryOf(event.type);
    if (id === null) return request;
    const type = endpoint.events[0] ?? 'job.succeeded';
    const body = JSON.stringify({ ...JSON.parse(request.body), type });
    const { 'Service-Signature': _, ...headers } = request.headers;
    const signature = FORGERIES[id]?.({ secrets, unixSeconds, body }) ?? null;
    return {
      ...request,
      headers: {
        ...{ ...headers, 'Service-Event-Type': type, [FORGED_HEADER]: id },
        ...(signature !== null && { 'Service-Signature': signature }),
      },
      body,
    };
  },
};

const PREFIX = 'forged.';

function typeOf(id: string): JobEventType {
  return `${PREFIX}${id}` as string as JobEventType;
}

function forgeryOf(type: string): string | null {
  return type.startsWith(PREFIX) ? type.slice(PREFIX.length) : null;
}
