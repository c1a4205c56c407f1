import { MissingValue, type Scope } from '../expression/scope.ts';
import type { Mismatch } from './mismatch.ts';

/** What is judged, and where it stands in the subject of the whole expectation. */
export type Target = { value: unknown; pointer: string };

export type JudgeKit = { shape(name: string, value: unknown): Mismatch[] };
export type Run = { scope: Scope; kit: JudgeKit };

/** What one part of an expectation came to. A mismatch weighs more than anything that could not be tested. */
export type Finding = { mismatches: readonly Mismatch[]; untested: readonly string[] };

/** A compiled expectation, or a part of one. It throws nothing but MissingValue. */
export type Check = (target: Target, run: Run) => Finding;

export const HELD: Finding = { mismatches: [], untested: [] };

/** The reason that a condition gives when it is not met. */
export const CONDITION = 'condition';

export function isHeld({ mismatches, untested }: Finding): boolean {
  return mismatches.length === 0 && untested.length === 0;
}

export function untested(why: string): Finding {
  return { mismatches: [], untested: [why] };
}

export function violated(target: Target, expected: string): Finding {
  return { mismatches: [{ pointer: target.pointer, expected, seen: shortened(target.value) }], untested: [] };
}

export function heldIf(holds: boolean, target: Target, expected: () => string): Finding {
  return holds ? HELD : violated(target, expected());
}

export function joined(findings: readonly Finding[]): Finding {
  if (findings.every(isHeld)) return HELD;
  return {
    mismatches: findings.flatMap(({ mismatches }) => mismatches),
    untested: findings.flatMap(({ untested }) => untested),
  };
}

/** The finding of a check; a value that was never answered leaves it untested and nothing beside it. */
export function found(check: Check, target: Target, run: Run): Finding {
  try {
    return check(target, run);
  } catch (error) {
    if (error instanceof MissingValue) return untested(error.message);
    throw error;
  }
}

/** All of them must hold, and every mismatch is told. */
export function allOf(checks: readonly Check[]): Check {
  return (target, run) => joined(checks.map((check) => found(check, target, run)));
}

/** One of them must hold; else the one that came nearest tells why, and one that could not be tested is nearest of all. */
export function anyOf(checks: readonly Check[]): Check {
  return (target, run) => {
    const findings: Finding[] = [];
    for (const check of checks) {
      const finding = found(check, target, run);
      if (isHeld(finding)) return HELD;
      findings.push(finding);
    }
    const [nearest = HELD] = findings.toSorted((one, other) => one.mismatches.length - other.mismatches.length);
    return nearest;
  };
}

/** It must not hold. What could not be tested stays untested. */
export function oppositeOf(check: Check, about: string): Check {
  return (target, run) => {
    const finding = found(check, target, run);
    if (isHeld(finding)) return violated(target, `anything but ${about}`);
    return finding.mismatches.length > 0 ? HELD : finding;
  };
}

/** A text of more than 300 characters is cut, and so is the JSON of anything large: a report must stay readable. */
export function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.length > 300 ? `${value.slice(0, 300)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  const text = JSON.stringify(value);
  return text.length > 2000 ? `${text.slice(0, 300)}…` : value;
}

/** A value as it stands in the text of what was expected. */
export function shown(value: unknown): string {
  return value === undefined ? 'nothing' : (JSON.stringify(shortened(value)) ?? String(value));
}
