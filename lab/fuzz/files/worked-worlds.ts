import { createSharpImages } from '../../../emulator/adapters/images/sharp-images.ts';
import { wallClock } from '../../../emulator/adapters/wall-clock.ts';
import { assembleEmulator } from '../../../emulator/create.ts';
import type { Emulator, EmulatorOptions } from '../../../emulator/index.ts';
import { type Client, clientOf } from '../../../emulator/testing/client.ts';
import type { SentAttempt } from '../../../emulator/world/ports.ts';

export type OpenedForFuzz = { emulator: Emulator; client: Client; unexpected: string[]; warnings: string[] };

/** An emulator that opens no connections. Receivers answer 200 and 500 in turn. */
export async function openForFuzz(options: EmulatorOptions = {}): Promise<OpenedForFuzz> {
  const [unexpected, warnings]: string[][] = [[], []];
  let sent = 0;
  const send = async (): Promise<SentAttempt> => {
    sent += 1;
    return { status: sent % 2 === 0 ? 200 : 500, failure: null, took: 1, answer: '' };
  };
  const { emulator } = await assembleEmulator(
    {
      clock: 'frozen',
      listen: false,
      onUnexpected: (error) => unexpected?.push(error instanceof Error ? (error.stack ?? '') : String(error)),
      ...options,
    },
    {
      images: createSharpImages(),
      wall: wallClock,
      sender: { send, close: async () => {} },
      onWarning: (text) => warnings?.push(text),
    },
  );
  return { emulator, client: clientOf(emulator), unexpected: unexpected ?? [], warnings: warnings ?? [] };
}

const ACCOUNTS = [
  { name: 'demo', keys: [{ secret: 'pk_live_demo' }, { secret: 'pk_test_demo' }] },
  { name: 'other', daily_quota: 9, keys: [{ secret: 'pk_test_other', networks: ['127.0.0.0/8', '::1'] }] },
];

/** Options for worlds with something in every table, each in a different state. */
export const WORKED: readonly EmulatorOptions[] = [
  {},
  { accounts: ACCOUNTS, readings: { input_content: 'serve', admission_per_minute: 50 } },
  { accounts: ACCOUNTS, clock: 'auto', deviate: ['skin-vis-role-colon'], stages: { processing: '5s' } },
];

/** Works with a world; `depth` sets how much. */
export async function work(
  { emulator, client }: Pick<OpenedForFuzz, 'emulator' | 'client'>,
  depth: number,
): Promise<void> {
  const live = { key: 'pk_live_demo' };
  for (const operation of ['skin.analyze', 'makeup.apply', 'hair.try_on'] as const) {
    await client.submitOn(operation);
    await client.submitOn(operation, live);
  }
  emulator.webhooks.register({ url: 'http://127.0.0.1:9/hooks' });
  await emulator.clock.advance('4s');
  const { body } = await client.get('/v1/jobs');
  await client.call('DELETE', `/v1/jobs/${body.data[0]?.id}`);
  await client.submitOn('makeup.apply');
  await client.submitOn('skin.analyze', live);
  emulator.plans.add({ nth: 3, stages: { queued: '1m' }, outcome: { status: 'failed', code: 'PROCESSING_FAILED' } });
  emulator.faults.add({ nth: 9, effect: { kind: 'delay', by: '5ms' } });
  await emulator.clock.advance(depth === 0 ? '900ms' : '6s');
  const queued = (await client.submitOn('hair.try_on')).body;
  if (depth > 0) await client.call('POST', `/v1/jobs/${queued.id}/cancel`);
  await client.upload();
}
