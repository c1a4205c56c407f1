import type { Readings } from '../../shared/questions/generated/readings.ts';

/** What a submission with a good form is checked for. */
export type Check = 'inputs' | 'credits' | 'limits';

/** Reading 20: which of them comes first decides which refusal is answered where there are two. */
export function orderOfChecks({ check_order }: Pick<Readings, 'check_order'>): readonly Check[] {
  if (last.of !== check_order) last = { of: check_order, checks: checksIn(check_order) };
  return last.checks;
}

/** Most calls are about the readings of the call before. */
let last: { of: Readings['check_order'] | null; checks: readonly Check[] } = { of: null, checks: [] };

function checksIn(check_order: Readings['check_order']): readonly Check[] {
  const { input_and_credits, credits_and_limits } = check_order;
  const early: Check[] = input_and_credits === 'input_first' ? ['inputs', 'credits'] : ['credits', 'inputs'];
  if (credits_and_limits === 'credits_first') return [...early, 'limits'];
  return early.flatMap((check): Check[] => (check === 'credits' ? ['limits', 'credits'] : [check]));
}
