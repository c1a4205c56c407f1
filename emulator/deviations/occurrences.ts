import { ApiError } from '../domain/errors.ts';
import type { JobOutput } from '../domain/output.ts';
import type { Feature } from '../domain/vocabulary.ts';
import type { JobEventType } from '../domain/webhook.ts';
import type { DeliveryFacts, DeliveryRequest } from '../world/edges.ts';
import type { WireAnswer } from '../world/wire.ts';
import type { Overrides, RequestContext, Tools } from './deviation.ts';
import { body, instead, isSubmit, on, refuse, shown, where } from './edits.ts';
import { FORGED_WEBHOOKS } from './forgeries.ts';
import { event, eventsBefore } from './posts.ts';
import { queried } from './requests.ts';

/** What a lawful server may do, by id. It neither breaks a rule nor answers an open question. */
export const OCCURRENCES: Readonly<Record<string, Overrides>> = {
  /** Spec 9: unknown members are ignored. */
  'event-of-unknown-type': eventBefore('job.archived'),
  /** Spec 6.1: the console can send a test event at any time. */
  'ping-before-event': eventBefore('test.ping', (request, facts) =>
    resent(request, facts, 'test.ping', { object: 'test', endpoint_id: facts.endpoint.id }),
  ),
  /** Spec 6.2: an event about a job of the account that another program has deleted, and this one never submitted. */
  'event-of-deleted-job': eventBefore('job.deleted-elsewhere', (request, facts) =>
    resent(request, facts, facts.endpoint.events[0] ?? 'job.succeeded', {
      ...{ id: 'job_that_was_deleted', object: 'job', deleted: true },
    }),
  ),
  /** Spec 6: an event about a job of the account that another program submitted. */
  'event-of-other-job': {
    ...eventBefore('job.submitted-elsewhere', (request, facts) => {
      const job = JSON.parse(request.body).data.object;
      const type = facts.endpoint.events.find((one) => one === `job.${job.status}`) ?? facts.endpoint.events[0];
      return resent(request, facts, type ?? 'job.succeeded', { ...job, id: OTHER_JOB });
    }),
    answer: on(
      'readJob',
      where(({ request }) => request.id === OTHER_JOB, otherJob),
    ),
  },
  /** Spec 6.5: if a webhook and polling disagree, polling is right. */
  'event-disagrees': {
    delivery: (request, facts) => {
      const job = JSON.parse(request.body).data.object;
      if (job.status !== 'succeeded' || !facts.endpoint.events.includes('job.failed')) return request;
      const error = { code: 'PROCESSING_FAILED', message: 'The job failed.' };
      return resent(request, facts, 'job.failed', { ...job, status: 'failed', output: null, error });
    },
  },
  /** Spec 6.4: two secrets sign, and the receiver has the old one. */
  'event-signed-during-rotation': {
    rules: (was) => ({ signingSecrets: (...args) => [ROTATED_SECRET, ...was.signingSecrets(...args)] }),
  },
  /** Spec 4.1: a result asset expires, and its content is not found. */
  'result-expired': {
    answer: on(
      'downloadAsset',
      where((_, { status }) => status < 400, refuse(404, 'ASSET_NOT_FOUND')),
    ),
  },
  /** Spec 1: these operations are enabled per environment. */
  'lists-not-enabled': withoutFeature('lists'),
  'cancel-not-enabled': withoutFeature('cancel'),
  'delete-not-enabled': withoutFeature('delete'),
  'credits-not-enabled': withoutFeature('credits'),
  /** Spec 6.4: deliveries that a verifier refuses. */
  'forged-webhooks': FORGED_WEBHOOKS,
  /** Spec 6, 6.5: webhooks may be off, late or missing. */
  'no-webhook': { rules: () => ({ webhooksAreOn: () => false }) },
  /** Spec 2.5: without enforcement, no submission is refused for lack of units. */
  'credits-not-enforced': balance({ enforced: false, settled_units: 0, available_units: 0, spendable_units: 0 }),
  /** Spec 2.5: units that test payments funded cannot be spent. */
  'units-not-spendable': {
    ...balance({ enforced: true, settled_units: 90, available_units: 90, test_funded_units: 90, spendable_units: 0 }),
    check: ({ route, key }) => {
      if (isSubmit(route) && key?.environment === 'live') throw new ApiError('insufficient_credits');
    },
  },
  /** Spec 2.3, 9: an output is an open union. */
  'output-of-unknown-type': {
    rules: () => ({ output: () => ({ type: 'skin.report', summary: 'not known yet' }) as unknown as JobOutput }),
  },
  /** Spec 2.3: a concern may be unavailable; here the last one of several, unless a plan decides. */
  'last-concern-unavailable': {
    rules: (was, { world }) => ({
      concern: (concern, outcome, face) => {
        const submission = world.state.jobs.get(face.job)?.submission;
        const concerns = submission?.operation === 'skin.analyze' ? submission.concerns : [];
        const isMeant = concerns.length > 1 && concerns.at(-1) === concern && outcome.scores[concern] === undefined;
        const unavailable = isMeant ? { [concern]: 'not_measurable', ...outcome.unavailable } : outcome.unavailable;
        return was.concern(concern, { ...outcome, unavailable }, face);
      },
    }),
  },
  /** Spec 2: things need not be created in the same millisecond, even if the clock of a test is frozen. */
  'instants-differ': {
    rules: (was, { memory }) => ({ stamp: (instant) => was.stamp(instant) + memory.count('stamped') }),
  },
  /** Spec 2.4: the optional members of an error. */
  'errors-with-details': {
    answer: (answer, context) =>
      answer.status === 429 || answer.status === 503
        ? body(({ error }) => ({ error: { ...error, details: {}, doc_url: null } }))(answer, context)
        : answer,
  },
  /** RFC 9110: header names are not case-sensitive; HTTP/2 and many proxies write them in lower case. */
  'headers-in-lower-case': {
    packed: (answer) => ({
      ...answer,
      headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value])),
    }),
    isLast: true,
  },
  /** Spec 4.1: has_more says whether there is more, regardless of how full a page is. */
  'short-pages': queried('listAssets', (query) => {
    const limits = query.filter(([name]) => name === 'limit');
    const isLawful = limits.every(([, value]) => /^(?:[1-9]\d?|100)$/.test(value)) && limits.length < 2;
    return isLawful ? [...query.filter(([name]) => name !== 'limit'), ['limit', '1']] : query;
  }),
};

function balance(members: object): Pick<Overrides, 'answer'> {
  return shown('readCreditBalance', (was) => ({ ...was, held_units: 0, test_funded_units: 0, ...members }));
}

function withoutFeature(off: Feature): Overrides {
  return {
    rules: (was) => ({
      featureIsOn: (account, environment, feature) => feature !== off && was.featureIsOn(account, environment, feature),
    }),
  };
}

function eventBefore(
  type: string,
  edit: NonNullable<Overrides['delivery']> = (request) => request,
): Pick<Overrides, 'rules' | 'delivery'> {
  const other = type as JobEventType;
  return {
    rules: (was) => eventsBefore([other], was),
    delivery: (request, facts) => (facts.event.type === other ? edit(request, facts) : request),
  };
}

function resent(request: DeliveryRequest, facts: DeliveryFacts & Tools, type: string, object: object): DeliveryRequest {
  const headers = { ...request.headers, 'Service-Event-Type': type };
  const edited = event((sent) => ({ ...sent, type, data: { object } }));
  return edited.delivery?.({ ...request, headers }, facts) ?? request;
}

const OTHER_JOB = 'job_of_another_program';

/** It ended as the first job that has ended. */
function otherJob(answer: WireAnswer, context: RequestContext): WireAnswer {
  const ended = [...context.world.state.jobs.values()].find(({ view }) => view.terminal);
  if (ended === undefined) return answer;
  const { json, etag } = ended.view;
  return instead(200, { ...JSON.parse(json), id: OTHER_JOB }, { ETag: etag })(answer, context);
}

/** A secret that only the emulator knows. */
const ROTATED_SECRET = 'whsec_the_one_after_the_rotation';
