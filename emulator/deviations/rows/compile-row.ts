import type { Rules } from '../../domain/rulebook.ts';
import { forgetsClaims, keepsResults } from '../changes.ts';
import { QUESTIONS_WITH_MEANS } from '../choices/choices.ts';
import type { Overrides, Tools } from '../deviation.ts';
import { noteRoute } from '../requests.ts';
import { decision } from './decide.ts';
import { answerEdit } from './edit-answer.ts';
import { deliveryEdit } from './edit-delivery.ts';
import { requestEdit } from './edit-request.ts';
import { viewEdit } from './edit-view.ts';
import { scopeOf } from './functions.ts';
import { withAll, worldNames } from './names.ts';
import type { Row, Step, Subject } from './row.ts';
import { compileExpression } from './values.ts';

type Replace = (was: Rules, tools: Tools) => Partial<Rules>;

/** The overrides of a row; none if it only describes a deviation in code. */
export function compileRow({
  steps = [],
  decide = {},
  forgets,
  keeps_results: cause,
  readings,
  ...row
}: Row): Overrides {
  const unasked = Object.keys(readings ?? {}).find((name) => QUESTIONS_WITH_MEANS.includes(name));
  if (unasked !== undefined)
    throw new Error(`readings: ${unasked} is not asked by the service; write what it changes as an edit instead`);
  const all = EFFECTS.some((effect) => row[effect] !== undefined) ? [row, ...steps] : steps;
  const of = (subject: Subject) => all.filter((step) => (step.of ?? 'answer') === subject);
  const rules: Replace[] = [
    ...(forgets === undefined ? [] : [forgetting(forgets)]),
    ...Object.entries(decide).map(([name, text]) => decision(name, text)),
    ...all.flatMap(viewOf),
  ];
  const asksRoute = Object.values(decide).some((text) => /\broute\b/.test(text));
  const requests = [...of('request').map(requestEdit), ...(asksRoute ? [noteRoute] : [])];
  return {
    ...chained('request', requests),
    ...chained('answer', of('answer').map(answerEdit)),
    ...chained('delivery', of('delivery').map(deliveryEdit)),
    ...(rules.length > 0 && { rules: joined(rules) }),
    ...(cause !== undefined && keepsResults(cause)),
    ...(readings !== undefined && { readings }),
  };
}

const EFFECTS = ['set', 'remove', 'status', 'code', 'refuse', 'instead', 'give', 'tally', 'remember'] as const;

function viewOf(step: Step): Replace[] {
  const { of = 'answer' } = step;
  return of === 'answer' || of === 'request' || of === 'delivery' ? [] : [viewEdit(of, step)];
}

type Edge = 'request' | 'answer' | 'delivery';
type EdgeEdit<Name extends Edge> = NonNullable<Overrides[Name]>;

function chained<Name extends Edge>(name: Name, edits: readonly EdgeEdit<Name>[]): Overrides {
  if (edits.length === 0) return {};
  const chain = edits as readonly ((value: never, context: never) => unknown)[];
  return {
    [name]: (value: never, context: never) => chain.reduce<unknown>((one, edit) => edit(one as never, context), value),
  };
}

/** Combines replacements; each applies to the rules that the previous ones return. */
function joined(replacements: readonly Replace[]): Replace {
  return (was, tools) => {
    const made: Partial<Rules> = {};
    for (const replace of replacements) Object.assign(made, replace({ ...was, ...made }, tools));
    return made;
  };
}

function forgetting(text: string): Replace {
  const condition = compileExpression(text);
  return (was, tools) => {
    const { rules } = forgetsClaims(({ job, isSameRequest: same, at, now }) =>
      Boolean(condition(scopeOf(tools, withAll(worldNames(tools), { job, same, at, now })))),
    );
    return rules?.(was, tools) ?? {};
  };
}
