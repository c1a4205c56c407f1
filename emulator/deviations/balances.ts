import type { WireAnswer } from '../world/wire.ts';
import type { Overrides, RequestContext } from './deviation.ts';
import { type AnyJson, body, on, when } from './edits.ts';

/** Adds units that no job holds: to what was granted, and so to what is left. */
export function give(shown: AnyJson, units: number): void {
  for (const name of ['settled_units', 'available_units', 'spendable_units']) shown[name] += units;
}

type Worth = (context: RequestContext, answer: WireAnswer) => number;

/** The balance of an account differs by what its requests so far were worth. */
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
