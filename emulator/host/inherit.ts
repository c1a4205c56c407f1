import { choiceAt, withChoices } from '../../shared/questions/places.ts';
import { parseNamedWorld } from '../control/schemas/read-config.ts';
import type { NamedWorldInput, WorldConfig } from '../control/schemas/world-input.ts';
import { unusualChoices } from '../domain/choices.ts';
import { execute, type WorldHost } from '../runtime/world-host.ts';
import type { Always } from '../vary/varied.ts';
import { noteFired, resumeConduct } from '../world/deviations.ts';

/**
 * The configuration of a world that is made while the emulator runs. Where it sets nothing itself, it has the settings of
 * the emulator: each reading and stage by itself, and the plans, faults and deviations.
 */
export function inherited(
  input: NamedWorldInput,
  config: WorldConfig,
  always: Always,
): WorldConfig & { name?: string | undefined } {
  const own = parseNamedWorld(input);
  const unsaid = unusualChoices(config)
    .filter(({ question: { name } }) => choiceAt(input, name) === undefined)
    .map(({ question, choice }) => [question.name, choice]);
  const whole = unsaid.length === 0 ? own : parseNamedWorld(withChoices(input, Object.fromEntries(unsaid)));
  return {
    ...whole,
    plans: input.plans === undefined ? withoutKeys(config.plans) : [...own.plans, ...always.plans],
    faults: input.faults === undefined ? withoutKeys(config.faults) : [...own.faults, ...always.faults],
    answers: input.answers === undefined ? config.answers : own.answers,
    deviate: input.deviate === undefined ? config.deviate : [...own.deviate, ...always.deviate],
  };
}

/** What was chosen in a world, and what goes astray there, is so in those that are made within it. */
export function followDeviations(parent: WorldHost, host: WorldHost): void {
  const ids = [...parent.world.state.deviations.keys()];
  const choices = Object.fromEntries([...parent.world.state.choices].map(([name, { choice }]) => [name, choice]));
  host.world.deviator = parent.world.deviator;
  if (host.world.settings.answers.length > 0) resumeConduct(host.world);
  if (Object.keys(choices).length > 0) execute(host, 'set_choices', { choices });
  if (ids.length === 0) return;
  execute(host, 'set_deviations', { ids });
}

/** How often a deviation changed something is known where it was switched on, also when the account has gone. */
export function reportFired({ world }: WorldHost, parent: WorldHost): void {
  for (const [id, { fired }] of [...world.state.deviations, ...world.state.choices]) {
    for (let times = 0; times < fired; times += 1) noteFired(parent.world, id);
  }
}

/** What names a key is about a key of the world of the configuration, which no other world has. */
function withoutKeys<Row extends { match: { key: string | null } }>(rows: readonly Row[]): Row[] {
  return rows.filter(({ match }) => match.key === null);
}
