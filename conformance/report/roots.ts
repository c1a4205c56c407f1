import { isOfOtherKind } from '../judge/other-kind.ts';
import type { Mismatch } from '../suite/expectation/finding.ts';
import type { FailedRule, Failure } from './failures.ts';

/** A failed rule, and the rules whose failures all follow from its own. */
export type Rooted = { root: FailedRule; followers: readonly FailedRule[] };

/**
 * The failed rules, grouped by their root cause, in their order. Each rule keeps its verdict: the groups show where to
 * begin.
 */
export function byRoot(failed: readonly FailedRule[], warned: readonly FailedRule[] = []): Rooted[] {
  const byInstance = new Map<string, Failure[]>();
  for (const failure of failed.flatMap(({ failures }) => failures)) {
    const { instance } = failure.card;
    byInstance.set(instance, [...(byInstance.get(instance) ?? []), failure]);
  }
  const causeOf = new Map<string, string>();
  for (const one of [...failed, ...warned]) {
    const cause = causeOfRule(one, byInstance);
    if (cause !== null) causeOf.set(one.rule.id, cause);
  }
  const roots = failed.filter(({ rule }) => rootOf(rule.id, causeOf) === rule.id);
  return roots.map((root) => ({
    root,
    followers: [...failed, ...warned].filter((one) => one !== root && rootOf(one.rule.id, causeOf) === root.rule.id),
  }));
}

/** The first difference to look at: if an answer is of another kind, only its status matters. */
export function firstFacts(mismatches: readonly Mismatch[]): readonly Mismatch[] {
  const ofKind = mismatches.find(isOfOtherKind);
  return ofKind === undefined ? mismatches : [ofKind];
}

/** The last cause in the chain of causes, or the rule itself if the chain is circular. */
function rootOf(rule: string, causeOf: ReadonlyMap<string, string>): string {
  const passed = new Set([rule]);
  for (let at = rule; ; ) {
    const cause = causeOf.get(at);
    if (cause === undefined) return at;
    if (passed.has(cause)) return rule;
    passed.add(cause);
    at = cause;
  }
}

/** The cause of a rule; null unless every failure of it has one. */
function causeOfRule({ failures }: FailedRule, byInstance: ReadonlyMap<string, readonly Failure[]>): string | null {
  const causes = failures.map((failure) => {
    const others = byInstance.get(failure.card.instance) ?? [];
    return others.find((other) => isCause(other, failure, others))?.card.rule ?? null;
  });
  return causes.includes(null) ? null : (causes[0] ?? null);
}

function isCause(cause: Failure, failure: Failure, order: readonly Failure[]): boolean {
  const [from, to] = [cause.card.exchanges.at(-1), failure.card.exchanges.at(-1)];
  if (cause.card.rule === failure.card.rule || from === undefined || to === undefined) return false;
  if (from < to) return wasAccepted(cause) && objectOf(cause) !== null && objectOf(cause) === objectOf(failure);
  if (from > to) return false;
  const isOther = cause.card.mismatches.some(isOfOtherKind);
  const isFirst = !failure.card.mismatches.some(isOfOtherKind) || order.indexOf(cause) < order.indexOf(failure);
  return (isOther && isFirst) || failure.card.mismatches.every((one) => isBelow(one, cause.card.mismatches));
}

/** A request that should have been refused was carried out: its object is no longer in the expected state. */
function wasAccepted({ card: { mismatches } }: Failure): boolean {
  const accepted = ({ seen }: Mismatch) => typeof seen === 'number' && seen < 300;
  return mismatches.some((one) => isOfOtherKind(one) && accepted(one) && /\b4\d\d\b/.test(one.expected));
}

/** The path of the job or the asset that the last exchange is about: `/v1/jobs/job_1`. */
function objectOf({ chain }: Failure): string | null {
  const last = chain.at(-1);
  const url = last?.kind === 'exchange' ? last.exchange.request.url : '';
  return /\/v1\/(?:jobs|assets)\/[^/?]+/.exec(url)?.[0] ?? null;
}

/** If a member is missing, everything below it is missing too. */
function isBelow({ pointer }: Mismatch, above: readonly Mismatch[]): boolean {
  return above.some(({ pointer: root, seen }) => (seen ?? null) === null && pointer.startsWith(`${root}/`));
}
