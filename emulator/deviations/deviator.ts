import { isDeepStrictEqual } from 'node:util';
import { unusualChoices } from '../domain/choices.ts';
import type { ApiError } from '../domain/errors.ts';
import type { Rules } from '../domain/rulebook.ts';
import { keepInMemory, memoryOf, noteFired } from '../world/deviations.ts';
import type { WireAnswer } from '../world/wire.ts';
import type { Conduct, DeviationFacts, Deviator, DocumentEdits, Edges, Settings, World } from '../world/world.ts';
import { answeredBy } from './answer-templates.ts';
import { CATALOGUE } from './catalogue.ts';
import { overridesFor, placeOf } from './choices/choices.ts';
import { choicesOfVariant, VARIANTS } from './choices/old-names.ts';
import type { Deviation, Memory, Overrides, RequestContext, Tools } from './deviation.ts';
import { OCCURRENCES } from './occurrences.ts';
import { putCounted, watched } from './watched.ts';

/** Overrides, under the id by which their effects are counted. */
type Entry = Overrides & { id: string; isAsked?: boolean };
type Places = Pick<Settings, 'readings' | 'stages'>;
type Holding<Override extends keyof Overrides> = Entry & Required<Pick<Overrides, Override>>;

/** Applies entries of the catalogue to the settings, rules and edges of a World. */
export const deviator: Deviator = {
  catalogue: [...CATALOGUE.map(factsOf), ...VARIANTS],
  occurrences: Object.keys(OCCURRENCES),
  choicesOf: choicesOfVariant,
  documentOf: documentEdits,
  conductOf: (world, settings, ids) =>
    conductOf(world, settings, [...choiceEntries(settings), ...templateEntries(settings), ...ids.flatMap(entriesOf)]),
};

const OVERRIDES = new Map<string, () => Overrides>([
  ...CATALOGUE.map(({ id, overrides }) => [id, overrides] as const),
  ...Object.entries(OCCURRENCES).map(([id, overrides]) => [id, () => overrides] as const),
]);

function entriesOf(id: string): Entry[] {
  const overrides = OVERRIDES.get(id);
  return overrides === undefined ? [] : [{ id, ...overrides() }];
}

/** Every choice that is not the default, with its overrides. If the emulator reads it itself, each read is counted. */
function choiceEntries(settings: Places): Entry[] {
  return unusualChoices(settings)
    .toSorted((one, other) => placeOf(one.question.name) - placeOf(other.question.name))
    .map(({ question: { name }, choice }) => ({ id: name, isAsked: true, ...overridesFor(name, choice) }));
}

function templateEntries({ answers }: Pick<Settings, 'answers'>): Entry[] {
  return answers.length === 0 ? [] : [{ id: 'answers', ...answeredBy(answers) }];
}

function documentEdits(settings: Places): DocumentEdits {
  const entries = choiceEntries(settings);
  const context = { route: null, request: null };
  return {
    refusal: (error) => holding(entries, 'refusal').reduce((made, entry) => entry.refusal(made, context), error),
    document: (document) => {
      const editors = holding(entries, 'document');
      if (editors.length === 0) return document;
      // Copied, because parts of the document are constants of the process.
      const copy = structuredClone(document);
      for (const entry of editors) entry.document(copy);
      return copy;
    },
  };
}

function factsOf({ kind, id, rule, also, about, subtle }: Deviation): DeviationFacts {
  return { kind, id, rule, also, about, subtle };
}

function conductOf(world: World, chosen: Settings, entries: readonly Entry[]): Conduct {
  const asked = entries.filter(({ isAsked }) => isAsked).map(({ id }) => id);
  const settings = { ...chosen, ...watched(chosen, asked, (id) => noteFired(world, id)) };
  let { rules } = world.plain;
  /** The same rules without counting, to compare results with. */
  let uncounted = rules;
  for (const { id, readings = {}, stages = {}, rules: replace } of entries) {
    const note = () => noteFired(world, id);
    for (const [name, value] of Object.entries(readings)) putCounted(settings.readings, name, value, note);
    for (const [name, value] of Object.entries(stages)) putCounted(settings.stages, name, value, note);
    if (replace === undefined) continue;
    const tools = toolsFor(world, id);
    rules = replaced(rules, replace(rules, tools), uncounted, note);
    uncounted = { ...uncounted, ...replace(uncounted, tools) };
  }
  return { settings, rules, edges: edgesOf(entries) };
}

/** Replaces rules, and notes that the deviation had an effect if the result differs from that of the replaced rule. */
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

function edgesOf(all: readonly Entry[]): Edges {
  const entries = [...all.filter(({ isLast }) => !isLast), ...all.filter(({ isLast }) => isLast)];
  const deliverers = holding(entries, 'delivery');
  const changers = holding(entries, 'change');
  const delivery: Edges['delivery'] = (world, facts, request) =>
    edited(world, deliverers, request, (entry, before, tools) => entry.delivery(before, { ...facts, ...tools }));
  const change: Edges['change'] = (world, make) => {
    const afterwards = changers.map((entry) => entry.change(toolsFor(world, entry.id)));
    const outcome = make();
    for (const after of afterwards) after();
    return outcome;
  };
  return {
    wire: wireOf(entries),
    delivery: deliverers.length > 0 ? delivery : null,
    change: changers.length > 0 ? change : null,
    readsTombstones: entries.some(({ readsTombstones }) => readsTombstones),
  };
}

const ON_WIRE = ['request', 'check', 'refusal', 'answer', 'packed'] as const;

function wireOf(entries: readonly Entry[]): Edges['wire'] {
  if (!entries.some((entry) => ON_WIRE.some((name) => entry[name] !== undefined))) return null;
  const [askers, checkers] = [holding(entries, 'request'), holding(entries, 'check')];
  const [refusers, answerers, packers] = [
    holding(entries, 'refusal'),
    holding(entries, 'answer'),
    holding(entries, 'packed'),
  ];
  return {
    request: (world, passage) =>
      edited(world, askers, passage.request, (entry, request, tools) =>
        entry.request(request, { ...passage, request, ...tools }),
      ),
    check: (world, passage) => {
      for (const entry of checkers) checked(world, entry, { ...passage, ...toolsFor(world, entry.id) });
    },
    refusal: (world, passage, error) =>
      edited<Holding<'refusal'>, ApiError>(world, refusers, error, (entry, before) => entry.refusal(before, passage)),
    answer: (world, passage, answer) =>
      edited(world, answerers, answer, (entry, before, tools) =>
        entry.answer(withOwnHeaders(before), { ...passage, ...tools }),
      ),
    packed: (world, passage, answer) =>
      edited(world, packers, answer, (entry, before, tools) =>
        entry.packed(withOwnHeaders(before), { ...passage, ...tools }),
      ),
  };
}

function withOwnHeaders(answer: WireAnswer): WireAnswer {
  return { ...answer, headers: { ...answer.headers } };
}

function checked(world: World, entry: Holding<'check'>, context: RequestContext): void {
  try {
    entry.check(context);
  } catch (refusal) {
    noteFired(world, entry.id);
    throw refusal;
  }
}

function holding<Override extends keyof Overrides>(entries: readonly Entry[], override: Override): Holding<Override>[] {
  return entries.filter((entry) => entry[override] !== undefined) as Holding<Override>[];
}

/** Passes a value through the edits of each entry, and counts those that change it. */
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
  const get = <Value>(name: string) => memoryOf(world, id)[name] as Value | undefined;
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

/** The order of members matters, since the JSON of a job depends on it. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || (isDeepStrictEqual(one, other) && JSON.stringify(one) === JSON.stringify(other));
}
