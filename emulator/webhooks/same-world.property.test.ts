import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uniform } from '../domain/values/random.ts';
import type { Emulator } from '../index.ts';
import { clientOf } from '../testing/client.ts';
import { openWorld } from '../testing/open-world.ts';
import { createInstantImages } from '../testing/pictures/gated-images.ts';
import type { DeliveryRequest } from '../world/edges.ts';
import type { SentAttempt, WebhookSender } from '../world/ports.ts';

/** How long a receiver takes in real milliseconds, and how long the body of its answer is. */
type Pace = (what: string) => number;
type Session = { seed: string; endpoints: number; steps: readonly Step[] };
type Step = 'job' | 'ten jobs' | 'a cancel' | 'a second' | 'a minute' | 'an hour' | 'a day' | 'a ping' | 'settle';

const AT_ONCE: Pace = () => 0;
const STEPS: readonly Step[] = [
  'job',
  'ten jobs',
  'a cancel',
  'a second',
  'a minute',
  'an hour',
  'a day',
  'a ping',
  'settle',
];

/** The event and the attempt determine what receivers answer; their pace determines when. */
function sendingAt(pace: Pace, arrived: Map<string, string[]>): WebhookSender {
  const after = async <Value>(milliseconds: number, value: Value) => {
    if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return value;
  };
  const send = async ({ url, headers, body }: DeliveryRequest): Promise<SentAttempt> => {
    const what = `${url} ${headers['Service-Event-Id']} ${headers['Service-Delivery-Attempt']}`;
    const { hostname } = new URL(url);
    arrived.set(hostname, [...(arrived.get(hostname) ?? []), `${what} ${body}`]);
    const status = uniform('status', what) < 0.3 ? 200 : 500;
    const sent = { status, failure: null, took: 1, answer: '' };
    const rest = after(pace(`body ${what}`), `said to ${what}`);
    return after(pace(what), uniform('body', what) < 0.5 ? sent : { ...sent, rest });
  };
  return { send, close: async () => undefined };
}

/** Performs the steps of a session one after the other. */
async function take(steps: readonly Step[], emulator: Emulator): Promise<void> {
  const client = clientOf(emulator);
  const asset = (await client.upload()).body.id;
  const submit = async () => {
    const { body } = await client.submit('/v1/makeup/try-ons', {
      inputs: [{ asset_id: asset, role: 'source' }],
      products: [{ category: 'lipstick', color: '#a1304a' }],
    });
    return body.id as string;
  };
  const doing: Record<Step, () => Promise<unknown>> = {
    job: submit,
    'ten jobs': async () => {
      for (let job = 0; job < 10; job += 1) await submit();
    },
    'a cancel': async () => client.call('POST', `/v1/jobs/${await submit()}/cancel`),
    'a ping': () => emulator.webhooks.ping(emulator.webhooks.list()[0]?.id ?? '').catch(() => undefined),
    settle: () => emulator.webhooks.settled(),
    'a second': () => emulator.clock.advance('1s'),
    'a minute': () => emulator.clock.advance('1m'),
    'an hour': () => emulator.clock.advance('1h'),
    'a day': () => emulator.clock.advance('25h'),
  };
  for (const step of steps) await doing[step]();
}

/** Everything that is visible of a world after a session. */
async function live({ seed, endpoints, steps }: Session, pace: Pace) {
  const arrived = new Map<string, string[]>();
  const ports = { images: createInstantImages(), sender: sendingAt(pace, arrived) };
  const { emulator, host } = await openWorld({ seed }, ports);
  for (let index = 0; index < endpoints; index += 1)
    emulator.webhooks.register({ url: `https://receiver-${index}.test/` });
  await take(steps, emulator);
  await emulator.webhooks.settled();
  const { state } = host.world;
  const seen = {
    state: structuredClone(state),
    log: emulator.webhooks.deliveries(),
    journal: emulator.journal.find(),
    audit: emulator.audit.findings(),
    endpoints: emulator.webhooks.list(),
    next: (await emulator.clock.advance('30d')).fired,
    arrived: areFew(state.deliveries.size) ? Object.fromEntries(arrived) : null,
  };
  await emulator.close();
  return seen;
}

/** Deliveries that are sent in parallel may overtake each other. */
const areFew = (deliveries: number) => deliveries <= 64;

const session = fc.record({
  seed: fc.string({ minLength: 1, maxLength: 5 }),
  endpoints: fc.integer({ min: 1, max: 3 }),
  steps: fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 12 }),
});

describe('6.5 a session', () => {
  it('leads to the same world, in whatever order its receivers answer', async () => {
    await fc.assert(
      fc.asyncProperty(session, fc.string(), async (lived, chance) => {
        const uneven: Pace = (what) => Math.floor(uniform('pace', chance, what) * 4);
        expect(await live(lived, uneven)).toEqual(await live(lived, AT_ONCE));
      }),
      { numRuns: Number(process.env['RUNS'] ?? 6) },
    );
  });
});
