import type { Operation, Session } from '../../../shared/sessions/operation.ts';
import { shrink } from '../../../shared/sessions/shrink.ts';
import { INVARIANTS } from './broken.ts';
import { type Failure, play } from './play.ts';

const MOST_TRIES = 1000;
const LONGEST = 90_000;

export type Shrunk = { session: Session; failure: Failure; story: readonly string[]; tries: number };

/** The shortest session that fails in the same way, as far as it is found in so many tries and so long. */
export async function shrinkFailure(session: Session, failure: Failure): Promise<Shrunk> {
  let tries = 0;
  const end = Date.now() + LONGEST;
  const upTo: readonly Operation[] = session.operations.slice(0, failure.step + 1);
  const failureOf = async (operations: readonly Operation[]) => {
    tries += 1;
    const { failure: found } = await play({ ...session, operations });
    return found?.invariant === failure.invariant ? found : null;
  };
  const operations = await shrink(
    upTo,
    async (shorter) => (await failureOf(shorter)) !== null,
    () => tries >= MOST_TRIES || Date.now() >= end,
  );
  const shortest = { ...session, operations };
  const last = await play(shortest);
  return { session: shortest, failure: last.failure ?? failure, story: last.story, tries };
}

/** A failure as it is told: what does not hold, and what had happened. */
export function storyText({ session, failure, story }: Omit<Shrunk, 'tries'>): string {
  const [section, sentence] = INVARIANTS[failure.invariant];
  return [
    `It must hold that ${sentence}${section === '-' ? '' : ` (section ${section})`}. It does not:`,
    failure.detail,
    '',
    `Seed ${session.seed}, ${session.operations.length} steps:`,
    ...story.map((line) => `  ${line}`),
  ].join('\n');
}
