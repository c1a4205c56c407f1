import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { type FactDifference, type Likeness, likenessOf, stillDiffering } from '../../calibrate/facts/likeness.ts';
import type { Value } from '../../calibrate/facts/value.ts';
import { questionsBehind } from '../../calibrate/fit/named.ts';
import { MOVES } from '../../calibrate/generated/moves.ts';
import type { Loaded } from '../../suite/scenario/load-suite.ts';
import type { Target } from '../../target/target.ts';
import { playOn } from './fit-server.ts';

/** How alike two servers are in the facts that the battery shows, and what it could not ask one of them. */
export type FactComparison = Omit<Likeness, 'differ'> & {
  differ: (FactDifference & { question: string | null })[];
  missed: { side: 'a' | 'b'; part: string; why: string }[];
};

/** Plays the battery on both; a second time where something differs. */
export async function compareFacts(
  loaded: Loaded,
  targets: readonly [Target, Target],
  signal: AbortSignal,
): Promise<FactComparison> {
  const look = async () => {
    const [one, other] = targets;
    const a = await playOn(loaded, one, signal);
    return { a, b: await playOn(loaded, other, signal) };
  };
  const { a, b } = await look();
  const missed = (['a', 'b'] as const).flatMap((side) => ({ a, b })[side].missed.map((one) => ({ side, ...one })));
  const first = likenessOf(a.facts, b.facts);
  if (first.differ.length === 0 || signal.aborted) return { ...first, differ: [], missed };
  const again = await look();
  const still = stillDiffering(first, again.a.facts, again.b.facts);
  const behind = questionsBehind(a.facts, b.facts, { questions: QUESTIONS, moves: MOVES });
  const differ = still.differ.map((one) => ({ ...one, question: behind.get(one.place) ?? null }));
  return { ...still, differ, missed };
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
