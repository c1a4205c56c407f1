import { ApiError } from '../domain/errors.ts';
import type { World } from './world.ts';

/** Spec 4.4: a ledger that cannot be read is a 503, never a balance of zero. */
export function requireLedger(world: World): void {
  if (!world.state.switches.ledgerUnreadable) return;
  const because = { rule: 'CREDIT-UNREADABLE-503', section: '4.4', compared: { ledger_readable: false } };
  throw new ApiError('service_unavailable', {
    retryAfterSeconds: world.settings.readings.retry_after_503_seconds,
    because,
  });
}

/** Spec 5.5: a key that cannot be checked is not judged. */
export function requireKeyStore(world: World): void {
  if (!world.state.switches.keyStoreUnreadable) return;
  const because = { rule: 'AUTH-UNREADABLE-503', section: '5.5', compared: { key_store_readable: false } };
  throw new ApiError('service_unavailable', {
    retryAfterSeconds: world.settings.readings.retry_after_503_seconds,
    because,
  });
}
