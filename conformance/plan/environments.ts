import type { Feature } from '../suite/vocabulary.ts';
import type { KeyEnvironment } from '../target/target.ts';

const MODES: Readonly<Record<Exclude<KeyEnvironment, 'other'>, Feature>> = { live: 'live-mode', test: 'test-mode' };

/** Returns the feature that is off if a target lacks this environment; null if it may have it. */
export function environmentOff(
  environment: 'live' | 'test' | undefined,
  features: Readonly<Record<Feature, boolean | null>>,
): Feature | null {
  const mode = environment === undefined ? null : MODES[environment];
  return mode !== null && features[mode] === false ? mode : null;
}

/** Does the same for the environment that the key of a role belongs to. */
export function environmentOfRoleOff(
  role: string,
  features: Readonly<Record<Feature, boolean | null>>,
): Feature | null {
  if (role === 'live' || role === 'test') return environmentOff(role, features);
  return role === 'other_env' ? (environmentOff('test', features) ?? environmentOff('live', features)) : null;
}
