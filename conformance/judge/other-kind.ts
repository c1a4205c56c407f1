import type { Mismatch } from '../suite/expectation/finding.ts';
import type { Evidence } from './evidence.ts';

/** Returns whether an error was seen instead of a success, or vice versa, or an empty answer instead of a body. */
export function isOfOtherKind({ pointer, expected, seen }: Mismatch): boolean {
  const wanted = [...expected.matchAll(/\b[1-5]\d\d\b/g)].map(([status]) => kindOf(Number(status)));
  return pointer === '/status' && typeof seen === 'number' && wanted.length > 0 && !wanted.includes(kindOf(seen));
}

function kindOf(status: number): 'error' | 'nothing' | 'body' {
  if (status >= 400) return 'error';
  return status === 204 || status === 304 ? 'nothing' : 'body';
}

/**
 * If an answer is of another kind, only its status counts as wrong: its body and headers belong to another kind of
 * answer.
 */
export function withoutWhatFollows(evidence: readonly Evidence[]): Evidence[] {
  const first = evidence.find(isAboutKind);
  if (first === undefined) return [...evidence];
  const [mismatch] = first.mismatches.filter(isOfOtherKind);
  const detail = `${first.rule}: expected ${mismatch?.expected}, seen ${mismatch?.seen}`;
  return evidence.map((one) =>
    one.outcome === 'violated' && !isAboutKind(one)
      ? { ...one, outcome: 'untested', reason: 'premise', detail, mismatches: [] }
      : one,
  );
}

function isAboutKind({ outcome, mismatches }: Evidence): boolean {
  return outcome === 'violated' && mismatches.some(isOfOtherKind);
}
