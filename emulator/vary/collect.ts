import * as z from 'zod';
import { createRunAudit } from '../control/run-audit.ts';
import type { AuditEvent, DeliveryAnswer } from '../domain/test-control/audit-event.ts';
import type { Exchange } from '../domain/test-control/exchange.ts';
import { type ClientReport, NOTHING_REPORTED } from './client-report.ts';
import type { Seen, SeenDelivery, SeenExchange } from './seen.ts';

/** Collects what the emulators of a run report about its clients. */
export type Collector = {
  take(event: AuditEvent): void;
  /** The same for an event of another process and perhaps another version: unknown events are ignored. */
  takeUnchecked(event: unknown): void;
  seen(reported?: ClientReport): Seen;
};

/** The maximum number of exchanges of a run; more are ignored. */
const MOST_EXCHANGES = 200_000;

function keep<Item>(kept: Item[], item: Item): void {
  if (kept.length < MOST_EXCHANGES) kept.push(item);
}

export function createCollector(): Collector {
  const audit = createRunAudit();
  const exchanges: SeenExchange[] = [];
  const deliveries: SeenDelivery[] = [];
  const answers: DeliveryAnswer[] = [];
  let deliveredOtherwise = 0;
  const take = (event: AuditEvent) => {
    if (event.kind === 'delivery') {
      const { kind: _, ...delivery } = event;
      keep(deliveries, delivery);
    } else if (event.kind === 'delivery_answered') {
      const { kind: _, ...answer } = event;
      keep(answers, answer);
    } else if (event.kind === 'delivered_otherwise') deliveredOtherwise += 1;
    else if (event.kind !== 'exchange') audit.take(event);
    else {
      const { emulator, world, clock, exchange } = event;
      keep(exchanges, { emulator, world, clock, place: exchanges.length, exchange: { ...exchange } });
    }
  };
  return {
    take,
    takeUnchecked: (event) => {
      const parsed = eventSchema.safeParse(event, { jitless: true });
      if (parsed.success) take(parsed.data as AuditEvent);
      else audit.takeUnchecked(event);
    },
    seen: (reported = NOTHING_REPORTED) => ({
      ...{ exchanges, deliveries, answers, deliveredOtherwise, reported },
      findings: audit.report({ ignore: [] }).findings,
    }),
  };
}

const texts = z.record(z.string(), z.string());
const exchangeSchema = z.looseObject({
  serial: z.number(),
  route: z.string().nullable(),
  method: z.string(),
  path: z.string(),
  query: z.string(),
  keyId: z.string().nullable(),
  requestHeaders: texts,
  requestBody: z.string().nullable(),
  status: z.number(),
  responseHeaders: texts,
  responseBody: z.string().nullable(),
  fault: z.string().nullable(),
}) satisfies z.ZodType<Partial<Exchange>>;

const eventSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('exchange'),
    emulator: z.string(),
    world: z.string(),
    machine: z.number(),
    clock: z.enum(['auto', 'frozen', 'running']),
    exchange: exchangeSchema,
  }),
  z.object({
    ...{ kind: z.literal('delivery'), world: z.string(), type: z.string(), attempt: z.number() },
    ...{ headers: texts.default({}), body: z.string().default(''), secret: z.string().default('') },
  }),
  z.object({
    ...{ kind: z.literal('delivery_answered'), url: z.string(), event: z.string() },
    ...{ forged: z.string().nullable(), status: z.number().nullable() },
  }),
  z.object({ kind: z.literal('delivered_otherwise') }),
]);
