import { family, type Kind } from './kind.ts';

/** Other ways to answer the calls of the driver contract. */
export const DRIVER_KINDS: readonly Kind[] = [
  ...family('driver-pace', 'driver contract: an answer may take its time', 'driverPace', { slow: 'slow' }),
  ...family('driver-answers', 'driver contract: the member is optional', 'driverAnswers', {
    least: 'least',
    'without-declined': 'without_declined',
  }),
  ...family('driver-status', 'driver contract: any 2xx is success, and 501 means the same as 404', 'driverStatus', {
    empty: 'empty',
    accepted: 'accepted',
    501: 'not_implemented',
  }),
  ...family('capabilities', 'driver contract: a list of drivers', 'capabilities', { 'other-order': 'other_order' }),
];
