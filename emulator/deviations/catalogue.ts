import { AUTH } from './by-topic/auth.ts';
import { CANCELS } from './by-topic/cancels.ts';
import { CHARGES } from './by-topic/charges.ts';
import { COUNTS } from './by-topic/counts.ts';
import { CREDITS } from './by-topic/credits.ts';
import { ERRORS } from './by-topic/errors.ts';
import { ASSET_LIFE } from './by-topic/files/asset-life.ts';
import { ASSETS } from './by-topic/files/assets.ts';
import { CONTENT } from './by-topic/files/content.ts';
import { DELETIONS } from './by-topic/files/deletions.ts';
import { RESULTS } from './by-topic/files/results.ts';
import { UPLOADS } from './by-topic/files/uploads.ts';
import { IDEMPOTENCY } from './by-topic/idempotency.ts';
import { ISOLATION } from './by-topic/isolation.ts';
import { JOBS } from './by-topic/jobs.ts';
import { LATE_CANCELS } from './by-topic/late-cancels.ts';
import { CURSORS } from './by-topic/lists/cursors.ts';
import { LISTS } from './by-topic/lists/lists.ts';
import { LIST_PARAMETERS } from './by-topic/lists/parameters.ts';
import { OTHERWISE } from './by-topic/otherwise.ts';
import { SKIN_ANALYSES } from './by-topic/skin.ts';
import { STATES } from './by-topic/states.ts';
import { STRANGERS } from './by-topic/strangers.ts';
import { SUBMITTING } from './by-topic/submits.ts';
import { TRY_ONS } from './by-topic/tryons.ts';
import { DELIVERIES } from './by-topic/webhooks/deliveries.ts';
import { EVENTS } from './by-topic/webhooks/events.ts';
import { LATER_DELIVERIES } from './by-topic/webhooks/later-deliveries.ts';
import { LATER_EVENTS } from './by-topic/webhooks/later-events.ts';
import { SIGNATURES } from './by-topic/webhooks/signatures.ts';
import type { Deviation } from './deviation.ts';

/** Every deviation, in the order of the spec. */
export const CATALOGUE: readonly Deviation[] = [
  ...ASSETS,
  ...UPLOADS,
  ...ASSET_LIFE,
  ...RESULTS,
  ...CONTENT,
  ...JOBS,
  ...STATES,
  ...SUBMITTING,
  ...SKIN_ANALYSES,
  ...TRY_ONS,
  ...IDEMPOTENCY,
  ...CANCELS,
  ...LATE_CANCELS,
  ...DELETIONS,
  ...CREDITS,
  ...CHARGES,
  ...COUNTS,
  ...AUTH,
  ...ISOLATION,
  ...STRANGERS,
  ...LISTS,
  ...LIST_PARAMETERS,
  ...CURSORS,
  ...ERRORS,
  ...EVENTS,
  ...LATER_EVENTS,
  ...DELIVERIES,
  ...SIGNATURES,
  ...LATER_DELIVERIES,
  ...OTHERWISE,
];
