import fc from 'fast-check';
import { expect, it } from 'vitest';
import { uniform } from '../domain/values/random.ts';
import type { Emulator } from '../index.ts';
import { playSession } from '../replay/play-session.ts';
import type { Client } from '../testing/client.ts';
import { openWorld } from '../testing/open-world.ts';
import type { WebhookSender } from '../world/ports.ts';
import { readSession } from './read-session.ts';

const PRODUCTS = ['skin.analyze', 'makeup.apply', 'hair.try_on'] as const;

type At = { emulator: Emulator; client: Client; pick: number };
type Act = (at: At) => Promise<unknown> | unknown;

/** Actions of clients and tests, valid and invalid ones. */
const ACTS: Record<string, Act> = {
  upload: ({ client }) => client.upload(),
  'no image': ({ client }) => client.upload({ body: 'no image' }),
  job: ({ client, pick }) => client.submitOn(PRODUCTS[pick % PRODUCTS.length] ?? 'skin.analyze'),
  'the same again': ({ client }) => client.submitOn('makeup.apply', { idempotencyKey: 'same' }),
  jobs: async ({ client, pick }) => {
    const { body } = await client.get('/v1/jobs?limit=3');
    const { id = 'job_none' } = body?.data?.[pick % 3] ?? {};
    return client.get(`/v1/jobs/${id}`);
  },
  cancel: async ({ client }) => {
    const { body } = await client.get('/v1/jobs?limit=1');
    return client.call('POST', `/v1/jobs/${body?.data?.[0]?.id ?? 'job_none'}/cancel`);
  },
  pictures: async ({ client }) => {
    const { body } = await client.get('/v1/assets?purpose=result');
    return client.get(`/v1/assets/${body?.data?.[0]?.id ?? 'asset_none'}/content`);
  },
  nowhere: ({ client }) => client.get('/v1/nowhere'),
  balance: ({ client }) => client.get('/v1/credits/balance'),
  advance: ({ emulator, pick }) => emulator.clock.advance(pick * 700),
  'a day': ({ emulator }) => emulator.clock.advance('25h'),
  mode: ({ emulator, pick }) => emulator.clock.change({ mode: pick % 2 === 0 ? 'running' : 'auto', rate: 50 }),
  plan: ({ emulator, pick }) =>
    emulator.plans.add({ nth: 1 + (pick % 3), outcome: { status: 'failed', code: 'PROCESSING_FAILED' } }),
  delay: ({ emulator }) => emulator.faults.add({ nth: 1, effect: { kind: 'delay', by: '3ms' } }),
  drop: ({ emulator }) => emulator.faults.add({ nth: 2, effect: { kind: 'commit_then_drop' } }),
  save: ({ emulator }) => emulator.snapshots.save('one'),
  load: ({ emulator }) => emulator.snapshots.load('one'),
  ping: ({ emulator }) => emulator.webhooks.ping(emulator.webhooks.list()[0]?.id ?? ''),
  settle: ({ emulator }) => emulator.webhooks.settled(),
  journal: ({ emulator }) => emulator.journal.find({ status: 404 }),
  reset: ({ emulator }) => emulator.reset(),
};

/** Receivers answer with a delay, depending on the event and the attempt. */
const sender: WebhookSender = {
  send: async ({ headers }) => {
    const what = `${headers['Service-Event-Id']} ${headers['Service-Delivery-Attempt']}`;
    await new Promise((resolve) => setTimeout(resolve, uniform('pace', what) * 4));
    const sent = { status: uniform('status', what) < 0.5 ? 200 : 500, failure: null, took: 1, answer: '' };
    return uniform('rest', what) < 0.5 ? sent : { ...sent, rest: Promise.resolve(`said to ${what}`) };
  },
  close: async () => undefined,
};

type Step = { act: string; pick: number };
const step = fc.record({ act: fc.constantFrom(...Object.keys(ACTS)), pick: fc.nat({ max: 9 }) });
/** Groups of simultaneous actions. */
const session = fc.record({
  clock: fc.constantFrom('auto' as const, 'frozen' as const, 'running' as const),
  groups: fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 12 }),
});

async function live({ clock, groups }: { clock: 'auto' | 'frozen' | 'running'; groups: Step[][] }) {
  const { emulator, client } = await openWorld({ clock }, { sender });
  emulator.webhooks.register({ url: 'https://receiver.test/hooks' });
  const recording = await emulator.record();
  const take = async ({ act, pick }: Step) => {
    try {
      await ACTS[act]?.({ emulator, client, pick });
    } catch {
      // A refusal or a dropped connection, which is in the recording.
    }
  };
  for (const group of groups) await Promise.all(group.map(take));
  await recording.stop();
  await emulator.close();
  return recording.read();
}

it('random sessions with overlapping actions and slow receivers replay to the same result', async () => {
  await fc.assert(
    fc.asyncProperty(session, async (given) => {
      const played = await playSession(readSession('random', await live(given)));
      await played.close();
      expect(played.difference).toBeNull();
    }),
    { numRuns: Number(process.env['REPLAY_RUNS'] ?? 6) },
  );
});
