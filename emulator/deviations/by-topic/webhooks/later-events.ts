import { accountOf, environmentOf } from '../../../domain/account.ts';
import { toIso } from '../../../domain/values/time.ts';
import type { WebhookEvent } from '../../../domain/webhook.ts';
import type { DeliveryFacts } from '../../../world/edges.ts';
import { type Deviation, type Overrides, subtle } from '../../deviation.ts';
import type { AnyJson } from '../../edits.ts';
import { event, headers } from '../../posts.ts';

/** Where an event is right at first: on a retry, on a resend, for another type, or at a second endpoint it is not. */

type When = (facts: DeliveryFacts) => boolean;

const isRetry: When = ({ delivery }) => delivery.attempts.length > 0;
const isResend: When = ({ delivery }) => delivery.isResend;

function of(type: WebhookEvent['type']): When {
  return (facts) => facts.event.type === type;
}

/** Changes the event of some deliveries alone. */
function eventOf(isMeant: When, change: (event: AnyJson) => unknown): Pick<Overrides, 'delivery'> {
  return event((sent, facts) => (isMeant(facts) ? change(sent) : undefined));
}

/** Changes one header of some deliveries alone. */
function headerOf(isMeant: When, name: string, value: string): Pick<Overrides, 'delivery'> {
  return headers((sent, facts) => {
    if (isMeant(facts)) sent[name] = value;
  });
}

/** Sections 6.1 to 6.3, later than at first. */
export const LATER_EVENTS: readonly Deviation[] = [
  subtle(
    'WH-POST',
    'event-retried-with-query',
    'A retry goes to the address with the number of the attempt behind it.',
    {
      delivery: (request, facts) =>
        isRetry(facts) ? { ...request, url: `${request.url}?attempt=${facts.delivery.attempts.length + 1}` } : request,
    },
  ),
  subtle('WH-CONTENT-TYPE', 'event-retried-as-text', 'A retry is of text/plain.', {
    ...headerOf(isRetry, 'Content-Type', 'text/plain'),
  }),
  subtle('WH-USER-AGENT', 'event-agent-of-resend', 'The User-Agent of a resend is that of the console.', {
    ...headerOf(isResend, 'User-Agent', 'Service-Console/1'),
  }),
  subtle('WH-EVENT-ID-HEADER', 'event-id-header-of-resend', 'Service-Event-Id of a resend is the id of the delivery.', {
    ...headers((sent, { delivery }) => {
      if (delivery.isResend) sent['Service-Event-Id'] = delivery.id;
    }),
  }),
  subtle(
    'WH-EVENT-TYPE-HEADER',
    'event-type-header-of-cancelled',
    'Service-Event-Type of a job that was cancelled is job.canceled.',
    { ...headerOf(of('job.cancelled'), 'Service-Event-Type', 'job.canceled') },
  ),
  subtle('WH-ATTEMPT-N', 'event-attempts-from-1-again', 'The sixth attempt counts as the first.', {
    ...headers((sent, { delivery }) => {
      if (delivery.attempts.length >= 5) sent['Service-Delivery-Attempt'] = `${delivery.attempts.length - 4}`;
    }),
  }),
  subtle('EVENT-OBJECT', 'event-object-of-retry', 'A retry calls itself a retry.', {
    ...eventOf(isRetry, (sent) => {
      sent.object = 'retry';
    }),
  }),
  subtle('EVENT-API-VERSION', 'event-version-of-failed', 'The event of a job that failed has no api_version.', {
    ...eventOf(of('job.failed'), (sent) => {
      sent.api_version = undefined;
    }),
  }),
  subtle('LIVEMODE-EVENT', 'ping-livemode-true', 'A test.ping says that it is live, whatever its environment.', {
    ...eventOf(of('test.ping'), (sent) => {
      sent.livemode = sent.livemode === undefined ? undefined : true;
    }),
  }),
  subtle('WH-ID-STABLE', 'event-created-anew', 'A retry was created when it is sent.', {
    ...event((sent, { delivery, world }) => {
      if (delivery.attempts.length > 0) sent.created = toIso(world.state.now);
    }),
  }),
  subtle('WH-RESEND-ID', 'event-id-of-second-resend', 'What is sent again a second time has an event id of its own.', {
    delivery: (request, facts) => {
      const { delivery, world } = facts;
      const isFirst = ![...world.state.deliveries.values()].some(
        (one) => one.event === delivery.event && one.isResend && one.id !== delivery.id,
      );
      if (!delivery.isResend || isFirst) return request;
      const id = `evt_${delivery.id.slice(4)}`;
      const renamed = event((sent) => void Object.assign(sent, { id })).delivery?.(request, facts) ?? request;
      return { ...renamed, headers: { ...renamed.headers, 'Service-Event-Id': id } };
    },
  }),
  ...(['pending', 'exhausted', 'cancelled'] as const).map((state) =>
    subtle('WH-RESEND-ID', `resend-none-of-${state}`, `A delivery that is ${state} is not sent again.`, {
      delivery: (request, { delivery, world }) => {
        const [first] = [...world.state.deliveries.values()].filter((one) => one.event === delivery.event);
        return delivery.isResend && first?.state === state ? { ...request, url: 'http://127.0.0.1:9/' } : request;
      },
    }),
  ),
  subtle('WH-DELETED-BODY', 'event-of-deleted-on-resend', 'A resend of a deleted job tells how the job ended.', {
    ...eventOf(isResend, ({ type, data: { object } }) => {
      if (object.deleted === true) object.status = type.slice(4);
    }),
  }),
  subtle('WH-DELETED-BODY', 'event-of-deleted-failure', 'The event of a deleted job that failed still has an error.', {
    ...eventOf(of('job.failed'), ({ data: { object } }) => {
      if (object.deleted === true) object.error = { code: 'PROCESSING_FAILED', message: 'It was deleted.' };
    }),
  }),
  subtle('WH-BODY-IS-JOB', 'event-of-failed-without-error', 'The Job of the event of a failure has no error yet.', {
    ...eventOf(of('job.failed'), ({ data: { object } }) => {
      if (object.deleted !== true) object.error = null;
    }),
  }),
  subtle('WH-BODY-IS-JOB', 'event-job-of-resend', 'The Job in a resend was updated when it was sent again.', {
    ...event((sent, { delivery, world }) => {
      if (delivery.isResend && sent.data.object.updated_at !== undefined)
        sent.data.object.updated_at = toIso(world.state.now);
    }),
  }),
  subtle('WH-NO-PRIVATE-DATA', 'event-mails-of-failure', 'The event of a failure says whom to write to.', {
    ...eventOf(of('job.failed'), (sent) => {
      sent.contact = 'support@service.test';
    }),
  }),
  subtle('WH-NO-PRIVATE-DATA', 'ping-names-account', 'A test.ping names the account.', {
    ...event((sent, { endpoint, event: { type } }) => {
      if (type === 'test.ping') sent.account = accountOf(endpoint.owner);
    }),
  }),
  subtle('WH-PING-BODY', 'ping-names-first-endpoint', 'A test.ping names the first endpoint of the account.', {
    ...event((sent, { endpoint, world }) => {
      const [first] = [...world.state.endpoints.values()].filter(({ owner }) => owner === endpoint.owner);
      if (sent.type === 'test.ping') sent.data.object.endpoint_id = first?.id;
    }),
  }),
  subtle('ID-EVENT', 'ping-id-of-endpoint', 'Each test.ping of an endpoint has the same id.', {
    delivery: (request, facts) => {
      if (facts.event.type !== 'test.ping') return request;
      const id = `evt_${facts.endpoint.id.slice(3)}`;
      const renamed = event((sent) => void Object.assign(sent, { id })).delivery?.(request, facts) ?? request;
      return { ...renamed, headers: { ...renamed.headers, 'Service-Event-Id': id } };
    },
  }),
  subtle('EVENT-CANCELLED', 'event-none-for-cancelled-test', 'A test job that was cancelled emits nothing.', {
    rules: (was) => ({
      receives: (endpoint, owner, type) =>
        was.receives(endpoint, owner, type) && !(type === 'job.cancelled' && environmentOf(owner) === 'test'),
    }),
  }),
  subtle('WH-SUBSCRIBED', 'event-for-one-endpoint', 'Of several endpoints that want an event one alone gets it.', {
    rules: (was, { world }) => ({
      receives: (endpoint, owner, type) => {
        const [first] = [...world.state.endpoints.values()].filter((one) => was.receives(one, owner, type));
        return was.receives(endpoint, owner, type) && first?.id === endpoint.id;
      },
    }),
  }),
  subtle(
    'WH-OWN-ENVIRONMENT',
    'event-of-cancelled-elsewhere',
    'Who subscribed to cancelled jobs gets those of both environments.',
    {
      rules: (was) => ({
        receives: (endpoint, owner, type) =>
          was.receives(endpoint, owner, type) ||
          (type === 'job.cancelled' &&
            accountOf(endpoint.owner) === accountOf(owner) &&
            was.receives(endpoint, endpoint.owner, type)),
      }),
    },
  ),
  subtle('WH-OWN-ACCOUNT', 'event-of-foreign-failure', 'An endpoint gets the failures of every account.', {
    rules: (was) => ({
      receives: (endpoint, owner, type) =>
        was.receives(endpoint, owner, type) || (type === 'job.failed' && was.receives(endpoint, endpoint.owner, type)),
    }),
  }),
];
