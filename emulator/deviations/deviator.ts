import { isDeepStrictEqual } from 'node:util';
import type { Rules } from '../domain/rulebook.ts';
import { keepInMemory, noteFired } from '../world/deviations.ts';
import type { Conduct, DeviationFacts, Deviator, Edges, World } from '../world/world.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Deviation, Memory, Overrides, Tools, Variant } from './deviation.ts';

type Entry = Deviation | Variant;
type Holding<Override extends keyof Overrides> = Entry & Required<Pick<Overrides, Override>>;

export const deviator: Deviator = deviatorOf(CATALOGUE);

/** Applies entries of the catalogue to the settings, rules and edges of a World. */
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
  /** The same rules without counting, to compare their results with. */
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

/** Replaces rules, and notes that the deviation fired where the result differs from that of the rule before. */
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

/** Replaces settings. The deviation has fired when a setting is read, since its effect cannot be compared. */
function counted<Values extends object>(values: Values, changed: Partial<Values>, note: () => void): Values {
  if (Object.keys(changed).length === 0) return values;
  // Getters are copied as getters: reading one for its value would count it.
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
  const changers = holding(entries, 'change');
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
  const change: Edges['change'] = (world, make) => {
    const afterwards = changers.map((entry) => entry.change(toolsFor(world, entry.id)));
    const outcome = make();
    for (const after of afterwards) after();
    return outcome;
  };
  return {
    wire: askers.length + answerers.length > 0 ? wire : null,
    delivery: deliverers.length > 0 ? delivery : null,
    change: changers.length > 0 ? change : null,
  };
}

function holding<Override extends keyof Overrides>(entries: readonly Entry[], override: Override): Holding<Override>[] {
  return entries.filter((entry) => entry[override] !== undefined) as Holding<Override>[];
}

/** Passes a value through the edits of each entry; those that changed it have fired. */
function edited<Taker extends Entry, Value>(
  world: World,
  entries: readonly Taker[],
  resource: Value,
  edit: (entry: Taker, resource: Value, tools: Tools) => Value,
): Value {
  return entries.reduce((before, entry) => {
    const after = edit(entry, before, toolsFor(world, entry.id));
    if (isDeepStrictEqual(after, before)) return before;
    noteFired(world, entry.id);
    return after;
  }, resource);
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
  return { world, memory, note: () => noteFired(world, id) };
}

/** The order of members counts, since the JSON of a job is made from it. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || (isDeepStrictEqual(one, other) && JSON.stringify(one) === JSON.stringify(other));
}
