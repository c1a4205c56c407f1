import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { AdvanceFailed } from '../index.ts';
import { createFakeWallClock } from '../testing/fake-wall-clock.ts';
import { openWorld } from '../testing/open-world.ts';
import { createGatedImages, createInstantImages } from '../testing/pictures/gated-images.ts';
import { deferred } from '../testing/receiving-server.ts';
import type { AttemptOutcome } from '../world/verbs/record-attempt.ts';
import { onChange, type WorldHost } from './world-host.ts';

const broken = () => {
  throw new Error('the machine broke');
};
const START = Date.UTC(2026, 0, 1);
const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

const open = (ports: Parameters<typeof openWorld>[1] = {}, options: Parameters<typeof openWorld>[0] = {}) =>
  openWorld(options, { images: createInstantImages(), ...ports });

/** Makes the end of every job in a world fail, until the returned function is called. */
function breakEnds({ world }: WorldHost): () => void {
  const { rules } = world;
  world.rules = { ...rules, output: broken };
  return () => {
    world.rules = rules;
  };
}

/** The error of a failed advance. */
async function failure(advance: Promise<unknown>): Promise<AdvanceFailed> {
  const error = await advance.catch((thrown: unknown) => thrown);
  if (error instanceof AdvanceFailed) return error;
  throw new Error('the advance did not fail', { cause: error });
}

describe('an advance in which work fails', () => {
  it('does not block other calls', async () => {
    const { emulator, client, host, unexpected } = await open();
    await client.submitOn('makeup.apply');
    breakEnds(host);
    await failure(emulator.clock.advance('1h'));
    const { body: other, status } = await client.submitOn('hair.try_on');
    expect(status).toBe(202);
    expect((await client.call('POST', `/v1/jobs/${other.id}/cancel`)).status).toBe(200);
    expect(emulator.clock.now()).toBe(at(4_000));
    // Reported once, however often it is retried.
    expect(unexpected.map((error) => (error as Error).message)).toEqual([expect.stringContaining('the machine broke')]);
  });

  it('does not stop the advances that wait for it', async () => {
    const images = createGatedImages();
    const { emulator, client, host } = await open({ images });
    await client.submitOn('makeup.apply');
    const { rules } = host.world;
    host.world.rules = { ...rules, output: vi.fn(rules.output).mockImplementationOnce(broken) };
    const ends = [1, 2, 3].map(() => emulator.clock.advance('1h').catch(({ report }: AdvanceFailed) => report));
    await setImmediate();
    images.release(0);
    expect((await Promise.all(ends)).map(({ now }) => now)).toEqual([at(4_000), at(3_604_000), at(7_204_000)]);
  });

  it('fails once for each advance that reaches the same work', async () => {
    const { emulator, client, host } = await open();
    await client.submitOn('makeup.apply');
    breakEnds(host);
    const reports = [1, 2, 3].map(async () => (await failure(emulator.clock.advance('1h'))).report);
    expect((await Promise.all(reports)).map(({ now, fired }) => [now, fired.length])).toEqual([
      [at(4_000), 3],
      [at(4_000), 0],
      [at(4_000), 0],
    ]);
  });

  it('is ended by a reset, after which the world continues from its beginning', async () => {
    const { emulator, client, host } = await open();
    emulator.snapshots.save('before');
    await client.submitOn('makeup.apply');
    breakEnds(host);
    await failure(emulator.clock.advance('1h'));
    for (const back of [() => emulator.reset(), () => emulator.snapshots.load('before')]) {
      back();
      expect([emulator.clock.now(), emulator.jobs.list()]).toEqual([at(0), []]);
      await client.submitOn('makeup.apply');
      expect((await emulator.clock.advance('10s')).fired).toHaveLength(4);
    }
  });

  it('is the same for a step: it is done, and its effects are still pending', async () => {
    const { emulator, client, blobs } = await open();
    emulator.plans.add({ hold_at: 'preparing' });
    const { body: job } = await client.submitOn('makeup.apply');
    await emulator.clock.advance('5s');
    vi.spyOn(blobs, 'put').mockImplementationOnce(broken);
    const { message } = await failure(emulator.jobs.step(job.id));
    expect(message).toContain(`pictures of ${job.id}, due at ${at(5_000)}, could not be done: the machine broke;`);
    expect(emulator.jobs.read(job.id)).toMatchObject({ stage: 'processing' });
    await emulator.clock.advance('2s');
    expect(emulator.jobs.read(job.id)).toMatchObject({ status: 'succeeded' });
  });
});

describe('an advance whose environment fails', () => {
  const delivered: AttemptOutcome = { status: 200, failure: null, took: 1, answer: '' };

  it('retries a delivery that could not be sent, and sends those behind it', async () => {
    const sent: string[] = [];
    const send = vi.fn(async ({ headers }: { headers: Record<string, string> }) => {
      sent.push(headers['Service-Event-Id'] ?? '');
      return delivered;
    });
    send.mockImplementationOnce(broken).mockRejectedValueOnce(new Error('the line is dead'));
    const { emulator, client } = await open({ sender: { send, close: async () => {} } });
    emulator.webhooks.register({ url: 'http://127.0.0.1:1/' });
    for (let job = 0; job < 3; job += 1) await client.submitOn('makeup.apply');
    const [first] = emulator.webhooks.deliveries();
    expect(first).toBeUndefined();
    const { message, report } = await failure(emulator.clock.advance('5s'));
    expect(message).toMatch(/delivery of \w+, due at 2026-01-01T00:00:04\.000Z, could not be done: the machine broke;/);
    expect(report.now).toBe(at(4_000));
    expect(emulator.webhooks.deliveries().map(({ state }) => state)).toEqual(['pending', 'pending', 'delivered']);
    expect((await emulator.clock.advance('1s')).now).toBe(at(5_000));
    expect(emulator.webhooks.deliveries().map(({ state }) => state)).toEqual(Array(3).fill('delivered'));
    expect(new Set(sent).size).toBe(3);
  });

  it('does not lose a delivery whose result could not be recorded, even with a snapshot from that moment', async () => {
    const second = deferred<AttemptOutcome>();
    const send = vi.fn(async () => delivered);
    send.mockResolvedValueOnce(delivered).mockReturnValueOnce(second.promise);
    const { emulator, client, host } = await open({ sender: { send, close: async () => {} } });
    emulator.webhooks.register({ url: 'http://127.0.0.1:1/' });
    for (let job = 0; job < 2; job += 1) await client.submitOn('makeup.apply');
    const { rules } = host.world;
    host.world.rules = { ...rules, failingAfter: vi.fn(rules.failingAfter).mockImplementationOnce(broken) };
    const advance = emulator.clock.advance('5s');
    while (send.mock.calls.length < 2) await setImmediate();
    emulator.snapshots.save('then');
    emulator.snapshots.load('then');
    await advance;
    await emulator.clock.advance('1s');
    expect(emulator.webhooks.deliveries().map(({ state }) => state)).toEqual(Array(2).fill('delivered'));
    second.resolve(delivered);
  });

  it('makes pictures again that could not be stored, and those behind them', async () => {
    const { emulator, client, blobs } = await open();
    for (let job = 0; job < 3; job += 1) await client.submitOn('makeup.apply');
    vi.spyOn(blobs, 'put').mockImplementationOnce(broken);
    const { report } = await failure(emulator.clock.advance('10s'));
    expect([report.now, report.fired.length]).toEqual([at(2_000), 9]);
    await emulator.clock.advance('10s');
    expect(emulator.jobs.list().map(({ status }) => status)).toEqual(Array(3).fill('succeeded'));
  });

  it('fails a job whose bytes cannot be read, and no other', async () => {
    const { emulator, client, blobs } = await open();
    for (let job = 0; job < 2; job += 1) await client.submitOn('makeup.apply');
    vi.spyOn(blobs, 'get').mockImplementationOnce(broken);
    await emulator.clock.advance('10s');
    expect(emulator.jobs.list().map(({ status }) => status)).toEqual(['failed', 'succeeded']);
  });

  it('is not stopped by bytes that cannot be deleted, or by a failing listener', async () => {
    const { emulator, client, host, blobs, kept, unexpected } = await open();
    await client.submitOn('makeup.apply');
    vi.spyOn(blobs, 'delete').mockImplementationOnce(broken);
    const stop = onChange(host, broken);
    expect((await emulator.clock.advance('30d')).next_due).toBeNull();
    stop();
    await emulator.clock.advance('1d');
    await client.upload();
    expect(kept.size).toBe(1);
    expect(new Set(unexpected.map((error) => (error as Error).message))).toEqual(new Set(['the machine broke']));
  });

  it('leaves the world unchanged if a restore fails, and can restore it later', async () => {
    const wall = createFakeWallClock();
    const { emulator, client } = await open({ wall });
    const { body: job } = await client.submitOn('makeup.apply');
    emulator.snapshots.save('queued');
    await emulator.clock.advance('10s');
    vi.spyOn(wall, 'now').mockImplementationOnce(broken);
    expect(() => emulator.snapshots.load('queued')).toThrow('the machine broke');
    expect([emulator.clock.now(), emulator.jobs.read(job.id).status]).toEqual([at(10_000), 'succeeded']);
    emulator.snapshots.load('queued');
    expect([emulator.clock.now(), emulator.jobs.read(job.id).status]).toEqual([at(0), 'queued']);
    await emulator.clock.advance('10s');
    expect(emulator.jobs.read(job.id).status).toBe('succeeded');
  });

  it('ends with the world, as do the advances that wait for it', async () => {
    const images = createGatedImages();
    const { emulator, client, unexpected } = await open({ images });
    await client.submitOn('makeup.apply');
    const advances = Promise.all([emulator.clock.advance('1h'), emulator.clock.advance('1h')]);
    await setImmediate();
    // The pictures are never made.
    await emulator.close();
    expect(images.isCancelled(0)).toBe(true);
    expect(unexpected).toEqual([]);
    expect((await advances).map(({ now }) => now)).toEqual([at(2_000), at(2_000)]);
    await expect(emulator.clock.advance('1h')).rejects.toThrow('closed');
  });
});

describe('a running clock', () => {
  it('stops at work that fails, reports it once, and continues when it succeeds', async () => {
    const wall = createFakeWallClock(START);
    const { emulator, client, host, unexpected } = await open({ wall }, { clock: 'running' });
    const { body: job } = await client.submitOn('makeup.apply');
    wall.moveBy(2_000);
    await setImmediate();
    const mend = breakEnds(host);
    wall.moveBy(60_000);
    expect(emulator.clock.now()).toBe(at(4_000));
    expect((await client.get(`/v1/jobs/${job.id}`)).body.status).toBe('running');
    expect((await client.upload()).status).toBe(201);
    expect(unexpected.map((error) => (error as Error).message)).toEqual([
      `stage of ${job.id}, due at ${at(4_000)}, could not be done: the machine broke`,
    ]);
    mend();
    expect(emulator.clock.now()).toBe(at(62_000));
    expect((await client.get(`/v1/jobs/${job.id}`)).body.status).toBe('succeeded');
  });

  it('reports a delivery that could not be sent, and sends it when the next work is due', async () => {
    const wall = createFakeWallClock(START);
    const send = vi.fn(async () => ({ status: 200, failure: null, took: 1, answer: '' }));
    send.mockImplementationOnce(broken);
    const { emulator, client, unexpected } = await open(
      { wall, sender: { send, close: async () => {} } },
      { clock: 'running' },
    );
    emulator.webhooks.register({ url: 'http://127.0.0.1:1/' });
    await client.submitOn('makeup.apply');
    const pass = async (milliseconds: number) => {
      wall.moveBy(milliseconds);
      await setImmediate();
    };
    await pass(2_000);
    await pass(2_000);
    expect(unexpected.map((error) => (error as Error).message)).toEqual([expect.stringContaining('could not be done')]);
    expect(emulator.webhooks.deliveries()).toMatchObject([{ state: 'pending' }]);
    await client.submitOn('makeup.apply');
    await pass(1_000);
    expect(emulator.webhooks.deliveries()).toMatchObject([{ state: 'delivered' }]);
  });
});
