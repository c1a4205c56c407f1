import { EXIT, type Flags } from '../../../shared/command.ts';
import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import { type Difference, isKnown, newDifferences } from '../../calibrate/facts/differences.ts';
import { sightOf } from '../../calibrate/fit/decisions.ts';
import { improvements } from '../../calibrate/fit/improvements.ts';
import { partsFor } from '../../calibrate/fit/replay.ts';
import { MOVES } from '../../calibrate/generated/moves.ts';
import type { Written } from '../../calibrate/read-config.ts';
import { sightText } from '../../calibrate/write-config.ts';
import type { Target } from '../../target/target.ts';
import { say } from '../print.ts';
import { playConfig, playOn } from './fit-server.ts';
import { type Asked, nothingSeen, shownChoice, showsAnything } from './write-file.ts';

/**
 * A configuration that was written earlier: its choices, and the facts in which it was known to differ; null if it has
 * no facts.
 */
export type WrittenFile = {
  file: string;
  choices: Written[];
  differ: readonly Pick<Difference, 'place' | 'a'>[] | null;
};

/** A question for which the server differs from the choice in a configuration. */
type Drift = { question: string; written: unknown; formerly: string | null; now: string; choice: unknown };

/** The result of one check of the server: choices that drifted, and new differences in facts. */
type Look = { drift: Drift[]; facts: Difference[] } | { nothing: number };

/** Compares a server with a configuration. A difference is reported only if it was found twice. */
export async function checkFile(flags: Flags, asked: Asked, written: WrittenFile): Promise<number> {
  const first = await lookAt(asked, written);
  if (asked.signal.aborted) return EXIT.interrupted;
  if ('nothing' in first) return first.nothing;
  const isFine = first.drift.length + first.facts.length === 0;
  const second = isFine ? first : await lookAt({ ...asked, target: withRest(asked) }, written);
  if ('nothing' in second) return second.nothing;
  const drift = second.drift.filter((one) =>
    first.drift.some(({ question, now }) => question === one.question && now === one.now),
  );
  const facts = second.facts.filter((one) => first.facts.some(({ place, a }) => place === one.place && a === one.a));
  const unsure = first.drift.filter(({ question }) => !drift.some((one) => one.question === question));
  say(flags, { drift, unsure, facts }, () =>
    [...drift.flatMap(driftLines), ...unsure.map(unsureLine), ...factLines(facts), summary(drift, facts)].join('\n'),
  );
  return drift.length + facts.length === 0 ? EXIT.fine : EXIT.problems;
}

/** Both looks have one time limit. */
function withRest({ target, began }: Asked): Target {
  const { wall } = target.budget;
  if (wall === null) return target;
  return { ...target, budget: { ...target.budget, wall: Math.max(0, began + wall - Date.now()) } };
}

async function lookAt(asked: Asked, { file, choices, differ }: WrittenFile): Promise<Look> {
  const { loaded, target, signal, only } = asked;
  const parts = partsFor(only, MOVES);
  const battery = await playOn(loaded, target, signal, parts);
  if (!showsAnything(battery.facts)) return { nothing: nothingSeen(target, battery) };
  const twin = await playConfig(loaded, file, battery, { signal, parts });
  const chosen = new Map(choices.map(({ question, choice }) => [question.name, choice]));
  const found = improvements({ server: battery.facts, twin, chosen, questions: QUESTIONS, moves: MOVES });
  const drift = found.flatMap(({ question, choice, seen }): Drift[] => {
    const written = choices.find((one) => one.question.name === question && (only?.includes(question) ?? true));
    const [sight] = seen.filter(({ place, value }) => !isKnown({ place, a: value }, differ ?? []));
    if (written === undefined || sight === undefined) return [];
    return [{ question, written: written.choice, formerly: written.seen, now: sightText(sightOf(sight)), choice }];
  });
  const facts = differ === null || only !== null ? [] : newDifferences(battery.facts, twin, differ);
  return { drift, facts };
}

function driftLines({ question, written, formerly, now, choice }: Drift): string[] {
  return [
    `${question}: ${shownChoice(question, written)} in the file, ${choice === undefined ? 'something else' : shownChoice(question, choice)} now`,
    `  then ${formerly ?? 'not noted'}`,
    `  now  ${now}`,
  ];
}

function unsureLine({ question }: Drift): string {
  return `${question}: inconclusive: it differed once, and not the second time`;
}

const MOST_SHOWN = 20;

function factLines(facts: readonly Difference[]): string[] {
  return [
    ...facts
      .slice(0, MOST_SHOWN)
      .map(({ place, a, b }) => `${place}: ${JSON.stringify(b)} by the file, ${JSON.stringify(a)} now`),
    ...(facts.length > MOST_SHOWN ? [`and ${facts.length - MOST_SHOWN} facts more`] : []),
  ];
}

function summary(drift: readonly Drift[], facts: readonly Difference[]): string {
  if (drift.length + facts.length === 0) return 'the server matches the file';
  const others = facts.length === 0 ? '' : `, and ${facts.length} facts differ`;
  return `the server has drifted in ${drift.length} of its choices${others}`;
}
