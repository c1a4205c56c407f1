import { isEqual } from '../../../shared/expression/equal.ts';
import { jsonIn } from '../../../shared/json-in.ts';
import { isEnumeration, isLawful, type Question, type Range } from '../../../shared/questions/question.ts';
import { isAlike, weightAt } from '../facts/differences.ts';
import { type Facts, type Place, shownAt } from '../facts/facts.ts';
import { ABSENT, type Value } from '../facts/value.ts';
import { type Chosen, choiceIn, hiddenBy } from './chosen.ts';
import { type Moved, type MovedFact, type Moves, movedFacts } from './moves.ts';

/** A fact that shows a choice, and its value on the server. */
export type Seen = { place: string; value: Value };

/** Another choice of a question that is expected to make the emulator more like the server. */
export type Improvement = { question: string; choice: unknown; gain: number; seen: readonly Seen[] };

export type Fitting = { server: Facts; twin: Facts; chosen: Chosen; questions: readonly Question[]; moves: Moves };

/** The best other choice of each question, if there is a better one. */
export function improvements(fitting: Fitting): Improvement[] {
  const { chosen, questions, moves } = fitting;
  const found = moves.questions.flatMap((moved) => {
    const question = questions.find(({ name }) => name === moved.question);
    if (question === undefined || hiddenBy(question, questions, (other) => choiceIn(chosen, other)) !== null) return [];
    return bestOf(question, moved, fitting) ?? [];
  });
  return withoutRivals(found);
}

function bestOf(question: Question, moved: Moved, fitting: Fitting): Improvement | null {
  const facts = movedFacts(fitting.moves, moved);
  const current = choiceIn(fitting.chosen, question);
  const tried = moved.choices
    .map((choice, index) => ({ choice, shows: (fact: MovedFact) => fact.shows[index] }))
    .filter(({ choice, shows }) => !isEqual(choice, current) && isObserved(shows, question, moved, facts, fitting));
  const candidates = [...tried.map((one) => gainOf(one, facts, fitting)), ...figures(question, moved, facts, fitting)];
  const lawful = candidates.filter(({ choice, gain }) => gain > 0 && isLawful(question, choice));
  const [best] = lawful.toSorted((one, other) => other.gain - one.gain || prefers(question, one, other));
  return best === undefined ? null : { question: question.name, ...best };
}

/** A number is chosen only if the server also has it in a place that shows it; a match elsewhere proves nothing. */
function isObserved(
  shows: (fact: MovedFact) => Value | undefined,
  { choices }: Question,
  { choices: tried }: Moved,
  facts: readonly MovedFact[],
  { server }: Fitting,
): boolean {
  const own = isEnumeration(choices) ? [] : facts.filter((fact) => figureAt(fact, tried, choices) !== null);
  return own.length === 0 || own.some((fact) => isAlike(fact.place, shownAt(server, fact.place), shows(fact)));
}

type Candidate = Omit<Improvement, 'question'>;

/** Prefers the default among choices that look the same. */
function prefers({ default: usual }: Question, one: Candidate, other: Candidate): number {
  return Number(isEqual(other.choice, usual)) - Number(isEqual(one.choice, usual));
}

/** The weight of a place if it is not known what a choice shows there. */
const UNKNOWN = 0.25;

/** How many more facts would be alike under a choice, minus those that would no longer be. */
function gainOf(
  { choice, shows }: { choice: unknown; shows: (fact: MovedFact) => Value | undefined },
  facts: readonly MovedFact[],
  { server, twin }: Fitting,
): Candidate {
  let gain = 0;
  const seen: Seen[] = [];
  for (const fact of facts) {
    const [own, now, then] = [shownAt(server, fact.place), shownAt(twin, fact.place), shows(fact)];
    if (own === undefined || now === undefined || now === then) continue;
    if (own === ABSENT && isWithoutParent(fact.place, server)) continue;
    // Together with other choices, a place may show something that the table does not know.
    if (!fact.shows.some((one) => isAlike(fact.place, one, now))) continue;
    const better = Number(isAlike(fact.place, own, then)) - Number(isAlike(fact.place, own, now));
    // Answers that become another kind under the choice are seldom alike.
    gain += better * weightAt(fact.place) * (then === undefined ? UNKNOWN : 1);
    if (better > 0) seen.push({ place: fact.place, value: own });
  }
  return { choice, gain, seen };
}

/**
 * Whether the object or list around a member is absent too: it may have another name, and then its members say nothing
 * about a choice.
 */
function isWithoutParent(place: Place, server: Facts): boolean {
  const parent = place.replace(/(?:\.[^.[\]|]+|\[\])$/, '');
  return parent !== place && shownAt(server, parent) === ABSENT;
}

/**
 * Choices beyond those that were tried: a place that shows each tried choice exactly, or with a constant offset, shows
 * any other one too.
 */
function figures(
  { choices }: Question,
  { choices: tried }: Moved,
  facts: readonly MovedFact[],
  fitting: Fitting,
): Candidate[] {
  if (isEnumeration(choices)) return [];
  const { server, twin } = fitting;
  const found = new Map<string, Candidate>();
  for (const fact of facts) {
    const read = figureAt(fact, tried, choices);
    const [own, now] = [shownAt(server, fact.place), shownAt(twin, fact.place)];
    if (read === null || own === undefined || now === undefined || isAlike(fact.place, own, now)) continue;
    const choice = read(own);
    if (choice === undefined) continue;
    const key = JSON.stringify(choice);
    const known = found.get(key) ?? { choice, gain: 0, seen: [] };
    found.set(key, { ...known, gain: known.gain + 1, seen: [...known.seen, { place: fact.place, value: own }] });
  }
  return [...found.values()];
}

/** How to compute the choice from what a place shows; null if the place does not show it. */
function figureAt({ shows }: MovedFact, tried: readonly unknown[], range: Range): ((own: Value) => unknown) | null {
  const pairs = tried.flatMap((choice, index) => {
    const shown = shows[index];
    return choice === null || shown === undefined ? [] : [{ choice, shown }];
  });
  const exact = pairs.filter(({ choice, shown }) => isEqual(parsed(shown), choice));
  // A probe that stops at its largest number shows the choices below it.
  const others = pairs.filter((pair) => !exact.includes(pair));
  if (exact.length >= 2 && others.every(({ shown }) => isBeyond(shown) || shown === NONE_TAKEN))
    return (own) => (own === NONE_TAKEN ? undefined : withoutEnds(parsed(own), range));
  const [first] = pairs;
  const offset =
    typeof first?.choice === 'number' && typeof first.shown === 'number' ? first.shown - first.choice : null;
  const isShifted = pairs.every(
    ({ choice, shown }) => typeof choice === 'number' && typeof shown === 'number' && shown - choice === offset,
  );
  if (offset === null || pairs.length < 2 || !isShifted) return null;
  return (own) => (typeof own === 'number' && own >= offset ? own - offset : undefined);
}

/** What a probe notes if even its smallest number was refused for another reason. */
const NONE_TAKEN = -1;

export function isBeyond(shown: unknown): boolean {
  return typeof shown === 'string' && /(?:more|less) than /.test(shown);
}

/** If a probe found no limit, uses the end of the lawful range. */
function withoutEnds(figure: unknown, { from, to }: Range): unknown {
  if (Array.isArray(figure)) return figure.map((end) => withoutEnds(end, { from, to } as Range));
  if (!isBeyond(figure)) return figure;
  return (String(figure).startsWith('less') ? from : to) ?? undefined;
}

function parsed(value: Value): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
  return jsonIn(value) ?? value;
}

/** Several questions may affect one fact: it is left to the one that explains the most. */
function withoutRivals(found: readonly Improvement[]): Improvement[] {
  const taken = new Set<string>();
  return found
    .toSorted((one, other) => other.gain - one.gain)
    .filter(({ seen }) => {
      const isNew = seen.some(({ place }) => !taken.has(place));
      for (const { place } of seen) taken.add(place);
      return isNew;
    });
}
