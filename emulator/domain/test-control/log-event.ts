import type { Instant } from '../values/time.ts';
import type { Attempt, Delivery, Endpoint, WebhookEvent } from '../webhook.ts';
import type { Finding } from './audit.ts';
import type { Exchange } from './exchange.ts';

/** What an emulator logs: an exchange and its duration in real milliseconds, or an attempt to deliver. */
export type LogEvent =
  | { kind: 'exchange'; world: string; exchange: Exchange; took: number; findings: readonly Finding[] }
  | {
      kind: 'attempt';
      world: string;
      attempt: Attempt;
      delivery: Pick<Delivery, 'id' | 'state'>;
      event: Pick<WebhookEvent, 'id' | 'type' | 'job'>;
      endpoint: Pick<Endpoint, 'id' | 'url'>;
      next: Instant | null;
    };
