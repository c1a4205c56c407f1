import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEmulator, type Emulator, type EmulatorOptions, type Recording } from '../index.ts';
import { playSession } from '../replay/play-session.ts';
import { clientOf, facePng } from '../testing/client.ts';
import { readSession } from './read-session.ts';

type Live = (emulator: Emulator, client: ReturnType<typeof clientOf>) => Promise<unknown>;

/** The result of playing a session. */
async function replayed(bytes: Uint8Array, until?: number) {
  const played = await playSession(readSession('a.session', bytes), { until });
  await played.close();
  const { difference, exchanges, deliveries } = played;
  return { difference, exchanges, deliveries };
}

async function recorded(
  options: EmulatorOptions,
  live: Live,
  begin: (emulator: Emulator) => Promise<Recording> = (emulator) => emulator.record(),
): Promise<Uint8Array> {
  const emulator = await createEmulator({ listen: false, ...options });
  const recording = await begin(emulator);
  await live(emulator, clientOf(emulator));
  await recording.stop();
  await emulator.close();
  return recording.read();
}

const SAME = { difference: null };

const oneJob: Live = async (emulator, client) => {
  const { body } = await client.submitOn('skin.analyze');
  await client.get(`/v1/jobs/${body.id}`);
  await emulator.clock.advance('1h');
  const done = await client.get(`/v1/jobs/${body.id}`);
  expect(done.body.status).toBe('succeeded');
  await client.get(done.body.output.visualizations[0].href);
  await client.get('/v1/nowhere');
};

const control = (emulator: Emulator, method: string, path: string, body?: object) =>
  emulator.fetch(`/_emulator/v1${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

describe('a recorded session', () => {
  it.each(['auto', 'frozen', 'running'] as const)(
    'replays to the same answers on a clock that is %s',
    async (clock) => {
      expect(await replayed(await recorded({ clock }, oneJob))).toMatchObject({ ...SAME, exchanges: 7 });
    },
  );

  it('contains the deliveries and their answers', async () => {
    const file = await recorded({ clock: 'frozen' }, async (emulator, client) => {
      const replies = [503, 'timeout' as const, 'reset' as const, { status: 200, body: 'ok' }];
      const receiver = await emulator.webhooks.receiver({ replies });
      await client.submitOn('makeup.apply');
      await emulator.clock.advance({ until: 'idle' });
      expect(receiver.received).toHaveLength(4);
      expect(emulator.webhooks.deliveries()[0]?.attempts).toHaveLength(4);
      await receiver.close();
    });
    expect(await replayed(file)).toMatchObject({ ...SAME, deliveries: 4 });
  });

  it('contains overlapping actions in order: simultaneous uploads, a wait, and clients that disconnect', async () => {
    const file = await recorded({ clock: 'running', readings: { retry_after: 0 } }, async (emulator, client) => {
      const assets = await Promise.all([client.upload(), client.upload(), client.upload()]);
      expect(new Set(assets.map(({ body }) => body.id)).size).toBe(3);
      const coming = control(emulator, 'POST', '/journal/wait', { request: { route: 'GET /v1/usage' } });
      const gone = AbortSignal.timeout(20);
      const left = emulator.journal.wait({ request: { status: 418 } }, { signal: gone }).catch((error: Error) => error);
      await client.get('/v1/usage');
      expect((await coming).status).toBe(200);
      expect(await left).toBe(gone.reason);
      await expect(emulator.journal.wait({ request: { status: 418 }, timeout: '20ms' })).rejects.toThrow('in time');
    });
    expect(await replayed(file)).toMatchObject(SAME);
  });

  it('contains the changes of control calls: plans, faults, accounts, worlds, snapshots, files', async () => {
    const file = await recorded({ clock: 'frozen' }, async (emulator, client) => {
      emulator.plans.add({ nth: 1, outcome: { status: 'failed', code: 'PROCESSING_FAILED' } });
      await control(emulator, 'POST', '/faults', { nth: 2, effect: { kind: 'delay', by: '5ms' } });
      await client.submitOn('hair.try_on');
      emulator.snapshots.save('before');
      await emulator.clock.advance({ until: 'idle' });
      emulator.snapshots.load('before');
      const tenant = emulator.tenants.create({ credits: 5 });
      await client.submitOn('skin.analyze', { key: Object.values(tenant.keys)[0]?.secret ?? '' });
      const world = await emulator.worlds.create({
        assets: [{ key: 'pk_test_other', base64: await faceText() }],
        accounts: OTHER,
      });
      await world.files.import(await world.files.export());
      await control(emulator, 'DELETE', '/worlds/world-1');
      expect(() => emulator.plans.remove('plan_none')).toThrow('plan_none');
      emulator.reset();
      await client.submitOn('makeup.apply');
    });
    expect(await replayed(file)).toMatchObject(SAME);
  });

  it('can begin later, with one world of several, its journal, snapshots and pictures', async () => {
    const begin = async (emulator: Emulator) => {
      const world = await emulator.worlds.create({ clock: 'auto' });
      const client = clientOf({ keys: world.keys, fetch: emulator.fetch });
      await client.submitOn('skin.analyze');
      world.snapshots.save('early');
      await world.clock.advance({ until: 'idle' });
      return world.record();
    };
    const live: Live = async (emulator, others) => {
      const world = emulator.worlds.get('world-1');
      const keys = world?.keys ?? { live: null, test: null };
      const client = clientOf({ keys, fetch: emulator.fetch });
      await others.submitOn('makeup.apply');
      const jobs = await client.get('/v1/jobs');
      const done = await client.get(`/v1/jobs/${jobs.body.data[0].id}`);
      await client.get(done.body.output.visualizations[0].href);
      expect(world?.journal.find()).toHaveLength(5);
      world?.snapshots.load('early');
      await client.get(`/v1/jobs/${jobs.body.data[0].id}`);
      world?.reset();
      await client.get(`/v1/jobs/${jobs.body.data[0].id}`);
    };
    expect(await replayed(await recorded({}, live, begin))).toMatchObject({ ...SAME, exchanges: 8 });
  });

  it('of 0.2.0 replays to the same statuses', async () => {
    const kept = readFileSync(new URL('../testing/kept/format-1.session', import.meta.url), 'utf8');
    const file = Buffer.from(kept.replace('"pace":"recorded"', '"pace":"recorded","redacted":true'));
    expect(await replayed(file)).toEqual({ ...SAME, exchanges: 19, deliveries: 4 });
  });

  it('can only be recorded once at a time', async () => {
    await using emulator = await createEmulator({ listen: false });
    const recording = await emulator.record();
    await expect(emulator.worlds.get('default')?.record()).rejects.toThrow('being recorded already');
    await recording.stop();
    await (await emulator.record()).stop();
  });
});

describe('a replay', () => {
  const edited = async (from: string | RegExp, to: string) => {
    const text = Buffer.from(await recorded({ clock: 'frozen' }, oneJob)).toString();
    expect(text).toMatch(from);
    return Buffer.from(text.replace(from, to));
  };

  it('stops at the first answer that differs, with its line', async () => {
    const { difference } = await replayed(await edited('\\"status\\":\\"succeeded\\"', '\\"status\\":\\"failed\\"'));
    expect(difference).toMatchObject({ exchange: 5, what: expect.stringContaining('is answered otherwise') });
    expect(difference?.recorded).toContain('  "status": "failed",');
    expect(difference?.played).toContain('  "status": "succeeded",');
  });

  it('reports answers that differ only in their bytes', async () => {
    expect(
      (await replayed(await edited('\\"status\\":\\"succeeded\\"', '\\"status\\": \\"succeeded\\"'))).difference,
    ).toMatchObject({ exchange: 5 });
  });

  it('reports what no longer happens', async () => {
    const { difference } = await replayed(await edited(/advance","with":\["1h"\]/, 'advance","with":["1ms"]'));
    expect(difference?.what).toMatch(/waited for picture here, and for nothing now|answered otherwise/);
  });

  it('plays the complete part of a file that was cut off, and stops before an exchange', async () => {
    const file = await recorded({ clock: 'frozen' }, oneJob);
    const half = file.subarray(0, Buffer.from(file).indexOf('"n":5') + 3);
    expect(await replayed(half)).toMatchObject({ ...SAME, exchanges: 4 });
    expect(await replayed(file, 3)).toMatchObject({ ...SAME, exchanges: 2 });
  });
});

const OTHER = [{ name: 'other', keys: [{ secret: 'pk_test_other' }] }];

async function faceText(): Promise<string> {
  return Buffer.from(await facePng()).toString('base64');
}
