import type { WireAnswer } from '../world/wire.ts';
import { type Deviation, type Overrides, type RequestContext, subtle } from './deviation.ts';
import { type AnyJson, body, on, when } from './edits.ts';

/** Edits of the balance, from which deviations are composed. */

/** Changes a balance in place wherever it is read. */
export function balance(
  rule: string,
  id: string,
  about: string,
  change: (shown: AnyJson, context: RequestContext) => void,
): Deviation {
  return subtle(rule, id, about, {
    answer: on(
      'readCreditBalance',
      when(
        200,
        body((shown, context) => change(shown, context)),
      ),
    ),
  });
}

/** Adds units that no job holds: to what was granted, and so to what is left. */
export function give(shown: AnyJson, units: number): void {
  for (const name of ['settled_units', 'available_units', 'spendable_units']) shown[name] += units;
}

type Worth = (context: RequestContext, answer: WireAnswer) => number;

/** The balance of an account is another by what its requests so far were worth. */
export function moved(rule: string, id: string, about: string, worth: Worth): Deviation {
  return subtle(rule, id, about, { answer: shifted(worth) });
}

export function shifted(worth: Worth): NonNullable<Overrides['answer']> {
  return (answer, context) => {
    const name = `moved ${context.key?.account}`;
    const by = worth(context, answer);
    const sum = (context.memory.get<number>(name) ?? 0) + by;
    if (by !== 0) context.memory.set(name, sum);
    return on(
      'readCreditBalance',
      when(
        200,
        body((shown) => give(shown, sum)),
      ),
    )(answer, context);
  };
}

/** What nobody should be told where nothing is known. */
export const EMPTY_BALANCE = {
  object: 'credit_balance',
  as_of: '2026-01-01T00:00:00.000Z',
  settled_units: 0,
  held_units: 0,
  available_units: 0,
  test_funded_units: 0,
  spendable_units: 0,
  enforced: false,
  low_balance: false,
  unit_costs: {},
};
