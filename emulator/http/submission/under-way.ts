import { unavailable } from '../../domain/refusals/unavailable.ts';
import type { Operation } from '../../domain/vocabulary.ts';
import { claimName } from '../../world/claims.ts';
import type { WireAnswer } from '../../world/wire.ts';
import type { World } from '../../world/world.ts';
import type { ApiRequest } from '../request.ts';

/** The claims of submissions that are not answered yet. */
const UNDER_WAY = new WeakMap<World, Set<string>>();

/** Answers a submission, unless one with the same key is in progress and the reading refuses that. */
export function alone(
  { host: { world }, caller, headers }: ApiRequest,
  operation: Operation,
  answer: () => Promise<WireAnswer>,
): Promise<WireAnswer> {
  const idempotencyKey = headers['idempotency-key'] ?? '';
  if (world.settings.readings.replay_under_way === 'same_job' || idempotencyKey === '') return answer();
  const names = UNDER_WAY.get(world) ?? new Set();
  UNDER_WAY.set(world, names);
  const name = claimName(world, { caller, idempotencyKey, submission: { operation } });
  if (names.has(name)) {
    throw unavailable({ rule: 'IDEM-RACE-ONE-JOB', section: '4.2', compared: { under_way: true } });
  }
  names.add(name);
  return answer().finally(() => names.delete(name));
}
