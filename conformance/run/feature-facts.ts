import type { Mismatch } from '../assert/mismatch.ts';
import type { Probe } from '../target/probe.ts';
import { FEATURES, type Feature, type Target } from '../target/target.ts';
import type { Evidence } from './evidence.ts';

export type FeatureFacts = {
  /** What scenarios go by. */
  on: Record<Feature, boolean | null>;
  evidence: Evidence[];
  /** Every feature that is off was shown, or may be taken, to be off. */
  provenOff: boolean;
};

/** These have no path of their own to ask: what the target declares of them is taken. */
const UNASKABLE: readonly string[] = ['webhooks', 'test-mode'];

/**
 * What a target declares of its features, beside what it shows. Off is proved; on and missing fails in the scenarios of
 * the feature; served although declared off is a breach.
 */
export function featureFacts(
  target: Pick<Target, 'features'>,
  found: Probe['features'],
  differs: Probe['differs'] = [],
): FeatureFacts {
  const on = {} as FeatureFacts['on'];
  const evidence: Evidence[] = [];
  let provenOff = true;
  for (const feature of Object.keys(FEATURES) as Feature[]) {
    const declared = target.features[feature];
    const seen = found[feature];
    on[feature] = declared === 'auto' ? seen : declared === 'on';
    const isAskable = !UNASKABLE.includes(feature);
    if (declared !== 'on' && seen === false)
      evidence.push(evidenceOf(feature, differs.includes(feature) ? [otherwise(feature)] : []));
    if (declared === 'off' && seen === true && isAskable) evidence.push(evidenceOf(feature, [served(feature)]));
    if (on[feature] === false && isAskable && seen !== false) provenOff = false;
  }
  return { on, evidence, provenOff };
}

function otherwise(feature: Feature): Mismatch {
  return { pointer: '/body', expected: `the answer of an unknown path, since ${feature} is off`, seen: 'another 404' };
}

function served(feature: Feature): Mismatch {
  return {
    pointer: '/status',
    expected: `the answer of an unknown path, since ${feature} is declared off`,
    seen: 'it is served',
  };
}

function evidenceOf(feature: Feature, mismatches: Mismatch[]): Evidence {
  const outcome = mismatches.length === 0 ? 'held' : 'violated';
  const where = { instance: 'features', step: feature, place: null, partial: false, exchanges: [] };
  return { rule: 'FEATURE-OFF-404', outcome, reason: null, detail: null, mismatches, ...where };
}
