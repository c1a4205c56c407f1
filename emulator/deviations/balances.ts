import type { WireAnswer } from '../world/wire.ts';
import { type Deviation, type RequestContext, subtle } from './deviation.ts';
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

/** The balance of an account is another by what its requests so far were worth. */
export function moved(
  rule: string,
  id: string,
  about: string,
  worth: (context: RequestContext, answer: WireAnswer) => number,
): Deviation {
  const { answer: shift, ...rest } = balance(rule, id, about, (shown, { memory, key }) =>
    give(shown, memory.get<number>(`moved ${key?.account}`) ?? 0),
  );
  return {
    ...rest,
    answer: (answer, context) => {
      const by = worth(context, answer);
      const name = `moved ${context.key?.account}`;
      if (by !== 0) context.memory.set(name, (context.memory.get<number>(name) ?? 0) + by);
      return shift === undefined ? answer : shift(answer, context);
    },
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
