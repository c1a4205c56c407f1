import { inOrder, type Operation, type Session } from '../sessions/operation.ts';
import { stepId } from '../sessions/write/places-in-steps.ts';
import { viewIn } from './compare/names.ts';
import type { Played, Seen } from './play-session.ts';

/**
 * Returns the session with its parallel operations in each possible sequence, starting with the order of sending. A
 * repetition of another operation's key comes after it, since it is the same request; `answersIn` finds which of them
 * was first.
 */
export function ordersOf(session: Session): Session[] {
  const batch = session.operations.find(({ does }) => does === 'at once');
  if (batch?.does !== 'at once') return [session];
  return orders(batch.parts).map((parts) => inOrder(session, () => parts));
}

function orders(parts: readonly Operation[]): Operation[][] {
  if (parts.length === 0) return [[]];
  return parts.flatMap((part, index) => {
    const others = parts.filter((_, place) => place !== index);
    const waits = part.does === 'submit' && others.some(({ nth }) => nth === part.claim);
    // The order of identical requests does not matter.
    const isAgain = parts.slice(0, index).some((earlier) => requestOf(earlier) === requestOf(part));
    return waits || isAgain ? [] : orders(others).map((rest) => [part, ...rest]);
  });
}

/** Assigns the answers of identical parallel requests so that the first request made the job. */
export function answersIn({ operations }: Session, played: Played): Played {
  const batch = operations.find(({ does }) => does === 'at once');
  if (batch?.does !== 'at once') return played;
  const seen = new Map(played.seen);
  for (const request of new Set(batch.parts.map(requestOf))) {
    const alike = batch.parts.filter((part) => requestOf(part) === request);
    const answers = alike.flatMap(({ nth }) => played.seen.get(stepId(nth)) ?? []).sort(byStatus);
    if (answers.length < alike.length) continue;
    for (const [index, { nth }] of alike.entries()) {
      const answer = answers[index];
      if (answer !== undefined) seen.set(stepId(nth), answer);
    }
  }
  return { ...played, seen };
}

/** Orders an accepted request before its replays, and found things before missing ones. */
function byStatus(one: Seen, other: Seen): number {
  const rank = (seen: Seen) => {
    const status = viewIn(seen)?.status ?? 999;
    return status === 202 ? 0 : status;
  };
  return rank(one) - rank(other);
}

function requestOf({ nth, ...deed }: Operation): string {
  if (deed.does !== 'submit') return JSON.stringify(deed);
  const { claim, ...rest } = deed;
  return JSON.stringify({ ...rest, claim: claim === nth ? `own ${nth}` : `own ${claim}` });
}
