import type { ReceivedHook } from '../../effects/http/exchange.ts';
import { hookViewOf } from '../../effects/http/view.ts';
import type { Inbox } from '../../play/trace.ts';

/** Spec 6.5: an attempt succeeds by a 2xx within ten seconds; `unclear`: the answer came at about that time. */
export type Outcome = 'taken' | 'failed' | 'unclear';

const IN_TIME = 10_000;
/** How far the clocks of both sides may be apart about when an answer came. */
const ABOUT = 2_500;

export function outcomeOf({ reply, answered_after: late }: ReceivedHook): Outcome {
  if (!isSuccess(reply)) return 'failed';
  const delay = Number(/ after (\d+) ms$/.exec(reply)?.[1] ?? 0);
  const took = [delay, ...(late === undefined ? [] : [late.received, late.target])];
  if (took.every((one) => one < IN_TIME - ABOUT)) return 'taken';
  return took.every((one) => one > IN_TIME + ABOUT) ? 'failed' : 'unclear';
}

function isSuccess(reply: string): boolean {
  return /(?:^|, )2\d\d/.test(reply);
}

/** The rule that demands another attempt after such a reply. */
export function ruleOfReply(reply: string): string {
  const kind = /^([345])\d\d/.exec(reply)?.[1];
  if (kind !== undefined) return `WH-${kind}XX`;
  return isSuccess(reply) ? 'WH-LATE-2XX' : 'WH-CONNECTION';
}

/** How the path ends to which a receiver redirects. */
export const MOVED = '/moved';

/** Spec 6.5: a redirect is a failed attempt, and is not followed. */
export function followed({ received, position }: Inbox) {
  const index = received.findIndex((hook) => hookViewOf(hook).path.endsWith(MOVED));
  if (index < 0) return [];
  const mismatch = { pointer: `/received/${index}/path`, expected: 'no request to the URL of a redirect', seen: MOVED };
  return [{ rule: 'WH-NO-REDIRECT', because: [], position, mismatch }];
}
