import { isEnumeration, isSettable, type Question } from '../../../shared/questions/question.ts';
import { type Compared, differencesOf, weightAt } from '../facts/differences.ts';
import { type Facts, splitPlace } from '../facts/facts.ts';
import { kindOf } from '../facts/likeness.ts';
import { type Chosen, choiceIn, sensible } from './chosen.ts';
import { type Improvement, improvements, type Seen } from './improvements.ts';
import { type Moves, placesOf } from './moves.ts';
import { EARLY, LATE, partsShowing, withParts, withUsual } from './replay.ts';

/** The result: the choices with which the emulator matches most of what the server shows. */
export type Fit = {
  chosen: Chosen;
  /** The facts that show each choice. */
  seen: ReadonlyMap<string, readonly Seen[]>;
  /** The comparison with the emulator by default, and after it was fitted. */
  before: Compared;
  after: Compared;
  twin: Facts;
};

export type FitOptions = {
  questions: readonly Question[];
  moves: Moves;
  /** Plays the battery, or some parts of it, on an emulator with these choices. */
  play(chosen: Chosen, parts?: readonly string[]): Promise<Facts>;
  isOver(): boolean;
};

/** The maximum number of rounds; what still differs after them matches no choice. */
const MOST_ROUNDS = 5;

/**
 * Fits the emulator to a server: changes choices that the table knows to affect a fact, plays the battery, and keeps
 * each change that is an improvement.
 */
export async function fitTo(server: Facts, options: FitOptions): Promise<Fit> {
  const { questions, moves, play, isOver } = options;
  const twin = withUsual(await play(new Map(), EARLY), moves, LATE);
  const before = differencesOf(server, twin);
  let best: State = { chosen: new Map(), seen: new Map(), twin, compared: before };
  const trying: Trying = { ...options, server, before, refused: new Set() };
  for (let round = 0; round < MOST_ROUNDS && !isOver(); round += 1) {
    const found = improvements({ server, twin: best.twin, chosen: best.chosen, questions, moves });
    const next = await withBetter(
      best,
      found.filter((one) => !trying.refused.has(nameOf(one))),
      trying,
    );
    if (next === best) break;
    best = next;
  }
  best = await withoutLosses(await withGuesses(best, trying), trying);
  return { chosen: best.chosen, seen: best.seen, before, after: best.compared, twin: best.twin };
}

type State = { chosen: Chosen; seen: ReadonlyMap<string, readonly Seen[]>; twin: Facts; compared: Compared };
/** `refused`: changes that were no improvement when they were tried. */
type Trying = FitOptions & { server: Facts; before: Compared; refused: Set<string> };

/** Plays the parts that the changed questions may affect, and keeps all other facts. */
async function changed(now: State, chosen: Chosen, names: readonly string[], trying: Trying): Promise<State> {
  const { questions, moves, play, server } = trying;
  const sound = sensible(questions, chosen);
  const parts = partsShowing(names, moves, now.twin);
  const twin = parts === null ? await play(sound) : withParts(now.twin, await play(sound, parts), parts);
  return { ...now, chosen: sound, twin, compared: differencesOf(server, twin) };
}

/**
 * Tries all improvements at once and, if that is not better, each half. One that is not better alone is not tried
 * again.
 */
async function withBetter(now: State, some: readonly Improvement[], trying: Trying): Promise<State> {
  if (some.length === 0 || trying.isOver()) return now;
  const names = some.map(({ question }) => question);
  const choices = some.map((one) => [one.question, one.choice] as const);
  const next = await changed(now, new Map([...now.chosen, ...choices]), names, trying);
  const seen = new Map([...now.seen, ...some.map((one) => [one.question, one.seen] as const)]);
  if (weightOf(next.compared, trying.before) < weightOf(now.compared, trying.before)) return { ...next, seen };
  const [only] = some;
  if (some.length === 1 && only !== undefined) {
    trying.refused.add(nameOf(only));
    return now;
  }
  const middle = Math.ceil(some.length / 2);
  const first = await withBetter(now, some.slice(0, middle), trying);
  return withBetter(first, some.slice(middle), trying);
}

function nameOf({ question, choice }: Improvement): string {
  return JSON.stringify([question, choice]);
}

/** A difference counts once, however many places show it. Losing a fact that is alike by default counts more. */
export function weightOf({ differ }: Compared, before: Compared): number {
  const known = new Set(before.differ.map(({ place }) => place));
  const kinds = new Map<string, number>();
  for (const one of differ) {
    const weight = weightAt(one.place) * (known.has(one.place) ? 1 : LOSS);
    // Other requests may be refused for other reasons.
    const kind = weightAt(one.place) > 1 ? `${requestAt(one.place)}${kindOf(one)}` : kindOf(one);
    kinds.set(kind, Math.max(weight, kinds.get(kind) ?? 0));
  }
  return [...kinds.values()].reduce((sum, weight) => sum + weight, 0) + differ.length / 10_000;
}

const LOSS = 3;

const MOST_GUESSES = 6;

/**
 * Tries neighbors of the choices that are set: the table does not cover what a question shows together with another
 * choice.
 */
async function withGuesses(now: State, trying: Trying): Promise<State> {
  let best = now;
  const tried = new Set<string>();
  const nextOf = (state: State) => guesses(state, trying).find((one) => !tried.has(JSON.stringify(one)));
  for (let guess = nextOf(best); guess !== undefined && tried.size < MOST_GUESSES; guess = nextOf(best)) {
    if (trying.isOver()) break;
    tried.add(JSON.stringify(guess));
    const { name, choice } = guess;
    const next = await changed(best, new Map([...best.chosen, [name, choice]]), [name], trying);
    if (weightOf(next.compared, trying.before) < weightOf(best.compared, trying.before))
      best = { ...next, seen: new Map([...best.seen, [name, gained(best, next)]]) };
  }
  return best;
}

/**
 * The other choices of questions that affect the status or the shape of an answer, if a similar request has a different
 * answer.
 */
function guesses({ chosen, compared }: State, { questions, moves }: Trying): { name: string; choice: unknown }[] {
  const places = compared.differ.map(({ place }) => place).filter((place) => weightAt(place) > 2);
  const differing = new Set(places.map(featureAt));
  return questions.filter(isSettable).flatMap((question) => {
    const { name, choices } = question;
    const moved = moves.questions.find(({ question }) => question === name);
    if (moved === undefined || !isEnumeration(choices)) return [];
    if (!placesOf(moves, moved).some((place) => differing.has(featureAt(place)))) return [];
    const current = choiceIn(chosen, question);
    return choices.filter((choice) => choice !== current).map((choice) => ({ name, choice }));
  });
}

/** The facts that became alike, with the server's value. */
function gained(before: State, { compared }: State): Seen[] {
  const left = new Set(compared.differ.map(({ place }) => place));
  return before.compared.differ.filter(({ place }) => !left.has(place)).map(({ place, a }) => ({ place, value: a }));
}

function featureAt(place: string): string {
  return `${requestAt(place)} | ${splitPlace(place).feature}`;
}

/** The request of a place, without what varies between labels. */
function requestAt(place: string): string {
  return place.split(/[?,|]/)[0]?.trim() ?? '';
}

/**
 * Undoes a choice that broke a fact which is alike by default, unless undoing it makes more facts differ. This is done
 * even when the time is up: without it, the emulator could be less alike than by default.
 */
async function withoutLosses(now: State, trying: Trying): Promise<State> {
  let best = now;
  for (const name of suspects(now, trying)) {
    const next = await changed(best, new Map([...best.chosen].filter(([other]) => other !== name)), [name], trying);
    if (weightOf(next.compared, trying.before) <= weightOf(best.compared, trying.before)) best = next;
  }
  return best;
}

const MOST_SUSPECTS = 3;

/** Choices that are known to affect what is worse now. */
function suspects({ chosen, compared }: State, { moves, before }: Trying): string[] {
  const known = new Set(before.differ.map(({ place }) => place));
  const worse = new Set(compared.differ.map(({ place }) => place).filter((place) => !known.has(place)));
  const losses = moves.questions
    .filter(({ question }) => chosen.has(question))
    .map((moved) => {
      const places = placesOf(moves, moved).filter((place) => worse.has(place));
      return { question: moved.question, loss: places.reduce((sum, place) => sum + weightAt(place), 0) };
    });
  return losses
    .filter(({ loss }) => loss > 0)
    .toSorted((one, other) => other.loss - one.loss)
    .slice(0, MOST_SUSPECTS)
    .map(({ question }) => question);
}
