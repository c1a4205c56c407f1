import type { ReadingsInput } from '../../shared/questions/generated/readings.ts';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import { withChoices } from '../../shared/questions/places.ts';
import { choicesText, isSettable, type Question } from '../../shared/questions/question.ts';
import { type Answers, choicesIn, conflictsIn } from '../domain/choices.ts';
import { choicesSchema } from '../domain/readings.ts';
import { warnOfRetired } from '../domain/retired.ts';
import { BadInput, parseInput } from '../domain/values/bad-input.ts';
import { execute, type WorldHost } from '../runtime/world-host.ts';
import { chosenSettings } from '../world/deviations.ts';
import type { Deviator } from '../world/world.ts';
import type { ReadingReport } from './schemas/settings.ts';

/** Some choices, named as in a configuration; stages as they are under `stages` there. */
export type ChoicesInput = ReadingsInput & {
  stages?: { [Stage in 'queued' | 'picked_up' | 'preparing' | 'processing']?: number | string | undefined } | undefined;
};

export type ReadingControl = {
  /** Every question for which the emulator supports more than one answer. */
  read(): ReadingReport[];
  /** Sets the named readings from now on; the others keep their values. */
  set(choices: ChoicesInput): Promise<ReadingReport[]>;
};

export function controlReadings(host: WorldHost, load: () => Promise<Deviator>): ReadingControl {
  const read = () =>
    choicesIn(chosenSettings(host.world)).map(({ question, choice }) => report(host, question, choice));
  return {
    read,
    set: async (input) => {
      warnOfRetired([{ readings: input }], host.ports.onWarning);
      const choices = flat(parseInput('The choice of readings', choicesSchema, input));
      await chooseReadings(host, load, choices, 'The choice of readings');
      return read();
    },
  };
}

/** Sets readings; the code for this is loaded on demand. Throws a BadInput if the choices conflict. */
export async function chooseReadings(
  host: WorldHost,
  load: () => Promise<Deviator>,
  choices: Readonly<Record<string, unknown>>,
  what: string,
): Promise<void> {
  if (Object.keys(choices).length === 0) return;
  const before: Answers = chosenSettings(host.world);
  const after = withChoices(before, choices);
  const conflicts = conflictsIn(after).map(({ name, problem }) => ({ path: name, problem }));
  if (conflicts.length > 0) throw new BadInput(what, conflicts);
  host.world.deviator = await load();
  execute(host, 'set_choices', { choices });
}

/** The choices of a call, by the names of their questions: `codes.rate_limited`. */
function flat(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = new Set(QUESTIONS.filter(isSettable).map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(given)
      .flatMap(([name, value]): [string, unknown][] => {
        if (names.has(name)) return [[name, value]];
        return Object.entries(value ?? {}).map(([inner, choice]) => [`${name}.${inner}`, choice]);
      })
      .filter(([, choice]) => choice !== undefined),
  );
}

function report({ world }: WorldHost, question: Question, choice: unknown): ReadingReport {
  const { name, section, reading = null, ask, default: usual } = question;
  const fired = world.state.choices.get(name)?.fired ?? 0;
  return { name, section, reading, ask, choices: choicesText(question), choice, default: usual, fired };
}
