import type { Question } from '../../../shared/questions/question.ts';
import { type Compared, differencesOf } from '../facts/differences.ts';
import type { Facts } from '../facts/facts.ts';
import { kindOf } from '../facts/likeness.ts';
import { type Chosen, sensible } from './chosen.ts';
import { type Improvement, improvements, type Seen } from './improvements.ts';
import type { Moves } from './moves.ts';

/** What was found: choices under which the emulator shows most of what a server shows. */
export type Fit = {
  chosen: Chosen;
  /** The facts that show each choice. */
  seen: ReadonlyMap<string, readonly Seen[]>;
  /** The emulator by default, and as it was fitted. */
  before: Compared;
  after: Compared;
  twin: Facts;
};

export type FitOptions = {
  questions: readonly Question[];
  moves: Moves;
  /** Plays the battery on an emulator with these choices. */
  play(chosen: Chosen): Promise<Facts>;
  isOver(): boolean;
};

/** So often the emulator is fitted anew; what is left then has no choice that shows it. */
const MOST_ROUNDS = 5;

/** Fits the emulator to a server: sets what the table knows to move a fact, plays, and keeps what shows more alike and no less. */
export async function fitTo(server: Facts, options: FitOptions): Promise<Fit> {
  const { questions, moves, play, isOver } = options;
  let best = await state(server, new Map(), new Map(), play);
  const before = best.compared;
  const refused = new Set<string>();
  for (let round = 0; round < MOST_ROUNDS && !isOver(); round += 1) {
    const found = improvements({ server, twin: best.twin, chosen: best.chosen, questions, moves });
    const next = await withBetter(
      server,
      best,
      found.filter((one) => !refused.has(nameOf(one))),
      options,
      refused,
    );
    if (next === best) break;
    best = next;
  }
  best = await withoutLosses(server, before, best, options);
  return { chosen: best.chosen, seen: best.seen, before, after: best.compared, twin: best.twin };
}

type State = { chosen: Chosen; seen: ReadonlyMap<string, readonly Seen[]>; twin: Facts; compared: Compared };

async function state(server: Facts, chosen: Chosen, seen: State['seen'], play: FitOptions['play']): Promise<State> {
  const twin = await play(chosen);
  return { chosen, seen, twin, compared: differencesOf(server, twin) };
}

/** All improvements at once; where that is no better, each half by itself. One that is no better alone is not tried again. */
async function withBetter(
  server: Facts,
  now: State,
  some: readonly Improvement[],
  options: FitOptions,
  refused: Set<string>,
): Promise<State> {
  if (some.length === 0 || options.isOver()) return now;
  const choices = some.map((one) => [one.question, one.choice] as const);
  const chosen = sensible(options.questions, new Map([...now.chosen, ...choices]));
  const seen = new Map([...now.seen, ...some.map((one) => [one.question, one.seen] as const)]);
  const next = await state(server, chosen, seen, options.play);
  if (weightOf(next.compared) < weightOf(now.compared)) return next;
  const [only] = some;
  if (some.length === 1 && only !== undefined) {
    refused.add(nameOf(only));
    return now;
  }
  const middle = Math.ceil(some.length / 2);
  const first = await withBetter(server, now, some.slice(0, middle), options, refused);
  return withBetter(server, first, some.slice(middle), options, refused);
}

function nameOf({ question, choice }: Improvement): string {
  return JSON.stringify([question, choice]);
}

/** What differs, told once however many places show it. */
export function weightOf({ differ }: Compared): number {
  return new Set(differ.map(kindOf)).size + differ.length / 10_000;
}

/** Takes back a choice that made a fact differ which the emulator shows alike by default, unless more would differ then. */
async function withoutLosses(server: Facts, before: Compared, now: State, options: FitOptions): Promise<State> {
  let best = now;
  for (const name of suspects(before, now, options)) {
    if (options.isOver()) break;
    const chosen = new Map([...best.chosen].filter(([other]) => other !== name));
    const next = await state(server, sensible(options.questions, chosen), best.seen, options.play);
    if (weightOf(next.compared) <= weightOf(best.compared)) best = next;
  }
  return best;
}

const MOST_SUSPECTS = 4;

/** Choices that are known to move what is worse now. */
function suspects(before: Compared, { chosen, compared }: State, { moves }: FitOptions): string[] {
  const known = new Set(before.differ.map(({ place }) => place));
  const worse = new Set(compared.differ.map(({ place }) => place).filter((place) => !known.has(place)));
  const counts = moves.questions
    .filter(({ question }) => chosen.has(question))
    .map(({ question, rows }) => ({
      question,
      count: rows.filter(([place = 0]) => worse.has(moves.places[place] ?? '')).length,
    }));
  return counts
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
    .slice(0, MOST_SUSPECTS)
    .map(({ question }) => question);
}
