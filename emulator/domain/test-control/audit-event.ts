import type { Finding } from './audit.ts';
import type { Exchange } from './exchange.ts';
import type { Timing } from './pace.ts';
import type { Plan } from './plan.ts';

/** An event that an emulator sends to the audit of its run. Plain data, because it can be sent to another process. */
export type AuditEvent =
  | { kind: 'request' }
  /** A client polls without waiting in real time while an auto clock waits on its behalf. */
  | { kind: 'not_judged' }
  | { kind: 'finding'; world: string; finding: Finding }
  /**
   * Reported if the run keeps a journal. `machine` is the time of the exchange on the machine's clock, and `clock` how
   * time passed in the world.
   */
  | { kind: 'exchange'; emulator: string; world: string; exchange: Exchange; machine: number; clock: Timing['mode'] }
  /** An attempt that was sent to a receiver; under the same condition. */
  | ({ kind: 'delivery'; world: string; type: string; attempt: number } & ReportedDelivery)
  /** A receiver's answer to an attempt; under the same condition. */
  | ({ kind: 'delivery_answered' } & DeliveryAnswer)
  /** A delivery was late or out of order because deliveries vary. */
  | { kind: 'delivered_otherwise' }
  /** A plan that decided no job before its world was removed or restored. */
  | { kind: 'unused_plan'; world: string; plan: Plan };

/** `forged`: what was forged on purpose, or null. `status` is null if there was no answer. */
export type DeliveryAnswer = { url: string; event: string; forged: string | null; status: number | null };

/** The reported part of a delivery. `secret` is the masked form of the signing secret, never the secret itself. */
export type ReportedDelivery = { headers: Readonly<Record<string, string>>; body: string; secret: string };
