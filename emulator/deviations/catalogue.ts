import { ASSETS } from './assets.ts';
import { AUTH } from './auth.ts';
import { CANCELS } from './cancels.ts';
import { CREDITS } from './credits.ts';
import { CURSORS } from './cursors.ts';
import { DELETIONS } from './deletions.ts';
import { DELIVERIES } from './deliveries.ts';
import type { Deviation, Variant } from './deviation.ts';
import { ERRORS } from './errors.ts';
import { EVENTS } from './events.ts';
import { IDEMPOTENCY } from './idempotency.ts';
import { ISOLATION } from './isolation.ts';
import { JOBS } from './jobs.ts';
import { LISTS } from './lists.ts';
import { RESULTS } from './results.ts';
import { SHAPES } from './shapes.ts';
import { SIGNATURES } from './signatures.ts';
import { SKIN_ANALYSES } from './skin.ts';
import { STATES } from './states.ts';
import { SUBMITTING } from './submits.ts';
import { TRY_ONS } from './tryons.ts';
import { UPLOADS } from './uploads.ts';
import { USAGES } from './usage.ts';
import { VARIANTS } from './variants.ts';

/** Every deviation and lawful variant, in the order of the spec. */
export const CATALOGUE: readonly (Deviation | Variant)[] = [
  ...ASSETS,
  ...UPLOADS,
  ...RESULTS,
  ...JOBS,
  ...STATES,
  ...SUBMITTING,
  ...SKIN_ANALYSES,
  ...TRY_ONS,
  ...IDEMPOTENCY,
  ...CANCELS,
  ...DELETIONS,
  ...CREDITS,
  ...USAGES,
  ...AUTH,
  ...ISOLATION,
  ...LISTS,
  ...CURSORS,
  ...ERRORS,
  ...EVENTS,
  ...DELIVERIES,
  ...SIGNATURES,
  ...VARIANTS,
  ...SHAPES,
];
