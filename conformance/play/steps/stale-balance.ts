import { parseInstant } from '../../../shared/expression/quantities.ts';
import type { Sent } from '../../effects/effects.ts';
import { viewOf } from '../../effects/http/view.ts';
import { CannotDo } from '../../effects/untestable.ts';
import type { State } from '../state.ts';

/** The first wait before a balance is read again; each further wait is twice as long. */
const FIRST_WAIT = 1_000;
/** A minute in total on the real clock, or more than an hour if the clock can be moved. */
const MOST_READS = { wall: 6, moved: 12 };

/**
 * Spec 2.5: as_of is the time of a balance, and a server may read from a copy. A balance from before the last time that
 * the scenario has seen cannot include what happened then, so it is read again until it does.
 */
export async function untilFresh<Answered extends Sent>(
  sent: Answered,
  again: (wait: number) => Promise<Answered>,
  facts: Facts,
): Promise<Answered> {
  const most = MOST_READS[facts.canMoveClock ? 'moved' : 'wall'];
  let last = sent;
  for (let reads = 0; isStale(last, facts.state()); reads += 1) {
    if (reads === most) throw new CannotDo('deadline', staleness(last, facts.state()));
    last = await again(FIRST_WAIT * 2 ** reads);
  }
  return last;
}

type Facts = { canMoveClock: boolean; state: () => State };

function isStale(sent: Sent, { shownAt }: State): boolean {
  const asOf = asOfIn(sent);
  return asOf !== null && shownAt !== null && asOf < shownAt;
}

/** Returns null if the answer is not a balance. */
function asOfIn({ exchange }: Sent): number | null {
  if (exchange.answer?.status !== 200 || exchange.request.url.split('?')[0] !== '/v1/credits/balance') return null;
  return parseInstant((viewOf(exchange).body as { as_of?: unknown } | null | undefined)?.as_of);
}

function staleness(sent: Sent, { shownAt }: State): string {
  const [asOf, shown] = [asOfIn(sent), shownAt].map((time) => new Date(time ?? 0).toISOString());
  return `the balance is still that of ${asOf}, before ${shown}`;
}
