import type { Reference } from '../../../shared/sessions/operation.ts';

/** A step of a scenario, as it is in a file. */
export type WrittenStep = Record<string, unknown>;

export function stepId(nth: number): string {
  return `s${nth}`;
}

export function pathOf(thing: 'job' | 'asset' | 'result' | 'picture' | 'content', of: Reference): string {
  if (thing === 'job') return `/v1/jobs/${idOf(of)}`;
  const path = `/v1/assets/${idOf(of, thing)}`;
  return thing === 'picture' || thing === 'content' ? `${path}/content` : path;
}

/** The place of an id: for an asset or a job, the answer that created it; for a result, the answer that showed its job. */
export function idOf(of: Reference, thing: string = 'job'): string {
  if (of === 'unknown') return `\${unknown_id('${thing === 'job' ? 'job' : 'asset'}')}`;
  return `\${${idPath(of, thing)}}`;
}

export function idPath(of: number, thing: string): string {
  const body = `${stepId(of)}.body`;
  if (thing !== 'result' && thing !== 'picture') return `${body}.id`;
  // The order of visualizations is open: the same one is used on both sides.
  const all = `default(${body}.output.visualizations, [])`;
  return `default(${body}.output.image.id, having(${all}, 'role', sort(pluck(${all}, 'role'))[0])[0].id)`;
}

export function isThere(of: number, thing = 'job'): string {
  return `defined(${idPath(of, thing)})`;
}

export function thereConditions(of: Reference, thing = 'job'): string[] {
  return of === 'unknown' ? [] : [isThere(of, thing)];
}

export function ifThere(of: Reference, thing = 'job'): WrittenStep {
  return ifAll(thereConditions(of, thing));
}

export function ifAll(conditions: readonly string[]): WrittenStep {
  return conditions.length === 0 ? {} : { if: conditions.join(' && ') };
}
