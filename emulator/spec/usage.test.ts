import { describe, expect, it } from 'vitest';
import { emulatorFor } from '../testing/client.ts';
import { finishedJob, invalid, LIVE, refusalOf, UNTIL } from '../testing/steps.ts';

const row = (date: string, operation: string, accepted: number) => ({ date, operation, accepted });

/** Jobs on four days: 1, 2 and 31 January, and 1 February 2026. */
async function overFourDays() {
  const { emulator, client } = await emulatorFor({ clock: { mode: 'frozen', start: '2026-01-01T23:59:59.999Z' } });
  await client.submitOn('skin.analyze');
  await emulator.clock.advance(1);
  await client.submitOn('skin.analyze');
  await emulator.clock.advance({ to: '2026-01-31T12:00:00Z' });
  await client.submitOn('makeup.apply');
  await client.submitOn('hair.try_on');
  await client.submitOn('makeup.apply');
  await emulator.clock.advance({ to: '2026-02-01T00:00:00Z' });
  await client.submitOn('skin.analyze');
  return { emulator, client };
}

const [FIRST, SECOND, LAST, NEXT] = [
  [row('2026-01-01', 'skin.analyze', 1)],
  [row('2026-01-02', 'skin.analyze', 1)],
  [row('2026-01-31', 'hair.try_on', 1), row('2026-01-31', 'makeup.apply', 2)],
  [row('2026-02-01', 'skin.analyze', 1)],
];

describe('4.4 GET /v1/usage', () => {
  it('is empty at first', async () => {
    const { client } = await emulatorFor();
    const { status, body } = await client.get('/v1/usage');
    expect([status, body]).toEqual([200, { data: [] }]);
  });

  it.each([
    ['from=2026-01-01', [...FIRST, ...SECOND, ...LAST, ...NEXT]],
    ['from=2026-01-02', [...SECOND, ...LAST, ...NEXT]],
    ['from=2026-01-01&to=2026-01-31', [...FIRST, ...SECOND, ...LAST]],
    ['from=2026-01-02&to=2026-01-02', SECOND],
    ['from=2026-01-03&to=2026-01-30', []],
    ['to=2026-01-31&from=2026-01-31', LAST],
    ['from=2026-02-01&to=2030-01-01', NEXT],
    ['from=2025-01-01&to=2025-12-31', []],
  ])('with %s counts by UTC day and operation, oldest first', async (query, expected) => {
    const { client } = await overFourDays();
    expect((await client.get(`/v1/usage?${query}`)).body).toEqual({ data: expected });
  });

  it('shows the last 30 days by default, today among them', async () => {
    const { emulator, client } = await overFourDays();
    expect((await client.get('/v1/usage')).body.data).toEqual([...LAST, ...NEXT]);
    await emulator.clock.advance({ to: '2026-03-01T23:59:59.999Z' });
    expect((await client.get('/v1/usage')).body.data).toEqual([...LAST, ...NEXT]);
    await emulator.clock.advance('1ms');
    expect((await client.get('/v1/usage')).body.data).toEqual(NEXT);
  });

  it.each([
    ['from=2026-02-30', 'from'],
    ['from=yesterday', 'from'],
    ['from=2026-01-01T00:00:00Z', 'from'],
    ['from=', 'from'],
    ['to=2026-1-1', 'to'],
    ['to=20260101', 'to'],
    ['from=2026-01-02&to=2026-01-01', 'from'],
    ['from=2026-01-01&from=2026-01-01', 'from'],
    ['day=2026-01-01', 'day'],
  ])('?%s names %s', async (query, name) => {
    const { client } = await emulatorFor();
    expect(refusalOf(await client.get(`/v1/usage?${query}`))).toEqual(invalid(name));
  });

  it('is not changed by deleting a job or its input', async () => {
    const { emulator, client } = await emulatorFor();
    const job = await finishedJob({ emulator, client }, 'makeup.apply');
    const before = await client.get('/v1/usage');
    expect(before.body.data).toEqual([row('2026-01-01', 'makeup.apply', 1)]);
    await client.call('DELETE', `/v1/jobs/${job.body.id}`);
    await client.call('DELETE', `/v1/assets/${job.body.inputs[0].asset_id}`);
    expect((await client.get('/v1/usage')).text).toBe(before.text);
  });

  it('is not changed by the end of a job, however it ends', async () => {
    const { emulator, client } = await emulatorFor();
    emulator.plans.add({ outcome: { status: 'failed', code: 'PROCESSING_FAILED' } });
    await client.submitOn('makeup.apply');
    const cancelled = await client.submitOn('makeup.apply');
    const before = await client.get('/v1/usage');
    expect(before.body.data).toEqual([row('2026-01-01', 'makeup.apply', 2)]);
    await client.call('POST', `/v1/jobs/${cancelled.body.id}/cancel`);
    await emulator.clock.advance(UNTIL.ended);
    expect((await client.get('/v1/usage')).text).toBe(before.text);
  });

  it("counts the caller's own environment and account, with all its keys", async () => {
    const { client } = await emulatorFor({
      accounts: [
        { name: 'demo', keys: ['pk_live_demo', 'pk_test_demo', 'pk_test_bare'].map((secret) => ({ secret })) },
        { name: 'other', keys: [{ secret: 'pk_test_other' }] },
      ],
    });
    await client.submitOn('makeup.apply');
    await client.submitOn('makeup.apply', { key: 'pk_test_bare' });
    await client.submitOn('skin.analyze', { key: LIVE });
    const countsOf = async (key: string) => (await client.get('/v1/usage', { key })).body.data;
    expect(await countsOf('pk_test_demo')).toEqual([row('2026-01-01', 'makeup.apply', 2)]);
    expect(await countsOf(LIVE)).toEqual([row('2026-01-01', 'skin.analyze', 1)]);
    expect(await countsOf('pk_test_other')).toEqual([]);
  });
});

describe('4.4 GET /v1/credits/balance', () => {
  const account = (credits: object) => ({
    accounts: [{ name: 'demo', keys: [{ secret: LIVE }, { secret: 'pk_test_demo' }], credits }],
  });

  it('is one for all keys of the account', async () => {
    const { client } = await emulatorFor(account({ granted: 40 }));
    await client.submitOn('skin.analyze', { key: LIVE });
    const [live, test] = [
      await client.get('/v1/credits/balance', { key: LIVE }),
      await client.get('/v1/credits/balance'),
    ];
    expect(live.body.held_units).toBe(1);
    expect(test.body).toEqual(live.body);
  });
});
