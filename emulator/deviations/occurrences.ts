import type { JobEventType } from '../domain/webhook.ts';
import type { Overrides } from './deviation.ts';
import { on, refuse, where } from './edits.ts';

/** What happens to clients of a lawful server, by the id under which it is switched on: no rule breaks, and no question is answered. */
export const OCCURRENCES: Readonly<Record<string, Overrides>> = {
  /** Spec 9: what is not known is ignored. */
  'event-of-unknown-type': {
    rules: (was) => ({
      eventsOfEnd: (status) => [UNKNOWN_TYPE, ...was.eventsOfEnd(status)],
      receives: (endpoint, owner, type) =>
        was.receives(endpoint, owner, type === UNKNOWN_TYPE ? (endpoint.events[0] ?? type) : type),
    }),
  },
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
};

const UNKNOWN_TYPE = 'job.archived' as string as JobEventType;
/** A secret of the emulator's own, which no receiver has seen. */
const ROTATED_SECRET = 'whsec_the_one_after_the_rotation';
