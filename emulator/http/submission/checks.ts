import type * as z from 'zod';
import type { Readings } from '../../../shared/questions/generated/readings.ts';

/** Checks of a submission that the schema of a single field cannot express (spec 4.2). */

/** Marks the only problem that has its own code (reading 14). */
export const DUPLICATE_CONCERN = 'duplicate_concern';

type Input = { asset_id: string; role: string };
type Shown<Concern, Kind> = { concern: Concern; kind: Kind };

/** Reading 48: exactly one source, and no role or asset twice. */
export function requireInputs(list: readonly Input[], context: z.RefinementCtx): void {
  const again = (index: number, field: 'asset_id' | 'role') =>
    list.findIndex((item) => item[field] === list[index]?.[field]) < index;
  list.forEach((_, index) => {
    if (again(index, 'role')) context.addIssue({ code: 'custom', path: [index, 'role'], message: 'is there already' });
    else if (again(index, 'asset_id')) {
      context.addIssue({ code: 'custom', path: [index, 'asset_id'], message: 'is there already' });
    }
  });
  requireSource(list, context);
}

export function requireSource(list: readonly Input[], context: z.RefinementCtx): void {
  if (list.some(({ role }) => role === 'source')) return;
  context.addIssue({ code: 'custom', message: 'must hold one input with the role source' });
}

export function refuseDuplicateConcerns(concerns: readonly string[], context: z.RefinementCtx): void {
  concerns.forEach((concern, index) => {
    if (concerns.indexOf(concern) === index) return;
    const message = `names ${concern} a second time`;
    context.addIssue({ code: 'custom', path: [index], message, params: { kind: DUPLICATE_CONCERN } });
  });
}

export function refuseDuplicateVisualizations(list: readonly Shown<string, string>[], context: z.RefinementCtx): void {
  const names = list.map(roleOf);
  names.forEach((name, index) => {
    if (names.indexOf(name) < index)
      context.addIssue({ code: 'custom', path: [index], message: `asks for ${name} a second time` });
  });
}

/** Reading 47: only analyzed concerns can be visualized. */
export function refuseOtherConcerns(
  body: { concerns: readonly string[]; visualizations: readonly { concern: string }[] },
  context: z.RefinementCtx,
): void {
  body.visualizations.forEach(({ concern }, index) => {
    if (body.concerns.includes(concern)) return;
    const path = ['visualizations', index, 'concern'];
    context.addIssue({ code: 'custom', path, message: `is ${concern}, which concerns does not name` });
  });
}

/** The requested visualizations that are drawn, if the readings allow more to be requested. */
export function drawnOf<Concern extends string, Kind extends string>(
  { concerns, visualizations }: { concerns: readonly Concern[]; visualizations: readonly Shown<Concern, Kind>[] },
  { repeated_visualization, visualization_of_other_concern }: Readings,
): Shown<Concern, Kind>[] {
  const roles = visualizations.map(roleOf);
  return visualizations.filter(({ concern }, index) => {
    const isFirst = roles.indexOf(roles[index] ?? '') === index;
    const isWanted = visualization_of_other_concern === 'draw' || concerns.includes(concern);
    return isWanted && (isFirst || repeated_visualization === 'draw_twice');
  });
}

function roleOf({ concern, kind }: Shown<string, string>): string {
  return `${kind}.${concern}`;
}
