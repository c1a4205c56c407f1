import { isDeepStrictEqual } from 'node:util';
import type { Rules } from '../domain/rulebook.ts';
import { type Conduct, type DeviationFacts, type Deviator, keepInMemory, noteFired } from '../world/deviations.ts';
import type { Edges } from '../world/edges.ts';
import type { World } from '../world/world.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Deviation, Memory, Seams, Tools, Variant } from './deviation.ts';

type Entry = Deviation | Variant;
type Holding<Seam extends keyof Seams> = Entry & Required<Pick<Seams, Seam>>;

export const deviator: Deviator = deviatorOf(CATALOGUE);

/** The catalogue at work: puts entries into the places where a World can be made to go astray. */
export function deviatorOf(catalogue: readonly Entry[]): Deviator {
  const byId = new Map(catalogue.map((entry) => [entry.id, entry]));
  return {
    catalogue: catalogue.map(factsOf),
    conductOf: (world, ids) =>
      conductOf(
        world,
        ids.flatMap((id) => byId.get(id) ?? []),
      ),
  };
}

function factsOf(entry: Entry): DeviationFacts {
  const { id, about } = entry;
  if (entry.kind === 'variant') return { kind: entry.kind, id, cites: entry.cites, about };
  return { kind: entry.kind, id, rule: entry.rule, also: entry.also, about, subtle: entry.subtle };
}

function conductOf(world: World, entries: readonly Entry[]): Conduct {
  let { settings, rules } = world.plain;
  /** The same rules, but nothing is counted when one is asked for comparison. */
  let uncounted = rules;
  for (const { id, readings = {}, stages = {}, rules: replace } of entries) {
    const note = () => noteFired(world, id);
    settings = {
      ...settings,
      readings: counted(settings.readings, readings, note),
      stages: counted(settings.stages, stages, note),
    };
    if (replace === undefined) continue;
    const tools = toolsFor(world, id);
    rules = replaced(rules, replace(rules, tools), uncounted, note);
    uncounted = { ...uncounted, ...replace(uncounted, tools) };
  }
  return { settings, rules, edges: edgesOf(entries) };
}

/** A decision that comes out as it would have anyway has changed nothing. */
function replaced(was: Rules, by: Partial<Rules>, uncounted: Rules, note: () => void): Rules {
  const wrapped = Object.entries(by).map(([name, decide]) => {
    const before = uncounted[name as keyof Rules] as (...args: unknown[]) => unknown;
    const after = decide as typeof before;
    const watched = (...args: unknown[]) => {
      const outcome = after(...args);
      if (!isSame(outcome, before(...args))) note();
      return outcome;
    };
    return [name, watched];
  });
  return { ...was, ...Object.fromEntries(wrapped) };
}

/** Of a setting it cannot be seen what would have come of another: whoever reads it goes by it. */
function counted<Values extends object>(values: Values, changed: Partial<Values>, note: () => void): Values {
  if (Object.keys(changed).length === 0) return values;
  // With the counting getters of others as they are: to read one for a copy of its value would count it.
  const copy = Object.defineProperties({} as Values, Object.getOwnPropertyDescriptors(values));
  for (const [name, value] of Object.entries(changed)) {
    const get = () => {
      note();
      return value;
    };
    Object.defineProperty(copy, name, { get, enumerable: true });
  }
  return copy;
}

function edgesOf(entries: readonly Entry[]): Edges {
  const askers = holding(entries, 'request');
  const answerers = holding(entries, 'answer');
  const deliverers = holding(entries, 'delivery');
  const wire: Edges['wire'] = {
    request: (world, passage) =>
      edited(world, askers, passage.request, (entry, request, tools) =>
        entry.request(request, { ...passage, request, ...tools }),
      ),
    answer: (world, passage, answer) =>
      edited(world, answerers, answer, (entry, before, tools) =>
        entry.answer({ ...before, headers: { ...before.headers } }, { ...passage, ...tools }),
      ),
  };
  const delivery: Edges['delivery'] = (world, facts, request) =>
    edited(world, deliverers, request, (entry, before, tools) => entry.delivery(before, { ...facts, ...tools }));
  return {
    wire: askers.length + answerers.length > 0 ? wire : null,
    delivery: deliverers.length > 0 ? delivery : null,
  };
}

function holding<Seam extends keyof Seams>(entries: readonly Entry[], seam: Seam): Holding<Seam>[] {
  return entries.filter((entry) => entry[seam] !== undefined) as Holding<Seam>[];
}

/** What comes of a thing after each entry had it in hand; those that changed it have fired. */
function edited<Taker extends Entry, Thing>(
  world: World,
  entries: readonly Taker[],
  thing: Thing,
  edit: (entry: Taker, thing: Thing, tools: Tools) => Thing,
): Thing {
  return entries.reduce((before, entry) => {
    const after = edit(entry, before, toolsFor(world, entry.id));
    if (isDeepStrictEqual(after, before)) return before;
    noteFired(world, entry.id);
    return after;
  }, thing);
}

function toolsFor(world: World, id: string): Tools {
  const get = <Value>(name: string) => world.state.deviations.get(id)?.memory[name] as Value | undefined;
  const memory: Memory = {
    get,
    set: (name, value) => keepInMemory(world, id, name, value),
    count: (name) => {
      const count = (get<number>(name) ?? 0) + 1;
      keepInMemory(world, id, name, count);
      return count;
    },
  };
  return { world, memory };
}

/** The order of members counts: a view of a job is what its JSON is made of. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || (isDeepStrictEqual(one, other) && JSON.stringify(one) === JSON.stringify(other));
}
