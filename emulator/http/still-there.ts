import { ApiError } from '../domain/errors.ts';
import { unavailable } from '../domain/refusals/unavailable.ts';
import type { ApiRequest } from './request.ts';

/** For a request that took its time to arrive: what it was let in with may be gone by now, and it changes nothing then. */
export function requireStillThere({ host, epoch, key }: ApiRequest): void {
  if (host.epoch !== epoch) {
    throw unavailable({ rule: 'WORLD-PUT-BACK', section: '-', compared: { epoch, now: host.epoch } });
  }
  // A key that was changed meanwhile is judged as it was when the request began.
  if (host.world.state.keys.get(key.secret)?.id === key.id) return;
  throw new ApiError('invalid_api_key', {
    because: { rule: 'AUTH-401', section: '5.5', compared: { key: 'removed' } },
  });
}
