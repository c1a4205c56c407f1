import type { Rules } from '../../domain/rulebook.ts';
import type { Tools } from '../deviation.ts';
import { scopeOf } from './functions.ts';
import { withAll, worldNames } from './names.ts';
import { compileEdit } from './parts.ts';
import type { Step, Subject } from './row.ts';

type RulesOverride = (was: Rules, tools: Tools) => Partial<Rules>;
type View = Exclude<Subject, 'answer' | 'request' | 'delivery'>;
type Shows = (...args: never[]) => object;

/** The decision that shows each resource, and the name of its first argument. */
const SHOWN: Readonly<Record<View, readonly [decision: keyof Rules, subject: string | null]>> = {
  asset: ['assetBody', 'asset'],
  concern: ['concern', null],
  job: ['jobBody', 'job'],
  result: ['resultBody', null],
  'skin.analysis': ['output', null],
  'makeup.try_on': ['output', null],
  'hair.try_on': ['output', null],
};

/** Edits a resource wherever it is shown: in answers, lists and events. */
export function viewEdit(view: View, step: Step): RulesOverride {
  const edit = compileEdit(step);
  const [decision, subject] = SHOWN[view];
  return (was, tools) => {
    const show = was[decision] as unknown as Shows;
    const shown = (...args: never[]) => {
      const body = show(...args) as { type?: unknown };
      if (decision === 'output' && body.type !== view) return body;
      const own = { body, before: body, ...(subject !== null && { [subject]: args[0] }) };
      const scope = scopeOf(tools, withAll(worldNames(tools), own));
      return edit.holds(scope) ? edit.change({ body }, scope).body : body;
    };
    return { [decision]: shown };
  };
}
