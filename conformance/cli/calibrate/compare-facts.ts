import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import { visibleLine } from '../../../shared/visible.ts';
import type { Comparison, QuestionDifference } from '../../calibrate/compare.ts';
import { type Likeness, likenessOf, stillDiffering } from '../../calibrate/facts/likeness.ts';
import type { Value } from '../../calibrate/facts/value.ts';
import { sightOf } from '../../calibrate/fit/decisions.ts';
import { type NamedDifference, questionsBehind, questionsSeen } from '../../calibrate/fit/named.ts';
import { MOVES } from '../../calibrate/generated/moves.ts';
import { grouped } from '../../report/grouped.ts';
import type { Loaded } from '../../suite/scenario/load-suite.ts';
import type { Target } from '../../target/target.ts';
import { playOn } from './fit-server.ts';

/** How alike two servers are in the facts of the battery, and what could not be asked of one of them. */
export type FactComparison = Omit<Likeness, 'differ'> & {
  differ: NamedDifference[];
  missed: { side: 'a' | 'b'; part: string; why: string }[];
};

/**
 * Plays the battery on both servers, and a second time if something differs. Facts that differ are assigned to open
 * questions.
 */
export async function compareFacts(
  loaded: Loaded,
  targets: readonly [Target, Target],
  signal: AbortSignal,
): Promise<{ facts: FactComparison; questions: Comparison['questions'] }> {
  const look = async () => {
    const [one, other] = targets;
    const a = await playOn(loaded, one, signal);
    return { a, b: await playOn(loaded, other, signal) };
  };
  const { a, b } = await look();
  const missed = (['a', 'b'] as const).flatMap((side) => ({ a, b })[side].missed.map((one) => ({ side, ...one })));
  const first = likenessOf(a.facts, b.facts);
  const seen = questionsSeen(a.facts, b.facts, MOVES);
  if (first.differ.length === 0 || signal.aborted)
    return { facts: { ...first, differ: [], missed }, questions: questionsIn([], seen) };
  const again = await look();
  const still = stillDiffering(first, again.a.facts, again.b.facts);
  const behind = questionsBehind(a.facts, b.facts, { questions: QUESTIONS, moves: MOVES });
  const differ = still.differ.map((one) => ({ ...one, question: behind.get(one.place) ?? null }));
  return { facts: { ...still, differ, missed }, questions: questionsIn(differ, seen) };
}

/** Groups the facts that differ by the questions that explain them. */
function questionsIn(differ: readonly NamedDifference[], seen: number): Comparison['questions'] {
  const named = differ.filter(({ question }) => question !== null);
  const byQuestion = [...grouped(named, ({ question }) => question ?? '')];
  const questions = byQuestion.flatMap(([question, [first, ...more]]): QuestionDifference[] => {
    if (first === undefined) return [];
    const facts = [first, ...more];
    const sights = {
      a: facts.map(({ place, a }) => sightOf({ place, value: a })),
      b: facts.map(({ place, b }) => sightOf({ place, value: b })),
    };
    return [{ question, a: JSON.stringify(first.a), b: JSON.stringify(first.b), seen: sights }];
  });
  return { same: seen - questions.length, compared: seen, differ: questions };
}

export function factsText({ alike, compared, share, differ, missed }: FactComparison): string[] {
  return [
    `facts alike: ${alike} of ${compared} (${(100 * share).toFixed(1)} %)`,
    ...differ.flatMap(differenceLines),
    ...missed.map(({ side, part, why }) => `not looked at: ${part}: ${why} (${side.toUpperCase()})`),
  ];
}

function differenceLines({ place, a, b, places, shown, question }: FactComparison['differ'][number]): string[] {
  const others = places === 1 ? '' : ` and at ${places - 1} other places`;
  const line = (side: string, value: Value, answer: string | undefined) =>
    `  ${side} ${JSON.stringify(value)}${answer === undefined ? '' : `  of ${visibleLine(answer)}`}`;
  return [
    `${question === null ? '' : `${question}: `}${place}${others}${shown === null ? '' : `  (${visibleLine(shown.request)})`}`,
    line('A', a, shown?.a),
    line('B', b, shown?.b),
  ];
}
