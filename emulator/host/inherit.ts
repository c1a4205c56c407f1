import { choiceAt, withChoices } from '../../shared/questions/places.ts';
import { parseNamedWorld } from '../control/schemas/read-config.ts';
import type { NamedWorldInput, WorldConfig } from '../control/schemas/world-input.ts';
import { unusualChoices } from '../domain/choices.ts';
import { execute, type WorldHost } from '../runtime/world-host.ts';
import type { Always } from '../vary/varied.ts';
import { noteFired, resumeConduct } from '../world/deviations.ts';

/** A later world inherits what it does not override: readings and stages one by one, the rest as a whole. */
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

/** Applies the choices and deviations of a world to the worlds that are created within it. */
export function followDeviations(parent: WorldHost, host: WorldHost): void {
  const ids = [...parent.world.state.deviations.keys()];
  const choices = Object.fromEntries([...parent.world.state.choices].map(([name, { choice }]) => [name, choice]));
  host.world.deviator = parent.world.deviator;
  if (host.world.settings.answers.length > 0) resumeConduct(host.world);
  if (Object.keys(choices).length > 0) execute(host, 'set_choices', { choices });
  if (ids.length === 0) return;
  execute(host, 'set_deviations', { ids });
}

/** Adds a world's counts to the world in which the deviations were switched on, also after its removal. */
export function reportFired({ world }: WorldHost, parent: WorldHost): void {
  for (const [id, { fired }] of [...world.state.deviations, ...world.state.choices]) {
    for (let times = 0; times < fired; times += 1) noteFired(parent.world, id);
  }
}

/** Leaves out rows with a key: it belongs to the configured world, and no other world has it. */
function withoutKeys<Row extends { match: { key: string | null } }>(rows: readonly Row[]): Row[] {
  return rows.filter(({ match }) => match.key === null);
}
