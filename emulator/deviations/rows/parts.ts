import { type Path, withChange, withoutPath } from '../../../shared/expression/paths.ts';
import type { Scope } from '../../../shared/expression/scope.ts';
import type { Tools } from '../deviation.ts';
import { withAll } from './names.ts';
import type { Step } from './row.ts';
import { compileExpression, compilePath, compileValue, type Value } from './values.ts';

export type Edit = {
  holds(scope: Scope): boolean;
  remember(scope: Scope, tools: Tools, account?: string): void;
  change<Parts>(parts: Parts, scope: Scope): Parts;
};

const GIVEN = ['body.settled_units', 'body.available_units', 'body.spendable_units'];

export function compileEdit({ match = {}, set = {}, remove = [], give, remember = {}, tally }: Step): Edit {
  const condition = match.if === undefined ? null : compileExpression(match.if);
  const kept = Object.entries(remember).map(([name, value]) => [compileValue(name), compileValue(value)] as const);
  const sum = tally === undefined ? null : compileValue(tally);
  const units = give === undefined ? [] : GIVEN.map((path) => [compilePath(path), added(compileValue(give))] as const);
  const sets = [
    ...Object.entries(set).map(([path, value]) => [compilePath(path), compileValue(value)] as const),
    ...units,
  ];
  const removed = remove.map(compilePath);
  return {
    holds: (scope) => condition === null || Boolean(condition(scope)),
    remember: (scope, { memory }, account) => {
      // All values are computed before any is stored, so that none affects another.
      const values = kept.map(([name, value]) => [String(name(scope)), value(scope)] as const);
      for (const [name, value] of values)
        if (value !== undefined && memory.get(name) !== value) memory.set(name, value);
      const more = Number(sum?.(scope) ?? 0);
      if (more === 0) return;
      for (const name of ['tally', `tally ${account}`]) memory.set(name, (memory.get<number>(name) ?? 0) + more);
    },
    change: (parts, scope) => {
      const without = removed.reduce((seen, path) => withoutPath(seen, path) as typeof parts, parts);
      return sets.reduce((seen, [path, value]) => withSet(seen, path, value, scope), without);
    },
  };
}

/** `was` is the old value, `within` its container; parts include the changes of the step so far. */
function withSet<Parts>(parts: Parts, path: Path, value: Value, scope: Scope): Parts {
  const [first] = path;
  // There is no JSON to change.
  if (first?.kind === 'member' && first.name === 'body' && (parts as { body?: unknown }).body === undefined)
    return parts;
  const change = (was: unknown, within: unknown) =>
    value({ ...scope, names: withAll(scope.names, { was, within, ...(parts as object) }) });
  return withChange(parts, path, change) as Parts;
}

function added(value: Value): Value {
  return (scope) => Number(scope.names['was']) + Number(value(scope));
}
