import type { Feature } from '../suite/vocabulary.ts';
import type { KeyEnvironment } from '../target/target.ts';

const MODES: Readonly<Record<Exclude<KeyEnvironment, 'other'>, Feature>> = { live: 'live-mode', test: 'test-mode' };

/** The feature that is off where a target has no such environment; null if it may have one. */
export function environmentOff(
  environment: 'live' | 'test' | undefined,
  features: Readonly<Record<Feature, boolean | null>>,
): Feature | null {
  const mode = environment === undefined ? null : MODES[environment];
  return mode !== null && features[mode] === false ? mode : null;
}

/** The same of the environment that the key of a role would be of. */
export function environmentOfRoleOff(
  role: string,
  features: Readonly<Record<Feature, boolean | null>>,
): Feature | null {
  if (role === 'live' || role === 'test') return environmentOff(role, features);
  return role === 'other_env' ? (environmentOff('test', features) ?? environmentOff('live', features)) : null;
}
