import type { RunFinding } from '../../control/run-audit.ts';
import { secondsToWait } from '../../domain/retry-after.ts';
import { SECOND } from '../../domain/values/time.ts';
import { isOn } from '../facts.ts';
import type { Seen, SeenExchange } from '../seen.ts';
import { isLaterTry } from './later-try.ts';

/**
 * Whether a pace that the audit reports may be that of the tests: in a world whose clock is frozen, with a client that
 * is never seen to move this clock when it waits. Its sleep may be replaced by one that takes no time, so that a retry
 * comes at the instant of the refusal. And a test that moves the clock between two reads may move it less than a
 * variation asks for; what the plain run shows without a variation counts.
 */
export function mayBeOfTests(finding: RunFinding, seen: Seen, plain: Seen): boolean {
  const { rule, world, exchange: serial } = finding;
  const found = seen.exchanges.filter((one) => one.world === world && one.exchange.serial === serial);
  const isFrozen = found.some(({ clock }) => clock === 'frozen');
  if (!isFrozen || exactPauses(seen) + exactPauses(plain) >= HABIT) return false;
  if (rule === 'poll-too-soon') return plain !== seen && plain.exchanges.length > 0;
  return rule === 'retry-too-soon' && found.some((one) => isAtRest(one, seen));
}

function isAtRest(retry: SeenExchange, { exchanges }: Seen): boolean {
  const refused = exchanges.findLast((one) => isLaterTry(one, retry) && secondsToWait(one.exchange.responseHeaders));
  return refused?.exchange.at === retry.exchange.at;
}

/** A test may move the clock by the same time as its client. */
const HABIT = 2;

/** How many polls on a frozen clock came exactly as late as the previous one had asked for. */
function exactPauses({ exchanges }: Seen): number {
  const polls = new Map<string, SeenExchange>();
  let exact = 0;
  for (const one of exchanges) {
    const { emulator, world, exchange } = one;
    if (one.clock !== 'frozen' || !isOn(exchange, 'readJob')) continue;
    const name = `${emulator} ${world} ${exchange.keyId} ${exchange.path}`;
    const last = polls.get(name)?.exchange;
    const asked = last && secondsToWait(last.responseHeaders);
    if (last && asked && exchange.at - last.at === asked * SECOND) exact += 1;
    polls.set(name, one);
  }
  return exact;
}
