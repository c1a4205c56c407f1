import { accountOf, environmentOf } from '../../../domain/account.ts';
import { blatant, type Deviation, subtle } from '../../deviation.ts';
import { event, headers } from '../../posts.ts';
import { later, withOtherEnd } from '../../shift.ts';
import { decide } from '../../views.ts';

/** Sections 6.1 and 6.2: the types of events, and their envelope. */
export const EVENTS: readonly Deviation[] = [
  blatant('EVENT-SUCCEEDED', 'event-completed', 'A job that succeeded emits job.completed.', {
    ...event((sent) => {
      sent.type = sent.type === 'job.succeeded' ? 'job.completed' : sent.type;
    }),
    also: ['EVENT-TYPE'],
  }),
  subtle('EVENT-FAILED', 'event-none-for-failure', 'A job that failed emits nothing.', {
    rules: (was) => ({ eventsOfEnd: (end) => (end === 'failed' ? [] : was.eventsOfEnd(end)) }),
  }),
  subtle('EVENT-CANCELLED', 'event-failed-for-cancelled', 'A job that was cancelled emits job.failed.', {
    rules: (was) => ({ eventsOfEnd: (end) => (end === 'cancelled' ? ['job.failed'] : was.eventsOfEnd(end)) }),
  }),
  subtle('EVENT-ONE-TERMINAL', 'event-failed-and-cancelled', 'A job that was cancelled emits job.failed as well.', {
    rules: (was) => ({
      eventsOfEnd: (end) => (end === 'cancelled' ? [...was.eventsOfEnd(end), 'job.failed'] : was.eventsOfEnd(end)),
    }),
  }),
  subtle('EVENT-ONE-TERMINAL', 'event-twice', 'A job that succeeded emits its event twice, under two ids.', {
    rules: (was) => ({
      eventsOfEnd: (end) => (end === 'succeeded' ? [...was.eventsOfEnd(end), 'job.succeeded'] : was.eventsOfEnd(end)),
    }),
  }),
  subtle('EVENT-POLL-AGREES', 'event-of-other-end', 'The event of a job that failed carries it as cancelled.', {
    ...event((sent) => {
      if (sent.data.object.status !== 'failed') return;
      sent.type = 'job.cancelled';
      Object.assign(sent.data.object, { status: 'cancelled', error: null });
    }),
    also: ['EVENT-FAILED', 'WH-BODY-IS-JOB'],
  }),
  blatant('ID-EVENT', 'event-id-uuid', 'The id of an event has no prefix.', {
    ...event((sent) => {
      sent.id = sent.id.slice(4);
    }),
    also: ['WH-EVENT-ID-HEADER'],
  }),
  subtle('EVENT-OBJECT', 'event-object-webhook', 'An event calls itself webhook_event.', {
    ...event((sent) => {
      sent.object = 'webhook_event';
    }),
  }),
  subtle('EVENT-TYPE', 'event-type-upper', 'The type of an event is in upper case.', {
    ...event((sent) => {
      sent.type = sent.type.toUpperCase();
    }),
  }),
  subtle('EVENT-API-VERSION', 'event-version-rc', 'The api_version of an event is 1.0.0-rc.1.', {
    ...event((sent) => {
      sent.api_version = '1.0.0-rc.1';
    }),
  }),
  blatant('EVENT-CREATED', 'event-created-seconds', 'An event was created at a number of seconds.', {
    ...event((sent) => {
      sent.created = Date.parse(sent.created) / 1_000;
    }),
  }),
  subtle('LIVEMODE-EVENT', 'event-livemode-wrong', 'An event says the opposite of its environment.', {
    ...event((sent) => {
      sent.livemode = sent.livemode === undefined ? undefined : !sent.livemode;
    }),
  }),
  subtle('WH-BODY-IS-JOB', 'event-job-without-expiry', 'The Job in an event leaves its expires_at out.', {
    ...event((sent) => void delete sent.data.object.expires_at),
  }),
  subtle(
    'WH-BODY-IS-JOB',
    'event-job-of-before',
    'The Job in an event was updated a millisecond before that of a read.',
    {
      ...event(({ data: { object } }) => {
        object.updated_at = later(object.updated_at, -1);
      }),
    },
  ),
  subtle('WH-BODY-IS-JOB', 'event-job-nested', 'The Job of an event is one level too deep.', {
    ...event((sent) => {
      sent.data.object = { job: sent.data.object };
    }),
  }),
  subtle('WH-DELETED-BODY', 'event-of-deleted-with-status', 'The event of a deleted job still says how it ended.', {
    ...event(({ type, data: { object } }) => {
      if (object.deleted === true) object.status = type.slice(4);
    }),
  }),
  subtle('WH-NO-PRIVATE-DATA', 'event-names-account', 'An event names the account.', {
    ...event((sent, { endpoint }) => {
      sent.account = accountOf(endpoint.owner);
    }),
  }),
  subtle('WH-NO-PRIVATE-DATA', 'event-presigned', 'The picture in an event has a presigned address.', {
    ...event(({ data: { object } }) => {
      const image = object.output?.image ?? object.output?.visualizations?.[0];
      if (image !== undefined) image.url = 'https://bucket.invalid/image.png?X-Amz-Signature=0';
    }),
    also: ['WH-BODY-IS-JOB'],
  }),
  subtle('WH-PING-BODY', 'ping-without-endpoint', 'A test.ping does not say which endpoint it is for.', {
    ...event(({ type, data }) => {
      if (type === 'test.ping') delete data.object.endpoint_id;
    }),
  }),
  subtle('WH-PING-ONCE', 'ping-retried', 'A test.ping that failed is tried again.', {
    rules: (was) => ({
      nextAttemptAt: (seed, delivery, sent, made, now) =>
        was.nextAttemptAt(seed, delivery, { ...sent, type: 'job.succeeded' }, made, now),
    }),
  }),
  subtle('WH-DELIVERED', 'event-every-third-lost', 'Every third event is lost.', {
    rules: (was, { memory }) => ({
      receives: (endpoint, owner, type) => was.receives(endpoint, owner, type) && memory.count(endpoint.id) % 3 !== 0,
    }),
  }),
  blatant('WH-DELIVERED', 'event-none', 'No event reaches its endpoint.', { ...decide({ receives: () => false }) }),
  subtle('WH-SUBSCRIBED', 'event-not-subscribed', 'An endpoint gets events of every type.', {
    rules: (was) => ({
      receives: (endpoint, owner, type) => was.receives({ ...endpoint, events: [type as never] }, owner, type),
    }),
  }),
  subtle('WH-OWN-ENVIRONMENT', 'event-of-other-environment', 'An endpoint gets the events of both environments.', {
    rules: (was) => ({
      receives: (endpoint, owner, type) =>
        accountOf(endpoint.owner) === accountOf(owner) && was.receives(endpoint, endpoint.owner, type),
    }),
  }),
  subtle('WH-OWN-ACCOUNT', 'event-of-other-account', 'An endpoint gets the events of every account.', {
    rules: (was) => ({
      receives: (endpoint, owner, type) =>
        environmentOf(endpoint.owner) === environmentOf(owner) && was.receives(endpoint, endpoint.owner, type),
    }),
  }),
  blatant('WH-OFF-QUIET', 'event-though-off', 'Events are sent for an account whose webhooks are off.', {
    ...decide({ webhooksAreOn: () => true }),
  }),
  blatant('WH-POST', 'event-to-other-address', 'A delivery goes to a path below the one that was registered.', {
    delivery: (request) => ({ ...request, url: `${request.url}/events` }),
  }),
  subtle('WH-CONTENT-TYPE', 'event-as-form', 'A delivery is of application/x-www-form-urlencoded.', {
    ...headers((sent) => {
      sent['Content-Type'] = 'application/x-www-form-urlencoded';
    }),
  }),
  subtle('WH-USER-AGENT', 'event-agent-version', 'The User-Agent of a delivery is Service-Webhooks/2.', {
    ...headers((sent) => {
      sent['User-Agent'] = 'Service-Webhooks/2';
    }),
  }),
  subtle('WH-EVENT-ID-HEADER', 'event-id-header-of-delivery', 'Service-Event-Id is the id of the delivery.', {
    ...headers((sent, { delivery }) => {
      sent['Service-Event-Id'] = delivery.id;
    }),
  }),
  subtle('WH-EVENT-TYPE-HEADER', 'event-type-header-bare', 'Service-Event-Type leaves job. out.', {
    ...headers((sent) => {
      sent['Service-Event-Type'] = sent['Service-Event-Type']?.replace('job.', '') ?? '';
    }),
  }),
  subtle('WH-ATTEMPT-N', 'event-attempts-from-0', 'Attempts are counted from 0.', {
    ...headers((sent, { delivery }) => {
      sent['Service-Delivery-Attempt'] = `${delivery.attempts.length}`;
    }),
  }),
  subtle('WH-ATTEMPT-N', 'event-attempt-always-1', 'Every attempt is the first.', {
    ...headers((sent) => {
      sent['Service-Delivery-Attempt'] = '1';
    }),
  }),
  subtle('WH-ID-STABLE', 'event-id-per-attempt', 'A retry has an event id of its own.', {
    delivery: (request, facts) => {
      if (facts.delivery.attempts.length === 0) return request;
      const id = withOtherEnd(facts.event.id);
      const renamed =
        event((sent) => {
          sent.id = id;
        }).delivery?.(request, facts) ?? request;
      return { ...renamed, headers: { ...renamed.headers, 'Service-Event-Id': id } };
    },
  }),
  subtle('WH-RESEND-ID', 'event-id-per-resend', 'A resend has an event id of its own.', {
    delivery: (request, facts) => {
      if (!facts.delivery.isResend) return request;
      const id = `evt_${facts.delivery.id.slice(4)}`;
      const renamed =
        event((sent) => {
          sent.id = id;
        }).delivery?.(request, facts) ?? request;
      return { ...renamed, headers: { ...renamed.headers, 'Service-Event-Id': id } };
    },
  }),
];
