import type { Behaviour, CoverageReport, CoveredBehaviour, Mark, Marks } from '../domain/test-control/coverage.ts';
import { catalogue } from './catalogue.ts';

/** What of the service was met, and what was not. */
export function coverageReport(marks: Marks): CoverageReport {
  const all = catalogue();
  const behaviours = all.map((behaviour) => covered(behaviour, marks));
  const count = (state: CoveredBehaviour['state']) => behaviours.filter((one) => one.state === state).length;
  const listed = new Set(all.flatMap(({ keys }) => keys));
  const [met, total] = [count('met'), all.length];
  return {
    version: 1,
    percent: Math.floor((met / total) * 1_000) / 10,
    met,
    unanswered: count('unanswered'),
    never: count('never'),
    total,
    behaviours,
    others: [...marks.keys()].filter((key) => !listed.has(key)),
  };
}

function covered({ keys, ...behaviour }: Behaviour, marks: Marks): CoveredBehaviour {
  const found = keys.flatMap((key) => marks.get(key) ?? []);
  const rule = found.find((mark) => mark.rule !== null)?.rule ?? null;
  return { ...behaviour, state: stateOf(behaviour.reaction, found), rule };
}

function stateOf(reaction: string | null, found: readonly Mark[]): CoveredBehaviour['state'] {
  if (found.length === 0) return 'never';
  return reaction === null || found.some(({ answered }) => answered) ? 'met' : 'unanswered';
}
