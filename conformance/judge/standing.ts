import type { OffFeatures } from '../plan/off-features.ts';
import type { Reason } from '../suite/reasons.ts';
import type { Evidence } from './evidence.ts';

/** The ways in which a server can stand to a must, with explanations. */
export const STANDINGS = {
  met: 'it was tested with full evidence, and held each time',
  failed: 'it was violated',
  proved_off: 'its feature is off, and was seen to be off as the specification allows',
  declared_off: 'its feature is off in the target file',
  without_occasion: 'the run brought the occasion, and the server did nothing that the rule speaks of',
  untested: 'it could not be tested',
} as const;
export type Standing = keyof typeof STANDINGS;

/** The ways in which a must does not apply, with the declared features that it depends on. */
export type Off = { standing: 'proved_off' | 'declared_off'; declared: readonly string[] };

/** Returns how the required features are off; null if one is not off in a way that counts. */
export function offAmong(untested: readonly Evidence[], off: OffFeatures): Off | null {
  if (untested.length === 0 || untested.some(({ reason }) => reason !== 'feature-off')) return null;
  const named = new Set(untested.flatMap(({ detail }) => namedIn(detail, off)));
  const how = [...named].map((name) => off.get(name) ?? 'unsettled');
  if (how.includes('unsettled')) return null;
  const declared = [...named].filter((name) => off.get(name) === 'declared_off');
  return { standing: declared.length > 0 ? 'declared_off' : 'proved_off', declared };
}

/** Returns the features that a reason names; if it names none, all features that are off. */
function namedIn(detail: string | null, off: OffFeatures): string[] {
  const words = new Set((detail ?? '').match(/[a-z][\w-]*(?:\.[a-z][\w-]*)*/g) ?? []);
  const all = [...off.keys()];
  const named = all.filter((name) => words.has(name) || words.has(`feature.${name}`));
  return named.length > 0 ? named : all;
}

/**
 * The reasons that are compatible with a missing occasion: the run could not have done more, or had nothing to do it
 * with.
 */
const BESIDE: readonly (Reason | null)[] = ['no-occasion', 'feature-off', 'needs-driver'];

/** Returns whether the run did its part each time, but the server never did what the rule is about. */
export function isWithoutOccasion(evidence: readonly Evidence[]): boolean {
  const isPassing = ({ step }: Evidence) => step.endsWith('every-answer') || step.startsWith('lib/');
  return (
    evidence.some(({ reason }) => reason === 'no-occasion') &&
    evidence.every(
      (one) =>
        one.outcome === 'untested' && (BESIDE.includes(one.reason) || (one.reason === 'condition' && isPassing(one))),
    )
  );
}
