import * as z from 'zod';
import { type Count, judgeCount } from '../control/count.ts';
import { BadInput, parseInput } from '../domain/values/bad-input.ts';
import { DELIVERY_STATES, EVENT_TYPES } from '../domain/webhook.ts';
import type { DeliveryReport, EndpointReport, WorldControl } from '../index.ts';
import { differenceLine, type Verdict } from './verdict.ts';

const deliverySchema = z.strictObject({
  type: z.enum([...EVENT_TYPES, 'test.ping']).optional(),
  job: z.string().optional().describe('the id of the job that the event is about'),
  endpoint: z
    .union([
      z.string().regex(/^we_/, 'must be the id of an endpoint, such as we_…'),
      z.object({ endpoint: z.string() }).transform(({ endpoint }) => endpoint),
      z.object({ id: z.string() }).transform(({ id }) => id),
    ])
    .optional()
    .describe('an endpoint, its id, or a receiver'),
  state: z.enum(DELIVERY_STATES).default('delivered'),
  attempts: z.int().min(0).optional().describe('how many were made'),
});

export type DeliveryFilter = z.input<typeof deliverySchema>;
type Wanted = z.output<typeof deliverySchema>;
type Seen = { [Name in keyof Required<Wanted>]: string | number | null };

/** Whether webhooks were delivered as often as expected. Waits until everything that is due has been answered. */
export async function judgeDelivered(world: WorldControl, filter: DeliveryFilter, count: Count): Promise<Verdict> {
  const wanted = parseInput('The delivery', deliverySchema, filter);
  if (wanted.job !== undefined) requireJob(world, wanted.job);
  await world.webhooks.settled();
  const endpoints = world.webhooks.list();
  const judged = world.webhooks.deliveries().map((report) => ({ report, unmet: unmetParts(wanted, report) }));
  const met = judged.filter(({ unmet }) => unmet.length === 0);
  const others = judged.filter(({ unmet }) => unmet.length > 0).toSorted((a, b) => a.unmet.length - b.unmet.length);
  return {
    ...judgeCount(met.length, count),
    of: wanted,
    found: met.map(({ report }) => deliveryText(report, endpoints)),
    near: () =>
      others.length === 0
        ? [whyNone(world)]
        : ['the nearest:', ...others.slice(0, NEAREST).flatMap((one) => nearText(one, wanted, endpoints))],
  };
}

/** Requires that the job exists, or existed: nothing is delivered for another. The journal has deleted ones. */
function requireJob({ jobs, webhooks, journal }: WorldControl, id: string): void {
  const isThere =
    jobs.list().some((job) => job.id === id) ||
    webhooks.deliveries().some(({ event }) => event.job === id) ||
    journal.find().some(({ responseBody }) => responseBody?.includes(`"${id}"`));
  if (!isThere) throw new BadInput('The delivery', [{ path: 'job', problem: 'is no job of this world' }]);
}

type Judged = { report: DeliveryReport; unmet: (keyof Wanted)[] };

const NEAREST = 3;

function nearText({ report, unmet }: Judged, wanted: Wanted, endpoints: readonly EndpointReport[]): string[] {
  const seen = seenIn(report);
  return [
    `  ${deliveryText(report, endpoints)}`,
    ...unmet.map((name) => differenceLine(name, wanted[name], seen[name])),
  ];
}

/** There is no endpoint, or no job has ended yet: the two mistakes that leave a world without deliveries. */
function whyNone({ webhooks, jobs }: WorldControl): string {
  if (webhooks.list().length === 0)
    return 'no endpoint is registered in this world: webhooks.receiver() and webhooks.register() make one';
  const elsewhere = otherEnvironment(webhooks.list(), jobs.list());
  if (elsewhere !== null) return elsewhere;
  const open = jobs.list().map(({ id, status }) => `${id} is ${status}`);
  return `nothing else was sent: ${open.length === 0 ? 'there is no job in this world' : open.join(', ')}`;
}

/** An endpoint gets the events of one environment, which users who did not choose one may not know. */
function otherEnvironment(endpoints: readonly EndpointReport[], jobs: readonly { id: string; environment?: string }[]) {
  const heard = new Set<string>(endpoints.map(({ environment }) => environment));
  const job = jobs.find(({ environment }) => environment !== undefined && !heard.has(environment));
  if (job === undefined) return null;
  const named = [...heard].join(' and ');
  return `the endpoints get events of ${named} jobs, and ${job.id} is a ${job.environment} one: register with environment: '${job.environment}'`;
}

function unmetParts(wanted: Wanted, report: DeliveryReport): (keyof Wanted)[] {
  const seen = seenIn(report);
  return (Object.keys(wanted) as (keyof Wanted)[]).filter(
    (name) => wanted[name] !== undefined && wanted[name] !== seen[name],
  );
}

function seenIn({ event, endpoint, state, attempts }: DeliveryReport): Seen {
  return { type: event.type, job: event.job, endpoint, state, attempts: attempts.length };
}

function deliveryText(report: DeliveryReport, endpoints: readonly EndpointReport[]): string {
  const { event, endpoint, state, attempts, next_attempt_at } = report;
  const url = endpoints.find(({ id }) => id === endpoint)?.url ?? 'an endpoint that is gone';
  const answers = attempts.map(({ status, failure }) => status ?? failure).join(', ');
  const next = next_attempt_at === null ? '' : `, the next one at ${next_attempt_at}`;
  const made = attempts.length === 0 ? 'not tried yet' : `answered ${answers}`;
  return `${event.type} of ${event.job ?? 'no job'} to ${url} (${endpoint}): ${state}, ${made}${next}`;
}
