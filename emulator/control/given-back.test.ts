import { expect, it } from 'vitest';
import { emulatorFor } from '../testing/client.ts';

const TRIGGERS = [
  {},
  { nth: 2 },
  { every: 3, times: 2 },
  { times: null },
  { between: ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'] as [string, string] },
];

it.each(TRIGGERS)('a plan in the form of a report is accepted as input: %j', async (trigger) => {
  const { emulator } = await emulatorFor();
  emulator.plans.add({
    ...trigger,
    match: { idempotency_key: 'order-1', key: 'pk_test_demo', input_digest: 'a'.repeat(64) },
    stages: { queued: '3s' },
    hold_at: 'processing',
    outcome: { status: 'failed', code: 'PROCESSING_FAILED' },
  });
  const [first] = emulator.plans.list();
  emulator.plans.add(JSON.parse(JSON.stringify(first?.plan)));
  expect(emulator.plans.list()[1]?.plan).toEqual(first?.plan);
});

it.each([
  { kind: 'error', retry_after: 7 },
  { kind: 'commit_then_error', retry_after: null },
  { kind: 'delay', by: '2s' },
  { kind: 'dribble', bytes: 3, every: '20ms' },
  { kind: 'truncate', bytes: 4 },
  { kind: 'reset' },
] as const)('a fault in the form of a report is accepted as input: %j', async (effect) => {
  const { emulator } = await emulatorFor();
  emulator.faults.add({ match: { route: 'GET /v1/usage' }, nth: 2, effect });
  const [first] = emulator.faults.list();
  emulator.faults.add(JSON.parse(JSON.stringify(first?.fault)));
  expect(emulator.faults.list()[1]?.fault).toEqual(first?.fault);
});

it('the journal and explain show a key of a world that was removed', async () => {
  const { emulator, client } = await emulatorFor();
  const { name, keys } = await emulator.worlds.create();
  await emulator.worlds.remove(name);
  const refused = await client.get('/v1/usage', { key: keys.test });
  expect([refused.status, refused.body.error.code]).toEqual([401, 'INVALID_API_KEY']);
  const why = { key: `of the world ${name}, which was removed` };
  expect(emulator.journal.explain(refused.body.error.request_id).compared).toEqual(why);
  expect(emulator.journal.find({ status: 401 })[0]?.because?.compared).toEqual(why);
});
