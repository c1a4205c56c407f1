import type { Finding } from './audit.ts';
import type { Exchange } from './exchange.ts';
import type { Plan } from './plan.ts';

/** An event that an emulator sends to the audit of its run. Plain data, because it may cross processes. */
export type AuditEvent =
  | { kind: 'request' }
  /** A client polls without a wait in real time where an auto clock waits in its place. */
  | { kind: 'not_judged' }
  | { kind: 'finding'; world: string; finding: Finding }
  /** Reported if the run keeps a journal. `machine` is when it came on the machine's clock. */
  | { kind: 'exchange'; emulator: string; world: string; exchange: Exchange; machine: number }
  /** An attempt that went out to a receiver; likewise. */
  | ({ kind: 'delivery'; world: string; type: string; attempt: number } & ReportedDelivery)
  /** How a receiver answered an attempt; likewise. */
  | ({ kind: 'delivery_answered' } & DeliveryAnswer)
  /** One went out late, or behind one that came after it, since deliveries vary. */
  | { kind: 'delivered_otherwise' }
  /** A plan that decided no job before its world was removed or restored. */
  | { kind: 'unused_plan'; world: string; plan: Plan };

/** `forged` names what was forged on purpose; null for a genuine delivery. `status` is null if there was no answer. */
export type DeliveryAnswer = { url: string; event: string; forged: string | null; status: number | null };

/** What of a delivery is reported. `secret` is the spelling of what signed it, and never the secret itself. */
export type ReportedDelivery = { headers: Readonly<Record<string, string>>; body: string; secret: string };
