import { shrunk as shrunkOperations } from '../../shared/sessions/shrink.ts';
import { INVARIANTS } from './broken.ts';
import type { Operation, Session } from './operation.ts';
import { type Failure, play } from './play.ts';

/** The CPU seconds for shrinking a failure. CPU time makes the result independent of other work of the machine. */
export const LONGEST = 120;

export type Shrunk = { session: Session; failure: Failure; story: readonly string[]; tries: number; recording: string };

export type Shrinking = {
  seconds?: number;
  /** Called after each tried session, with the number of steps of the shortest one that failed. */
  onTry?(tries: number, steps: number): void;
};

/** The shortest session found within the time that fails in the same way. */
export async function shrinkFailure(
  session: Session,
  failure: Failure,
  { seconds = LONGEST, onTry = () => {} }: Shrinking = {},
): Promise<Shrunk> {
  const begun = process.cpuUsage();
  const isEnough = () => {
    const { user, system } = process.cpuUsage(begun);
    return user + system > seconds * 1e6;
  };
  let shortest: readonly Operation[] = session.operations.slice(0, failure.step + 1);
  let tries = 0;
  // More is checked at the end of a session, so another invariant may fail first in the shortened one.
  const { failure: first } = await play({ ...session, operations: shortest });
  const wanted = first?.invariant ?? failure.invariant;
  const fails = async (operations: readonly Operation[]) => {
    tries += 1;
    const { failure: found } = await play({ ...session, operations });
    const isSame = found?.invariant === wanted;
    if (isSame) shortest = operations;
    onTry(tries, shortest.length);
    return isSame;
  };
  const operations = await shrunkOperations(shortest, { fails, isEnough, plainer: plainerThan });
  const last = await play({ ...session, operations }, { isTaped: true });
  const upTo = { ...session, operations: operations.slice(0, (last.failure?.step ?? operations.length) + 1) };
  const recording = (await last.tape?.text()) ?? '';
  return { session: upTo, failure: last.failure ?? failure, story: last.story, tries, recording };
}

/** A failure as text: the invariant, and the steps that led to it. */
export function storyText({ session, failure, story }: Omit<Shrunk, 'tries' | 'recording'>): string {
  const [section, sentence] = INVARIANTS[failure.invariant];
  return [
    `It must hold that ${sentence}${section === '-' ? '' : ` (section ${section})`}. It does not:`,
    failure.detail,
    '',
    `Seed ${session.seed}, ${session.operations.length} steps:`,
    ...story.map((line) => `  ${line}`),
  ].join('\n');
}

const SECOND = 1000;
const ROUND = [1, SECOND, 60 * SECOND, 3600 * SECOND, 86_400 * SECOND, 8 * 86_400 * SECOND];

/**
 * Simpler variants of a session, simplest first: with simpler operations of the emulator, or with two advances merged.
 */
export function plainerThan(operations: readonly Operation[], index: number): (readonly Operation[])[] {
  const operation = operations[index];
  if (operation === undefined) return [];
  const others = plainForms(operation).map((other) => operations.with(index, other));
  const before = operations[index - 1];
  if (operation.does !== 'advance' || before?.does !== 'advance') return others;
  return [operations.with(index, { ...operation, by: operation.by + before.by }).toSpliced(index - 1, 1), ...others];
}

function plainForms(operation: Operation): Operation[] {
  switch (operation.does) {
    case 'advance':
      return ROUND.filter((by) => by < operation.by).map((by) => ({ ...operation, by }));
    case 'register':
      return [
        { ...operation, events: null, replies: [204] },
        { ...operation, events: null, replies: [500] },
      ];
    case 'plan':
      return [
        { ...operation, plan: { outcome: operation.plan.outcome, times: 1 } },
        { ...operation, plan: { ...operation.plan, times: 1 } },
      ];
    default:
      return [];
  }
}
