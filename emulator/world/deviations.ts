import { withChoices } from '../../shared/questions/places.ts';
import { unusualChoices } from '../domain/choices.ts';
import { wakeWaiting } from './waiting-jobs.ts';
import type { Settings, World } from './world.ts';

/** Switches on exactly these deviations. Those that were already on keep their count and their memory. */
export function setDeviations(world: World, { ids }: { ids: readonly string[] }): void {
  const before = world.state.deviations;
  world.state.deviations = new Map(ids.map((id) => [id, before.get(id) ?? { fired: 0, memory: {} }]));
  resumeConduct(world);
}

/** Changes the answers to some open questions from now on; the others do not change. */
export function setChoices(world: World, { choices }: { choices: Readonly<Record<string, unknown>> }): void {
  const rows = Object.entries(choices).map(([name, choice]) => [name, { choice, fired: 0, memory: {} }] as const);
  world.state.choices = new Map([...world.state.choices, ...rows]);
  const { admission_per_minute: admissionPerMinute } = choices;
  if (typeof admissionPerMinute === 'number' || admissionPerMinute === null)
    world.state.switches = { ...world.state.switches, admissionPerMinute };
  if ('jobs_at_once' in choices) wakeWaiting(world);
  resumeConduct(world);
}

/** Applies the choices and deviations of the state, after they were set or the state was restored. */
export function resumeConduct(world: World): void {
  const settings = chosenSettings(world);
  const ids = [...world.state.deviations.keys()];
  if (ids.length > 0 && world.deviator === null) throw new Error('deviations are on, but their catalog is not loaded');
  const isPlain = ids.length === 0 && unusualChoices(settings).length + settings.answers.length === 0;
  const conduct = isPlain ? undefined : world.deviator?.conductOf(world, settings, ids);
  Object.assign(world, conduct ?? { ...world.plain, settings });
}

/** The initial settings of the world with the choices that were made since. */
export function chosenSettings({ plain, state }: World): Settings {
  const chosen = Object.fromEntries([...state.choices].map(([name, { choice }]) => [name, choice]));
  return withChoices(plain.settings, chosen);
}

/** Counts an effect of a deviation, by its id, or of a choice, by its question. */
export function noteFired(world: World, id: string): void {
  const { deviations, choices } = world.state;
  const row = deviations.get(id);
  if (row !== undefined) deviations.set(id, { fired: row.fired + 1, memory: row.memory });
  const chosen = choices.get(id);
  if (chosen !== undefined) choices.set(id, { choice: chosen.choice, fired: chosen.fired + 1, memory: chosen.memory });
}

export function keepInMemory(world: World, id: string, name: string, value: unknown): void {
  const { deviations, choices } = world.state;
  const row = deviations.get(id);
  if (row !== undefined) deviations.set(id, { ...row, memory: { ...row.memory, [name]: value } });
  const chosen = choices.get(id);
  if (chosen !== undefined) choices.set(id, { ...chosen, memory: { ...chosen.memory, [name]: value } });
}

export function memoryOf({ state }: World, id: string): Readonly<Record<string, unknown>> {
  return state.deviations.get(id)?.memory ?? state.choices.get(id)?.memory ?? {};
}
