import { isSettable, type Question } from '../../../shared/questions/question.ts';
import type { Decision, Sight } from '../decision.ts';
import { isAlike } from '../facts/differences.ts';
import { type Facts, shownAt, splitPlace } from '../facts/facts.ts';
import { choiceIn, hiddenBy } from './chosen.ts';
import type { Fit } from './fit.ts';
import type { Seen } from './improvements.ts';
import { type Moved, type Moves, movedFacts } from './moves.ts';

type Table = { questions: readonly Question[]; moves: Moves; whyUnseen(labels: readonly string[]): string };

/** What the facts of a server show about each question, after the emulator was fitted to it. */
export function decisionsOf(server: Facts, fit: Fitted, table: Table): Decision[] {
  return table.questions.map((question) => {
    const moved = table.moves.questions.find((one) => one.question === question.name);
    return decided(question, moved, { server, fit, table });
  });
}

type Fitted = Pick<Fit, 'chosen' | 'seen' | 'twin'>;
type Known = { server: Facts; fit: Fitted; table: Table };

function decided(question: Question, moved: Moved | undefined, { server, fit, table }: Known): Decision {
  const { name } = question;
  const unseen = (why: string): Decision => ({ question: name, kind: 'unseen', sights: [], why });
  if (!isSettable(question)) return unseen(`cannot be set: ${question.why_not}`);
  if (moved === undefined || moved.rows.length === 0) return unseen(question.unobserved ?? whyNoProbe(question));
  const choice = choiceIn(fit.chosen, question);
  if (fit.chosen.has(name)) return { question: name, kind: 'set', choice, sights: sightsOf(fit.seen.get(name) ?? []) };
  const hidden = hiddenBy(question, table.questions, (other) => choiceIn(fit.chosen, other));
  if (hidden !== null) return unseen(`shows only where ${hidden}`);
  const facts = movedFacts(table.moves, moved);
  const seen = facts.flatMap(({ place, shows }) => {
    const value = shownAt(server, place);
    return value === undefined || new Set(shows).size < 2 ? [] : [{ place, value, usual: shows[0] }];
  });
  if (seen.length === 0) return unseen(table.whyUnseen(facts.map(({ place }) => splitPlace(place).label)));
  const asUsual = seen.filter(({ place, value, usual }) => isAlike(place, value, usual));
  if (asUsual.length > 0) return { question: name, kind: 'set', choice, sights: sightsOf(asUsual) };
  const foreign = seen.find(({ place, value }) => !isAlike(place, value, shownAt(fit.twin, place)));
  const sights = sightsOf(seen);
  if (foreign === undefined)
    return { question: name, kind: 'untold', sights, why: 'beside these choices, each choice shows the same' };
  return { question: name, kind: 'foreign', sights, why: `no choice shows ${JSON.stringify(foreign.value)}` };
}

function whyNoProbe({ observed, observe, ask }: Question): string {
  return observed === undefined
    ? `no probe shows it: ${observe ?? ask}`
    : `no probe shows it; \`run\` reports it as ${observed}`;
}

const MOST_SIGHTS = 3;

function sightsOf(seen: readonly Seen[]): Sight[] {
  return seen.slice(0, MOST_SIGHTS).map(sightOf);
}

export function sightOf({ place, value }: Seen): Sight {
  const { label, feature } = splitPlace(place);
  return { instance: 'the battery', step: label, path: feature, value: JSON.stringify(value) };
}
