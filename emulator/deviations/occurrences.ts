import type { JobOutput } from '../domain/output.ts';
import type { Feature } from '../domain/vocabulary.ts';
import type { JobEventType } from '../domain/webhook.ts';
import type { Overrides } from './deviation.ts';
import { on, refuse, where } from './edits.ts';
import { FORGED_WEBHOOKS } from './forgeries.ts';
import { event, eventsBefore } from './posts.ts';
import { queried } from './requests.ts';

/** What happens to clients of a lawful server, by the id under which it is switched on: no rule breaks, and no question is answered. */
export const OCCURRENCES: Readonly<Record<string, Overrides>> = {
  /** Spec 9: what is not known is ignored. */
  'event-of-unknown-type': { rules: (was) => eventsBefore([UNKNOWN_TYPE], was) },
  /** Spec 6.4: two secrets sign, and the receiver holds the one before. */
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
  /** Spec 6.2: a job of the account that another program has deleted; this one never submitted it. */
  'event-of-deleted-job': {
    rules: (was) => eventsBefore([DELETED_JOB], was),
    delivery: (request, facts) => {
      if (facts.event.type !== DELETED_JOB) return request;
      const type = facts.endpoint.events[0] ?? 'job.succeeded';
      const headers = { ...request.headers, 'Service-Event-Type': type };
      const object = { id: 'job_that_was_deleted', object: 'job', deleted: true };
      const edited = event((sent) => ({ ...sent, type, data: { object } }));
      return edited.delivery?.({ ...request, headers }, facts) ?? request;
    },
  },
  /** Spec 2.3, 9: an output is an open union. */
  'output-of-unknown-type': {
    rules: () => ({ output: () => ({ type: 'skin.report', summary: 'not known yet' }) as unknown as JobOutput }),
  },
  /** Spec 4.1: has_more says whether there is more, not how full a page is. */
  'short-pages': queried('listAssets', (query) => {
    const limits = query.filter(([name]) => name === 'limit');
    const isLawful = limits.every(([, value]) => /^(?:[1-9]\d?|100)$/.test(value)) && limits.length < 2;
    return isLawful ? [...query.filter(([name]) => name !== 'limit'), ['limit', '1']] : query;
  }),
};

function withoutFeature(off: Feature): Overrides {
  return {
    rules: (was) => ({
      featureIsOn: (account, environment, feature) => feature !== off && was.featureIsOn(account, environment, feature),
    }),
  };
}

const DELETED_JOB = 'job.deleted-elsewhere' as string as JobEventType;
const UNKNOWN_TYPE = 'job.archived' as string as JobEventType;
/** A secret of the emulator's own, which no receiver has seen. */
const ROTATED_SECRET = 'whsec_the_one_after_the_rotation';
