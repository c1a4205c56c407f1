import type { Question } from '../../../shared/questions/question.ts';
import { isSettable } from '../../../shared/questions/question.ts';
import type { Decision, Sight } from '../decide.ts';
import { isAlike } from '../facts/differences.ts';
import { type Facts, shownAt, splitPlace } from '../facts/facts.ts';
import { choiceIn, hiddenBy } from './chosen.ts';
import type { Fit } from './fit.ts';
import type { Seen } from './improvements.ts';
import { type Moved, type Moves, movedFacts } from './moves.ts';

export type Told = { questions: readonly Question[]; moves: Moves; whyUnseen(labels: readonly string[]): string };

/** What the facts of a server tell of each question that the table knows, after the emulator was fitted to it. */
export function decisionsOf(server: Facts, fit: Fitted, told: Told): Decision[] {
  return told.questions.filter(isSettable).map((question) => {
    const moved = told.moves.questions.find((one) => one.question === question.name);
    return decided(question, moved, { server, fit, told });
  });
}

type Fitted = Pick<Fit, 'chosen' | 'seen' | 'twin'>;
type Known = { server: Facts; fit: Fitted; told: Told };

function decided(question: Question, moved: Moved | undefined, { server, fit, told }: Known): Decision {
  const { name } = question;
  const unseen = (why: string): Decision => ({ question: name, kind: 'unseen', sights: [], why });
  if (moved === undefined || moved.rows.length === 0) return unseen(NO_PROBE);
  const choice = choiceIn(fit.chosen, question);
  if (fit.chosen.has(name)) return { question: name, kind: 'set', choice, sights: sightsOf(fit.seen.get(name) ?? []) };
  const hidden = hiddenBy(question, told.questions, (other) => choiceIn(fit.chosen, other));
  if (hidden !== null) return unseen(`shows only where ${hidden}`);
  const facts = movedFacts(told.moves, moved);
  const seen = facts.flatMap(({ place, shows }) => {
    const value = shownAt(server, place);
    return value === undefined || new Set(shows).size < 2 ? [] : [{ place, value, usual: shows[0] }];
  });
  if (seen.length === 0) return unseen(told.whyUnseen(facts.map(({ place }) => splitPlace(place).label)));
  const asUsual = seen.filter(({ place, value, usual }) => isAlike(place, value, usual));
  if (asUsual.length > 0) return { question: name, kind: 'set', choice, sights: sightsOf(asUsual) };
  const foreign = seen.find(({ place, value }) => !isAlike(place, value, shownAt(fit.twin, place)));
  const sights = sightsOf(seen);
  if (foreign === undefined)
    return { question: name, kind: 'untold', sights, why: 'beside these choices, each choice shows the same' };
  return { question: name, kind: 'foreign', sights, why: `no choice shows ${JSON.stringify(foreign.value)}` };
}

const NO_PROBE = 'no probe shows it';
const MOST_SIGHTS = 3;

function sightsOf(seen: readonly Seen[]): Sight[] {
  return seen.slice(0, MOST_SIGHTS).map(sightOf);
}

export function sightOf({ place, value }: Seen): Sight {
  const { label, feature } = splitPlace(place);
  return { instance: 'the battery', step: label, path: feature, value: JSON.stringify(value) };
}

/** The decision of the battery, or that of the scenarios if no probe shows the question. */
export function joined(byFacts: readonly Decision[], byScenarios: readonly Decision[]): Decision[] {
  return byScenarios.map((other) => {
    const own = byFacts.find(({ question }) => question === other.question);
    if (own === undefined) return other;
    if (own.kind === 'set') return own;
    return other.kind === 'unseen' && !(own.kind === 'unseen' && own.why === NO_PROBE) ? own : other;
  });
}
