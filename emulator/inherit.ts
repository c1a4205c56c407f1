import { choiceAt, withChoices } from '../shared/questions/places.ts';
import { type NamedWorldInput, namedWorldSchema, type WorldConfig } from './control/schemas/world-input.ts';
import { unusualChoices } from './domain/choices.ts';
import { parseInput } from './domain/values/bad-input.ts';

/**
 * The configuration of a world that is made while the emulator runs. Where it says nothing itself, it behaves as the
 * emulator was told to: in its readings and stages, one by one, and in its plans, faults and deviations.
 */
export function inherited(input: NamedWorldInput, config: WorldConfig): WorldConfig & { name?: string | undefined } {
  const parse = (given: NamedWorldInput) => parseInput('The world', namedWorldSchema, given);
  const own = parse(input);
  const unsaid = unusualChoices(config)
    .filter(({ question: { name } }) => choiceAt(input, name) === undefined)
    .map(({ question, choice }) => [question.name, choice]);
  const whole = unsaid.length === 0 ? own : parse(withChoices(input, Object.fromEntries(unsaid)));
  return {
    ...whole,
    plans: input.plans === undefined ? withoutKeys(config.plans) : own.plans,
    faults: input.faults === undefined ? withoutKeys(config.faults) : own.faults,
    deviate: input.deviate === undefined ? config.deviate : own.deviate,
  };
}

/** What names a key is about a key of the world of the configuration, which no other world has. */
function withoutKeys<Row extends { match: { key: string | null } }>(rows: readonly Row[]): Row[] {
  return rows.filter(({ match }) => match.key === null);
}
