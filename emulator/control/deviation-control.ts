import { isDeepStrictEqual } from 'node:util';
import { didYouMean } from '../../shared/nearest.ts';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import { isRetired } from '../../shared/questions/retired.ts';
import { choicesIn } from '../domain/choices.ts';
import { warnOfRetired } from '../domain/retired.ts';
import { BadInput, parseInput } from '../domain/values/bad-input.ts';
import { execute, type WorldHost } from '../runtime/world-host.ts';
import { chosenSettings } from '../world/deviations.ts';
import type { Deviator } from '../world/world.ts';
import { chooseReadings } from './reading-control.ts';
import { type DeviationReport, deviationsSchema } from './schemas/settings.ts';

/** Deviations, each of which breaks one rule of the spec, and lawful variants. All are off by default. */
export type DeviationControl = {
  /** The whole catalogue. */
  list(): Promise<DeviationReport[]>;
  /** Switches some on, in addition to those that are on. */
  on(...ids: string[]): Promise<DeviationReport[]>;
  /** Switches some off, or all without an id. */
  off(...ids: string[]): Promise<void>;
};

export function controlDeviations(host: WorldHost, load: () => Promise<Deviator>): DeviationControl {
  const reports = ({ catalogue, choicesOf }: Deviator) =>
    catalogue.map((facts): DeviationReport => {
      if (facts.kind === 'variant') return { ...facts, ...variantState(host, choicesOf(facts.id)) };
      const row = host.world.state.deviations.get(facts.id);
      return { ...facts, on: row !== undefined, fired: row?.fired ?? 0 };
    });
  return {
    list: async () => reports(await load()),
    on: async (...ids) => {
      warnOfRetired([{ deviate: ids }], host.ports.onWarning);
      await switchOn(host, load, ids, 'The list of deviations');
      return reports(await load()).filter(({ on }) => on);
    },
    off: async (...ids) => {
      const isMeant = (id: string) => ids.length === 0 || ids.includes(id);
      const deviator = await load();
      requireKnown(deviator, ids, 'The list of deviations', 'off');
      const variants = reports(deviator).filter(({ kind, on, id }) => kind === 'variant' && on && isMeant(id));
      const choices = choicesOfAll(deviator, variants);
      await chooseReadings(host, load, asBefore(host, Object.keys(choices)), 'The list of deviations');
      const stay = [...host.world.state.deviations.keys()].filter((id) => !isMeant(id));
      execute(host, 'set_deviations', { ids: stay });
    },
  };
}

export function parseDeviations(body: unknown): string[] {
  return parseInput('The list of deviations', deviationsSchema, body).on;
}

/** Switches deviations on, in addition to those that are on. The catalogue is loaded only if there are any. */
export async function switchOn(
  host: WorldHost,
  load: () => Promise<Deviator>,
  given: readonly string[],
  what: string,
): Promise<void> {
  const ids = given.filter((id) => !isRetired(id));
  if (ids.length === 0) return;
  const deviator = await load();
  requireKnown(deviator, ids, what, what === 'The list of deviations' ? 'on' : 'deviate');
  host.world.deviator = deviator;
  const choices = choicesOfAll(
    deviator,
    ids.map((id) => ({ id })),
  );
  await chooseReadings(host, load, choices, what);
  const broken = ids.filter((id) => deviator.choicesOf(id) === null);
  execute(host, 'set_deviations', { ids: [...new Set([...host.world.state.deviations.keys(), ...broken])] });
}

function choicesOfAll({ choicesOf }: Deviator, variants: readonly { id: string }[]): Record<string, unknown> {
  return Object.fromEntries(variants.flatMap(({ id }) => Object.entries(choicesOf(id) ?? {})));
}

/** A lawful variant is on if every choice that its old name stands for is made. */
function variantState({ world }: WorldHost, choices: Readonly<Record<string, unknown>> | null) {
  const chosen = new Map(choicesIn(chosenSettings(world)).map(({ question, choice }) => [question.name, choice]));
  const names = Object.keys(choices ?? {});
  return {
    on: names.every((name) => isDeepStrictEqual(chosen.get(name), choices?.[name])),
    fired: names.reduce((sum, name) => sum + (world.state.choices.get(name)?.fired ?? 0), 0),
  };
}

function asBefore({ world }: WorldHost, names: readonly string[]): Record<string, unknown> {
  const began = choicesIn(world.plain.settings).map(({ question, choice }) => [question.name, choice] as const);
  return Object.fromEntries(began.filter(([name]) => names.includes(name)));
}

function requireKnown({ catalogue, occurrences }: Deviator, ids: readonly string[], what: string, place: string): void {
  const known = catalogue.map(({ id }) => id);
  const problems = ids.flatMap((id, index) => {
    if (known.includes(id) || occurrences.includes(id)) return [];
    if (typeof id !== 'string') return [{ path: `${place}[${index}]`, problem: 'must be the id of a deviation' }];
    const hint = choiceHint(id) || didYouMean(id, known) || '; run tryon-emulator deviations for a list';
    return [{ path: `${place}[${index}]`, problem: `there is no deviation ${id}${hint}` }];
  });
  if (problems.length > 0) throw new BadInput(what, problems);
}

/** Explains that a lawful variant is a choice, not a deviation. */
function choiceHint(id: string): string {
  const isChoice = QUESTIONS.some(({ name }) => name === id.split('=')[0]);
  return isChoice ? `; it is a reading: set it under readings, or with --reading ${id}` : '';
}
