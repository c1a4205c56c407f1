import { withAdmission } from '../../domain/admission.ts';
import { ApiError } from '../../domain/errors.ts';
import { MINUTE, secondsUntil } from '../../domain/values/time.ts';
import { put } from '../../domain/values/undo.ts';
import type { Caller } from '../caller.ts';
import type { World } from '../world.ts';

/** Reading 28: counts a request for a list, if the requests of a key per minute are limited. */
export function admitList(world: World, { caller, limit }: { caller: Caller; limit: number }): void {
  const { now, admissions } = world.state;
  const name = listAdmission(caller.key);
  const window = Math.floor(now / MINUTE) * MINUTE;
  const before = admissions.get(name);
  const count = before?.window === window ? before.count : 0;
  if (count >= limit) {
    const because = { rule: 'LIST-429', section: '4.1', compared: { admitted_this_minute: count } };
    throw new ApiError('rate_limited', { retryAfterSeconds: secondsUntil(window + MINUTE, now), because });
  }
  put(admissions, name, withAdmission(before, limit, now));
}

/** The name under which the list requests of a key are counted, separately from its submissions. */
export function listAdmission(key: string): string {
  return `${key}/lists`;
}
