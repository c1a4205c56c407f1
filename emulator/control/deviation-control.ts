import * as z from 'zod';
import { didYouMean } from '../../shared/nearest.ts';
import { BadInput, parseInput } from '../domain/values/bad-input.ts';
import { execute, type WorldHost } from '../runtime/world-host.ts';
import type { DeviationFacts, Deviator } from '../world/world.ts';

/** The limit of ids in one call: more than the catalogue has, fewer than a function call takes as arguments. */
const MOST_NAMED = 1_000;

export const deviationsSchema = z.strictObject({
  on: z
    .array(z.string())
    .min(1)
    .max(MOST_NAMED)
    .describe('ids of deviations and lawful variants, as the list names them'),
});

export type DeviationReport = DeviationFacts & {
  on: boolean;
  /** How often it changed something since it was switched on. */
  fired: number;
};

/** Deviations, each of which breaks one rule of the spec, and lawful variants; all are off by default. */
export type DeviationControl = {
  /** The whole catalogue. */
  list(): Promise<DeviationReport[]>;
  /** Switches some on, beside those that are on. */
  on(...ids: string[]): Promise<DeviationReport[]>;
  /** Switches some off; without an id, all. */
  off(...ids: string[]): Promise<void>;
};

export function controlDeviations(host: WorldHost, load: () => Promise<Deviator>): DeviationControl {
  const reports = ({ catalogue }: Deviator) =>
    catalogue.map((facts): DeviationReport => {
      const row = host.world.state.deviations.get(facts.id);
      return { ...facts, on: row !== undefined, fired: row?.fired ?? 0 };
    });
  return {
    list: async () => reports(await load()),
    on: async (...ids) => {
      await switchOn(host, load, ids, 'The deviations');
      return reports(await load()).filter(({ on }) => on);
    },
    off: async (...ids) => {
      if (ids.length > 0) requireKnown(await load(), ids, 'The deviations', 'off');
      const stay = [...host.world.state.deviations.keys()].filter((id) => ids.length > 0 && !ids.includes(id));
      execute(host, 'set_deviations', { ids: stay });
    },
  };
}

export function parseDeviations(body: unknown): string[] {
  return parseInput('The deviations', deviationsSchema, body).on;
}

/** Switches deviations on, beside those that are on; the catalogue is loaded where there are any. */
export async function switchOn(
  host: WorldHost,
  load: () => Promise<Deviator>,
  ids: readonly string[],
  what: string,
): Promise<void> {
  if (ids.length === 0) return;
  const deviator = await load();
  requireKnown(deviator, ids, what, what === 'The deviations' ? 'on' : 'deviate');
  host.world.deviator = deviator;
  execute(host, 'set_deviations', { ids: [...new Set([...host.world.state.deviations.keys(), ...ids])] });
}

function requireKnown({ catalogue }: Deviator, ids: readonly string[], what: string, place: string): void {
  const known = catalogue.map(({ id }) => id);
  const problems = ids.flatMap((id, index) => {
    if (known.includes(id)) return [];
    const hint = didYouMean(id, known) || '; tryon-emulator deviations lists them';
    return [{ path: `${place}[${index}]`, problem: `there is no deviation ${id}${hint}` }];
  });
  if (problems.length > 0) throw new BadInput(what, problems);
}
