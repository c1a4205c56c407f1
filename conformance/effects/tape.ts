import type { Reason } from '../suite/reasons.ts';
import type { DriveOutcome } from './effects.ts';
import type { Exchange, ReceivedHook } from './http/exchange.ts';

/**
 * One thing that came from outside while an instance ran, in the order in which it was asked for. The tape is all that
 * is needed to run the instance again without a server: a verdict can be recomputed by anybody.
 */
export type TapeEntry =
  | { kind: 'exchange'; exchange: Exchange }
  | { kind: 'drive'; call: string; input: unknown; outcome: DriveOutcome }
  | { kind: 'hooks'; hook: string; received: ReceivedHook[]; observed_until: number }
  | { kind: 'now'; at: number }
  | { kind: 'waited'; milliseconds: number; outcome: 'done' | 'too_long' }
  /** It was not done: the run was stopped, or what was asked could not be. */
  | { kind: 'stopped'; reason: Reason; detail: string };
