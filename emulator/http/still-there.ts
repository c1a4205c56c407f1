import { ApiError } from '../domain/errors.ts';
import { unavailable } from '../domain/refusals/unavailable.ts';
import type { ApiRequest } from './request.ts';

/** For a request that took time to arrive: if its key or its world is gone by now, it changes nothing. */
export function requireStillThere({ host, epoch, key }: ApiRequest): void {
  if (host.epoch !== epoch) {
    throw unavailable({ rule: 'WORLD-PUT-BACK', section: '-', compared: { epoch, now: host.epoch } });
  }
  // A key that was changed meanwhile still counts as it was when the request began.
  if (host.world.state.keys.get(key.secret)?.id === key.id) return;
  throw new ApiError('invalid_api_key', {
    because: { rule: 'AUTH-401', section: '5.5', compared: { key: 'removed' } },
  });
}
