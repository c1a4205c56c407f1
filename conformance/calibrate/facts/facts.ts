import type { Exchange } from '../../effects/http/exchange.ts';
import { grouped } from '../../report/grouped.ts';
import { type Features, featuresOf, type Reading } from './features.ts';
import { ABSENT, idForm, timeForm, type Value } from './value.ts';

/**
 * The plain facts of a server: the features of each answer under the label of its request, and notes that follow from
 * several answers. A feature that the answers of one kind share is a single fact.
 */
export type Facts = {
  answers: ReadonlyMap<string, Features>;
  notes: ReadonlyMap<string, Value>;
  /** The features that most answers of a kind have: by kind, then by name. */
  usual: ReadonlyMap<string, ReadonlyMap<string, Value>>;
};

/** A label and a feature, or a kind of answers and a feature. */
export type Place = string;

export type Recorder = {
  answer(label: string, exchange: Exchange, reading: Reading): void;
  note(label: string, name: string, value: Value): void;
  facts(): Facts;
};

export function createRecorder(): Recorder {
  const answers = new Map<string, Features>();
  const notes = new Map<string, Value>();
  const spelling: Spelling = { digits: new Set(), offsets: new Set(), lengths: new Map(), kinds: new Map() };
  return {
    answer: (label, exchange, reading) => {
      answers.set(label, featuresOf(exchange, reading));
      const { answer } = exchange;
      if (answer?.body.kind === 'text') readSpelling(answer.body.text, spelling);
    },
    note: (label, name, value) => {
      notes.set(placeOf(label, name), value);
    },
    facts: () => factsOf(answers, new Map([...notes, ...spellingFacts(spelling)])),
  };
}

export function factsOf(answers: ReadonlyMap<string, Features>, notes: ReadonlyMap<string, Value>): Facts {
  return { answers, notes, usual: usualIn(answers) };
}

/** How times and ids are written, wherever they occur. */
type Spelling = { digits: Set<number>; offsets: Set<string>; lengths: Map<number, number>; kinds: Map<string, number> };

function readSpelling(text: string, { digits, offsets, lengths, kinds }: Spelling): void {
  for (const [, value = ''] of text.matchAll(/"(\d{4}-\d\d-\d\dT[^"]{8,24})"/g)) {
    const form = timeForm(value);
    if (form === null) continue;
    digits.add(form.digits);
    offsets.add(form.offset);
  }
  for (const [, value = ''] of text.matchAll(/"id" ?: ?"((?:job|asset)_[^"]{1,250})"/g)) {
    const form = idForm(value);
    if (form === null) continue;
    lengths.set(form.length, (lengths.get(form.length) ?? 0) + 1);
    kinds.set(form.kind, (kinds.get(form.kind) ?? 0) + 1);
  }
}

function spellingFacts({ digits, offsets, lengths, kinds }: Spelling): [string, Value][] {
  const few = [...digits].toSorted((one, other) => one - other);
  return [
    ...(few.length === 0 ? [] : [[placeOf('times', 'digits'), few.length === 1 ? (few[0] ?? 0) : 'vary'] as const]),
    ...(offsets.size === 0 ? [] : [[placeOf('times', 'offset'), [...offsets].toSorted().join(' or ')] as const]),
    ...(lengths.size === 0 ? [] : [[placeOf('ids', 'length'), mostFrequent(lengths)] as const]),
    ...(kinds.size === 0 ? [] : [[placeOf('ids', 'characters'), mostFrequent(kinds)] as const]),
  ].map(([place, value]): [string, Value] => [place, value ?? null]);
}

const BETWEEN = ' | ';

export function placeOf(label: string, feature: string): Place {
  return `${label}${BETWEEN}${feature}`;
}

export function splitPlace(place: Place): { label: string; feature: string } {
  const at = place.indexOf(BETWEEN);
  return { label: place.slice(0, at), feature: place.slice(at + BETWEEN.length) };
}

function usualIn(answers: ReadonlyMap<string, Features>): Map<string, Map<string, Value>> {
  const byKind = grouped([...answers.values()], ({ kind }) => kind);
  return new Map(
    [...byKind].map(([kind, all]) => {
      const names = new Set(all.flatMap(({ features }) => [...features.keys()]));
      return [kind, new Map([...names].flatMap((name) => usualOf(all, name)))];
    }),
  );
}

/** If the answers of a kind do not agree on a feature, each answer has its own fact. */
const USUAL_SHARE = 2 / 3;

function usualOf(all: readonly Features[], name: string): [string, Value][] {
  const counts = new Map<Value, number>();
  for (const { features } of all) {
    const value = features.get(name) ?? ABSENT;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const value = mostFrequent(counts) ?? ABSENT;
  return (counts.get(value) ?? 0) > USUAL_SHARE * all.length ? [[name, value]] : [];
}

function mostFrequent<Key>(counts: ReadonlyMap<Key, number>): Key | undefined {
  return [...counts].toSorted(([a, one], [b, other]) => other - one || (String(a) < String(b) ? -1 : 1))[0]?.[0];
}

/**
 * The value that most answers of a kind have. A feature that none of them has counts as absent. Undefined if they
 * differ.
 */
export function usualAt({ answers, usual }: Facts, kind: string, feature: string): Value | undefined {
  const known = usual.get(kind)?.get(feature);
  if (known !== undefined) return known;
  const isNowhere = [...answers.values()].every((one) => one.kind !== kind || !one.features.has(feature));
  return isNowhere ? ABSENT : undefined;
}

/** The value that a server shows at a place; undefined if no request asked for it. */
export function valueAt(facts: Facts, place: Place): Value | undefined {
  const note = facts.notes.get(place);
  if (note !== undefined) return note;
  const { label, feature } = splitPlace(place);
  if (facts.usual.has(label)) return usualAt(facts, label, feature);
  const answer = facts.answers.get(label);
  return answer === undefined ? undefined : (answer.features.get(feature) ?? ABSENT);
}

/**
 * Like `valueAt`. If few answers of a kind have the feature, or they differ, returns the most frequent value among
 * those that have it.
 */
export function shownAt(facts: Facts, place: Place): Value | undefined {
  const known = valueAt(facts, place);
  const { label, feature } = splitPlace(place);
  if ((known !== undefined && known !== ABSENT) || !facts.usual.has(label)) return known;
  const counts = new Map<Value, number>();
  for (const { kind, features } of facts.answers.values()) {
    const value = kind === label ? features.get(feature) : undefined;
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return mostFrequent(counts) ?? known;
}
