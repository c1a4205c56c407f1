import type { Readings } from '../../shared/questions/generated/readings.ts';

/** What a well-formed submission is checked for. */
export type Check = 'inputs' | 'credits' | 'limits';

/** Reading 20: if a submission could be refused for two reasons, the first check decides. */
export function orderOfChecks({ check_order }: Pick<Readings, 'check_order'>): readonly Check[] {
  if (last.of !== check_order) last = { of: check_order, checks: checksIn(check_order) };
  return last.checks;
}

/** Most calls have the same readings as the call before. */
let last: { of: Readings['check_order'] | null; checks: readonly Check[] } = { of: null, checks: [] };

function checksIn(check_order: Readings['check_order']): readonly Check[] {
  const { input_and_credits, credits_and_limits } = check_order;
  const early: Check[] = input_and_credits === 'input_first' ? ['inputs', 'credits'] : ['credits', 'inputs'];
  if (credits_and_limits === 'credits_first') return [...early, 'limits'];
  return early.flatMap((check): Check[] => (check === 'credits' ? ['limits', 'credits'] : [check]));
}
