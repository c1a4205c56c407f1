import type { Readings } from '../../shared/questions/generated/readings.ts';

/** What a submission with a good form is checked for. */
export type Check = 'inputs' | 'credits' | 'limits';

/** Reading 20: which of them comes first decides which refusal is answered where there are two. */
export function orderOfChecks({ check_order }: Pick<Readings, 'check_order'>): Check[] {
  const { input_and_credits, credits_and_limits } = check_order;
  const early: Check[] = input_and_credits === 'input_first' ? ['inputs', 'credits'] : ['credits', 'inputs'];
  if (credits_and_limits === 'credits_first') return [...early, 'limits'];
  return early.flatMap((check): Check[] => (check === 'credits' ? ['limits', 'credits'] : [check]));
}
