import * as z from 'zod/mini';
import { beginningOf } from '../../../shared/beginning.ts';
import { MissingValue, type Scope } from '../../../shared/expression/scope.ts';
import type { Reason } from '../reasons.ts';
import { anything } from '../yaml/schema-parts.ts';

/** The value under judgment, and its place in the subject of the whole expectation. */
export type Target = { value: unknown; pointer: string };

/** A mismatch together with the value that was compared, if there was one; a report contains only the text. */
export type Found = Mismatch & {
  wanted?: unknown;
  /** The member is not named by the specification. */
  isOfServer?: boolean;
};

/** The outcome of one part of an expectation. A mismatch outweighs anything untested. */
export type Finding = { mismatches: readonly Found[]; untested: readonly Untested[] };

/** Why a part could not be tested: `reason` for grouping in reports, `detail` for people. */
export type Untested = { reason: Reason; detail: string };

/** A compiled expectation, or a part of one. It throws only MissingValue. */
export type Check = (target: Target, scope: Scope) => Finding;

export const HELD: Finding = { mismatches: [], untested: [] };

/** The finding of a check whose condition is not met. */
export const NOT_ASKED_FOR: Finding = untested('condition', 'condition');

export function isHeld({ mismatches, untested }: Finding): boolean {
  return mismatches.length === 0 && untested.length === 0;
}

/** By default, something before it did not happen. */
export function untested(detail: string, reason: Reason = 'setup'): Finding {
  return { mismatches: [], untested: [{ reason, detail }] };
}

export function violated(target: Target, expected: string, wanted?: unknown): Finding {
  const mismatch = { pointer: target.pointer, expected, seen: shortened(target.value) };
  return { mismatches: [wanted === undefined ? mismatch : { ...mismatch, wanted }], untested: [] };
}

export function heldIf(holds: boolean, target: Target, expected: () => string, wanted?: unknown): Finding {
  return holds ? HELD : violated(target, expected(), wanted);
}

export function differing(mismatches: readonly Found[]): Finding {
  return mismatches.length === 0 ? HELD : { mismatches, untested: [] };
}

/** Makes a check for lists; any other value violates it. */
export function ofList(judge: (list: readonly unknown[], target: Target, scope: Scope) => Finding): Check {
  return (target, scope) =>
    Array.isArray(target.value) ? judge(target.value, target, scope) : violated(target, 'a list');
}

/** The mismatch as a report contains it. */
export function asReported({ pointer, expected, seen }: Found): Mismatch {
  return { pointer, expected, seen };
}

export function joined(findings: readonly Finding[]): Finding {
  if (findings.every(isHeld)) return HELD;
  return {
    mismatches: findings.flatMap(({ mismatches }) => mismatches),
    untested: findings.flatMap(({ untested }) => untested),
  };
}

/** Runs a check. A missing value leaves only this check untested. */
export function findingOf(check: Check, target: Target, scope: Scope): Finding {
  try {
    return check(target, scope);
  } catch (error) {
    if (error instanceof MissingValue) return untested(error.message);
    throw error;
  }
}

/** All checks must hold. Every mismatch is reported. */
export function allOf(checks: readonly Check[]): Check {
  return (target, scope) => joined(checks.map((check) => findingOf(check, target, scope)));
}

/**
 * One check must hold. Otherwise, returns the nearest finding: an untested one, or the one with the fewest mismatches.
 */
export function anyOf(checks: readonly Check[]): Check {
  return (target, scope) => {
    const findings: Finding[] = [];
    for (const check of checks) {
      const finding = findingOf(check, target, scope);
      if (isHeld(finding)) return HELD;
      findings.push(finding);
    }
    const [nearest = HELD] = findings.toSorted((one, other) => one.mismatches.length - other.mismatches.length);
    return nearest;
  };
}

/** The check must not hold. What could not be tested stays untested. */
export function oppositeOf(check: Check, about: (scope: Scope) => string): Check {
  return (target, scope) => {
    const finding = findingOf(check, target, scope);
    if (isHeld(finding)) return violated(target, `anything but ${about(scope)}`);
    return finding.mismatches.length > 0 ? HELD : finding;
  };
}

/** Cuts texts after 300 characters, and the JSON of large values, to keep reports readable. */
export function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.length > 300 ? `${beginningOf(value, 300)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  const text = JSON.stringify(value);
  return text.length > 2000 ? `${beginningOf(text, 300)}…` : value;
}

export function valueText(value: unknown): string {
  return value === undefined ? 'nothing' : (JSON.stringify(shortened(value)) ?? String(value));
}

const fields = z.strictObject({ pointer: z.string(), expected: z.string(), seen: anything });

/** One difference between the expectation of a rule and the observed value, with its place as a JSON pointer. */
export interface Mismatch extends z.output<typeof fields> {}
export const mismatchSchema: z.ZodMiniType<Mismatch> = fields.check(z.meta({ id: 'mismatch' }));
