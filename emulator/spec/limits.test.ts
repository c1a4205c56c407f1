import { describe, expect, it } from 'vitest';
import { emulatorFor, type Reply } from '../testing/client.ts';
import { LIVE, refusal, refusalOf, UNTIL } from '../testing/steps.ts';

const START = '2026-01-01T00:00:00Z';
const LIMITED = refusal(429, 'RATE_LIMITED');

/** The seconds that an answer asks to wait; null where it asks for nothing. */
function waitOf({ headers }: Reply): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  expect(value).toMatch(/^\d+$/);
  return Number(value);
}

describe('8 poll pacing', () => {
  it.each([1, 7])('of %d seconds stands on every answer that shows a job at work', async (seconds) => {
    const { client, emulator } = await emulatorFor({ readings: { retry_after: seconds } });
    const accepted = await client.submitOn('makeup.apply', { idempotencyKey: 'one' });
    const path = `/v1/jobs/${accepted.body.id}`;
    const submitAgain = () =>
      client.submit(
        '/v1/makeup/try-ons',
        { inputs: accepted.body.inputs, products: [{ category: 'lipstick', color: '#a1304a' }] },
        { idempotencyKey: 'one' },
      );
    const queued = await client.get(path);
    const unchanged = await client.get(path, { headers: { 'If-None-Match': queued.headers.get('etag') ?? '' } });
    const replayed = await submitAgain();
    await emulator.clock.advance(UNTIL.processing);
    const running = await client.get(path);
    const cancel = await client.call('POST', `${path}/cancel`);
    const working = [accepted, queued, unchanged, replayed, running, cancel];
    expect(working.map(({ status }) => status)).toEqual([202, 200, 304, 200, 200, 202]);
    expect(working.map(waitOf)).toEqual(working.map(() => seconds));

    await emulator.clock.advance(UNTIL.ended);
    const ended = await client.get(path);
    const unchangedEnd = await client.get(path, { headers: { 'If-None-Match': ended.headers.get('etag') ?? '' } });
    const terminal = [ended, unchangedEnd, await submitAgain()];
    expect(terminal.map(({ status }) => status)).toEqual([200, 304, 200]);
    expect(terminal.map(waitOf)).toEqual([null, null, null]);
  });
});

describe('8 the admission limit', () => {
  const options = {
    readings: { admission_per_minute: 2 },
    accounts: [{ name: 'demo', keys: [{ secret: LIVE }, { secret: 'pk_live_second' }, { secret: 'pk_test_demo' }] }],
  };

  it.each([
    ['0s', 60],
    ['15s', 45],
    ['15001ms', 45],
    ['59s', 1],
    ['59999ms', 1],
  ])('met %s into a minute asks to wait for the next one', async (into, seconds) => {
    const { client, emulator } = await emulatorFor({ ...options, clock: { mode: 'frozen', start: START } });
    await client.submitOn('makeup.apply');
    await client.submitOn('skin.analyze');
    await emulator.clock.advance(into);
    const refused = await client.submitOn('makeup.apply');
    expect(refusalOf(refused)).toEqual(LIMITED);
    expect(waitOf(refused)).toBe(seconds);
    await emulator.clock.advance(`${seconds}s`);
    expect((await client.submitOn('makeup.apply')).status).toBe(202);
  });

  it('is each key’s own', async () => {
    const { client } = await emulatorFor(options);
    await client.submitOn('makeup.apply', { key: LIVE });
    await client.submitOn('makeup.apply', { key: LIVE });
    expect((await client.submitOn('makeup.apply', { key: LIVE })).status).toBe(429);
    expect((await client.submitOn('makeup.apply', { key: 'pk_live_second' })).status).toBe(202);
    expect((await client.submitOn('makeup.apply', { key: 'pk_test_demo' })).status).toBe(202);
  });

  it('counts neither replays nor refusals, and keeps nobody from reading', async () => {
    const { client } = await emulatorFor(options);
    const [path, body] = ['/v1/makeup/try-ons', { inputs: [], products: [] }];
    for (let index = 0; index < 5; index += 1) expect((await client.submit(path, body)).status).toBe(400);
    const job = await client.submitOn('makeup.apply');
    expect((await client.submitOn('makeup.apply')).status).toBe(202);
    expect((await client.submitOn('makeup.apply')).status).toBe(429);
    expect((await client.get(`/v1/jobs/${job.body.id}`)).status).toBe(200);
    expect((await client.upload()).status).toBe(201);
    expect((await client.call('POST', `/v1/jobs/${job.body.id}/cancel`)).status).toBe(200);
  });
});

describe('8 the daily quota', () => {
  const quotaOf = (daily_quota: object, start = START) =>
    emulatorFor({ readings: { daily_quota }, clock: { mode: 'frozen', start } });

  it.each([
    ['2026-01-01T00:00:00Z', 86_400],
    ['2026-01-01T12:00:00Z', 43_200],
    ['2026-01-01T23:59:59.999Z', 1],
    ['2026-02-28T18:00:00Z', 21_600],
  ])('met at %s asks to wait for the next UTC midnight', async (start, seconds) => {
    const { client, emulator } = await quotaOf({ test: { 'makeup.apply': 1 } }, start);
    expect((await client.submitOn('makeup.apply')).status).toBe(202);
    const refused = await client.submitOn('makeup.apply');
    expect(refusalOf(refused)).toEqual(LIMITED);
    expect(waitOf(refused)).toBe(seconds);
    await emulator.clock.advance(`${seconds}s`);
    expect((await client.submitOn('makeup.apply')).status).toBe(202);
    expect((await client.submitOn('makeup.apply')).status).toBe(429);
  });

  it('is one for each operation and environment', async () => {
    const { client } = await quotaOf({ test: { 'makeup.apply': 0 } });
    const of = async (operation: 'makeup.apply' | 'skin.analyze', key: string) =>
      (await client.submitOn(operation, { key })).status;
    expect(await of('makeup.apply', 'pk_test_demo')).toBe(429);
    expect(await of('skin.analyze', 'pk_test_demo')).toBe(202);
    expect(await of('makeup.apply', LIVE)).toBe(202);
  });

  it('takes the unit back of a job that is cancelled while queued, once', async () => {
    const { client } = await quotaOf({ test: { 'makeup.apply': 1 } });
    const job = await client.submitOn('makeup.apply');
    expect((await client.submitOn('makeup.apply')).status).toBe(429);
    await client.call('POST', `/v1/jobs/${job.body.id}/cancel`);
    await client.call('POST', `/v1/jobs/${job.body.id}/cancel`);
    expect((await client.submitOn('makeup.apply')).status).toBe(202);
    expect((await client.submitOn('makeup.apply')).status).toBe(429);
  });

  it('gives nothing back for a job that ran, nor for its deletion', async () => {
    const { client, emulator } = await quotaOf({ test: { 'makeup.apply': 1 } });
    const job = await client.submitOn('makeup.apply');
    await emulator.clock.advance(UNTIL.ended);
    expect((await client.submitOn('makeup.apply')).status).toBe(429);
    expect((await client.call('DELETE', `/v1/jobs/${job.body.id}`)).status).toBe(204);
    expect((await client.submitOn('makeup.apply')).status).toBe(429);
  });

  it('gives a unit back to the day on which the job was accepted', async () => {
    const { client, emulator } = await quotaOf({ test: { 'makeup.apply': 1 } }, '2026-01-01T23:59:59.500Z');
    const yesterday = await client.submitOn('makeup.apply');
    await emulator.clock.advance('600ms');
    expect((await client.submitOn('makeup.apply')).status).toBe(202);
    expect((await client.call('POST', `/v1/jobs/${yesterday.body.id}/cancel`)).status).toBe(200);
    expect((await client.submitOn('makeup.apply')).status).toBe(429);
  });

  it('refuses without counting the job as accepted', async () => {
    const { client } = await quotaOf({ test: { 'makeup.apply': 1 } });
    await client.submitOn('makeup.apply');
    await client.submitOn('makeup.apply');
    const { data } = (await client.get('/v1/usage')).body;
    expect(data).toEqual([{ date: '2026-01-01', operation: 'makeup.apply', accepted: 1 }]);
  });
});
