import { wallClock } from '../../adapters/wall-clock.ts';
import type { ExchangeReport } from '../../domain/test-control/exchange.ts';
import { callControl, type RemoteAddress, RemoteError } from '../../remote/control-call.ts';
import { liveSummaries } from '../../remote/live.ts';

/** What one call answers at the most. */
const PAGE = 1_000;
const BETWEEN_LOOKS = 500;

export type Followed = {
  address: RemoteAddress;
  /** Which exchanges are told of. */
  filter: URLSearchParams;
  /** So many of those that are there come first. */
  newest: number;
  tell(exchanges: readonly ExchangeReport[]): void;
  /** The emulator has gone, and may come back. */
  onGone(): void;
  stop: AbortSignal;
};

/**
 * Tells of the exchanges of a world as they come, until it is told to stop. Where the world was put back, or the emulator
 * started again, it tells of all that came there. Throws where nobody answers at first, and where the world has ended.
 */
export async function followJournal(followed: Followed): Promise<void> {
  const view: View = { state: 'new', seen: null };
  while (!followed.stop.aborted) {
    await listen(followed, view).catch((error: unknown) => broken(followed, view, error));
    await wallClock.sleep(BETWEEN_LOOKS, followed.stop);
  }
}

/** How far the journal was seen: up to which serial; null where none of it was. */
type View = { state: 'new' | 'there' | 'gone'; seen: number | null };

async function listen(followed: Followed, view: View): Promise<void> {
  for await (const { exchanges: last } of liveSummaries(followed.address, followed.stop)) {
    // A journal that is behind what was seen counts anew.
    if (view.state === 'gone' || (view.seen !== null && last < view.seen)) view.seen = 0;
    view.state = 'there';
    await tellBetween(followed, view.seen, last);
    view.seen = last;
  }
}

/** What is no refusal, and not that nobody answers, is a connection that broke: it is made again. */
function broken({ stop, onGone }: Followed, view: View, error: unknown): void {
  if (stop.aborted) return;
  const isAway = error instanceof RemoteError && error.status === null;
  if (view.state === 'new' || !(isAway || error instanceof TypeError)) throw error;
  if (!isAway || view.state === 'gone') return;
  view.state = 'gone';
  onGone();
}

async function tellBetween(followed: Followed, seen: number | null, last: number): Promise<void> {
  if (last === (seen ?? 0)) return;
  const { newest, tell } = followed;
  if (seen === null) return tell(await pageOf(followed, { limit: newest, before: last + 1 }));
  const pages: ExchangeReport[][] = [];
  for (let before = last + 1; ; ) {
    const page = await pageOf(followed, { limit: PAGE, after: seen, before });
    pages.unshift(page);
    const [oldest] = page;
    if (oldest === undefined || page.length < PAGE) break;
    before = oldest.serial;
  }
  for (const page of pages) tell(page);
}

function pageOf({ address, filter, stop }: Followed, part: Record<string, number>): Promise<ExchangeReport[]> {
  const query = new URLSearchParams(filter);
  for (const [name, value] of Object.entries(part)) query.set(name, String(value));
  return callControl<ExchangeReport[]>(address, 'GET', `/journal?${query}`, undefined, stop);
}
