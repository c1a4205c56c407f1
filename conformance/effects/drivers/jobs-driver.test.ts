import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtures } from '../../../fixtures/index.ts';
import { startEmulator, type TestServer } from '../../run/self-test.ts';
import type { Asked } from '../../target/ask.ts';
import { targetFromFlags } from '../../target/target-from-flags.ts';
import { createHttpClient, type HttpClient } from '../http/http-client.ts';
import { accountDrivers } from './account-drivers.ts';
import { connectDrivers } from './contract-client.ts';
import { roleKeys } from './make-account.ts';

describe('The jobs driver of the emulator', () => {
  let server: TestServer;
  let http: HttpClient;

  beforeAll(async () => {
    server = await startEmulator({ clock: 'frozen' });
    http = createHttpClient(server);
  });
  afterAll(async () => {
    await http.close();
    await server.close();
  });

  const call = async (url: string, headers: Record<string, string>, body: string | Uint8Array | null) => {
    const method = body === null ? 'GET' : 'POST';
    const { answer } = await http.send({ method, url, headers, body, timeout: 5_000 });
    return JSON.parse(answer?.body.kind === 'text' ? answer.body.text : 'null');
  };
  const submit = async (key: string) => {
    const face = fixtures.face('grey-bob').bytes('image/jpeg');
    const { id } = await call('/v1/assets', { 'X-API-Key': key, 'Content-Type': 'image/jpeg' }, face);
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', 'Idempotency-Key': `k-${id}` };
    const body = { inputs: [{ asset_id: id, role: 'source' }], concerns: ['acne'] };
    return (await call('/v1/skin/analyses', headers, JSON.stringify(body))).id as string;
  };
  const accountOf = async (own_clock: boolean) => {
    const target = targetFromFlags({ base_url: server.base_url, drivers: { url: server.driver_url } });
    const drivers = await connectDrivers(target, http);
    const { keys } = await drivers.createAccount({ keys: roleKeys('live'), own_clock });
    const key = keys.primary?.secret ?? '';
    return { key, ...drivers.forAccount(key) };
  };

  it('holds a job in a stage, lets it go on, and decides how it ends', async () => {
    const { key, jobs, clock } = await accountOf(true);
    await jobs.plan({
      hold_at: 'processing',
      stages: { queued: 10 },
      outcome: { status: 'failed', code: 'PROCESSING_FAILED' },
    });
    const job = await submit(key);
    const there = await clock.advance({ by: 3_600_000 });
    expect(there.fired.length).toBeGreaterThan(0);
    expect(await jobs.read(job)).toEqual({ stage: 'processing', held: true });
    await jobs.release(job);
    await clock.advance({ by: 3_600_000 });
    const read = await call(`/v1/jobs/${job}`, { 'X-API-Key': key }, null);
    expect([read.status, read.error?.code]).toEqual(['failed', 'PROCESSING_FAILED']);
  });

  it('takes a job from stage to stage', async () => {
    const { key, jobs } = await accountOf(true);
    const job = await submit(key);
    const stages = [await jobs.read(job)];
    for (let step = 0; step < 4; step += 1) stages.push(await jobs.step(job));
    expect(stages.map(({ stage }) => stage).slice(0, 4)).toEqual(['queued', 'picked_up', 'preparing', 'processing']);
    expect((await call(`/v1/jobs/${job}`, { 'X-API-Key': key }, null)).status).toBe('succeeded');
  });

  it('decides the jobs of one tenant and no other, also where both share a clock', async () => {
    const [one, two] = [await accountOf(false), await accountOf(false)];
    await one.jobs.plan({ hold_at: 'queued', times: 9 });
    const heldOf = async ({ key, jobs }: typeof one) => (await jobs.read(await submit(key))).held;
    expect([await heldOf(two), await heldOf(one)]).toEqual([false, true]);
    await two.jobs.clearPlans();
    expect(await heldOf(one)).toBe(true);
    await one.jobs.clearPlans();
    expect(await heldOf(one)).toBe(false);
  });
});

it('A jobs driver reaches the jobs of another key with that key, and takes back their plans with it', async () => {
  const asked: Asked[] = [];
  const send = async (request: Asked) => {
    asked.push(request);
    const body = { kind: 'text' as const, text: JSON.stringify({ id: 'plan_1', stage: 'queued', declined: [] }) };
    return { answer: { status: 200, headers: [], body }, silence: null, detail: null };
  };
  const line = { send, token: null, baseOf: () => 'http://d' };
  const { jobs } = accountDrivers(line, { key: 'pk_live_a', account: null, alone: false });
  await jobs.plan({ hold_at: 'queued' }, 'pk_live_b');
  await jobs.read('j', 'pk_live_b');
  await jobs.step('j', 'pk_live_b');
  await jobs.release('j', 'pk_live_b');
  await jobs.clearPlans();
  expect(JSON.parse(asked[0]?.body as string)).toEqual({ match: { key: 'pk_live_b' }, hold_at: 'queued' });
  expect(asked.map(({ headers }) => headers['X-API-Key'])).toEqual(Array(5).fill('pk_live_b'));
});
