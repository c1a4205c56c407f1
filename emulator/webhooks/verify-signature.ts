import { wallClock } from '../adapters/wall-clock.ts';
import {
  checkSignature,
  SIGNATURE_TOLERANCE_SECONDS,
  type SignedDelivery,
  type Verification,
} from '../domain/signature.ts';

/**
 * For receivers: checks whether a delivery is genuine, and if so, returns its event.
 *
 * Pass it the raw body, before any JSON parser has read it, and the header `Service-Signature`.
 */
export function verifySignature(delivery: SignedDelivery): Verification {
  const { now = new Date(wallClock.now()), toleranceSeconds = SIGNATURE_TOLERANCE_SECONDS } = delivery;
  return checkSignature({ ...delivery, now, toleranceSeconds });
}
