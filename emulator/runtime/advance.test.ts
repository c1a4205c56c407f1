import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { NotMade } from '../domain/pixels/not-made.ts';
import { type HostedWorld, hostedWorld } from '../testing/hosted-world.ts';
import { createGatedImages, createInstantImages } from '../testing/pictures/gated-images.ts';
import { advanceTo } from './advance.ts';
import { nowIn } from './world-host.ts';

const frozenWith = async (images = createGatedImages()) => ({
  images,
  ...(await hostedWorld({ clock: 'frozen' }, images)),
});

/** Submits `count` jobs at the current instant. */
async function jobsOn({ client }: Pick<HostedWorld, 'client'>, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let job = 0; job < count; job += 1) ids.push((await client.submitOn('makeup.apply')).body.id);
  return ids;
}

const statusesOf = ({ client }: Pick<HostedWorld, 'client'>, ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await client.get(`/v1/jobs/${id}`)).body.status));

describe('an advance', () => {
  it('fires every kind of work in the order of time, then of serial', async () => {
    const hosted = await hostedWorld({ clock: 'frozen', readings: { job_retention: '24h' } }, createInstantImages());
    await jobsOn(hosted, 3);
    await advanceTo(hosted.host, nowIn(hosted.host) + 1_700);
    await jobsOn(hosted, 3);
    const { fired } = await advanceTo(hosted.host, nowIn(hosted.host) + 3 * 86_400_000);
    expect(new Set(fired.map(({ kind }) => kind))).toEqual(
      new Set(['stage', 'asset-expiry', 'snapshot-expiry', 'job-expiry']),
    );
    expect(fired).toEqual(fired.toSorted((a, b) => a.due - b.due || a.serial - b.serial));
    expect(hosted.world.state.timers.size).toBe(0);
  });

  it('fires the work that is due at its target instant, and nothing later', async () => {
    const { emulator, client } = await hostedWorld({ clock: 'frozen' }, createInstantImages());
    await jobsOn({ client }, 1);
    expect((await emulator.clock.advance(999)).fired).toEqual([]);
    expect((await emulator.clock.advance(1)).fired).toHaveLength(1);
  });

  it('waits for pictures before it lets time continue', async () => {
    const { images, ...hosted } = await frozenWith();
    const [job = ''] = await jobsOn(hosted, 1);
    const start = nowIn(hosted.host);
    let done = false;
    const advance = advanceTo(hosted.host, start + 60_000).then((advanced) => {
      done = true;
      return advanced;
    });
    await setImmediate();
    expect(images.tasks).toHaveLength(1);
    expect(done).toBe(false);
    expect(nowIn(hosted.host)).toBe(start + 2_000);
    expect(await statusesOf(hosted, [job])).toEqual(['running']);
    images.release(0);
    expect((await advance).now).toBe(start + 60_000);
    expect((await hosted.client.get(`/v1/jobs/${job}`)).body).toMatchObject({
      status: 'succeeded',
      completed_at: new Date(start + 4_000).toISOString(),
    });
  });

  it('waits for another advance that has not finished', async () => {
    const { images, ...hosted } = await frozenWith();
    await jobsOn(hosted, 1);
    const start = nowIn(hosted.host);
    const finished: string[] = [];
    const advance = (name: string, to: number) =>
      advanceTo(hosted.host, start + to).then((advanced) => {
        finished.push(name);
        return { now: advanced.now - start, fired: advanced.fired.map(({ due }) => due - start) };
      });
    const all = Promise.all([advance('first', 3_000), advance('second', 5_000), advance('third', 9_000)]);
    await setImmediate();
    expect(finished).toEqual([]);
    images.release(0);
    expect(await all).toEqual([
      { now: 3_000, fired: [1_000, 1_500, 2_000] },
      { now: 5_000, fired: [4_000] },
      { now: 9_000, fired: [] },
    ]);
    expect(finished).toEqual(['first', 'second', 'third']);
  });

  it('never sets time back if another advance went further', async () => {
    const { host } = await hostedWorld({ clock: 'frozen' });
    const start = nowIn(host);
    const [far, near] = await Promise.all([advanceTo(host, start + 9_000), advanceTo(host, start + 1_000)]);
    expect([far.now - start, near.now - start, nowIn(host) - start]).toEqual([9_000, 9_000, 9_000]);
  });
});

describe('image processing', () => {
  it('runs in parallel, and is recorded in the order in which it was requested', async () => {
    const { images, ...hosted } = await frozenWith();
    const ids = await jobsOn(hosted, 3);
    const advance = advanceTo(hosted.host, nowIn(hosted.host) + 2_500);
    await setImmediate();
    expect(images.tasks).toHaveLength(3);
    for (const index of [2, 1]) {
      images.release(index);
      await setImmediate();
      expect(hosted.commands.filter(({ verb }) => verb === 'processed')).toEqual([]);
    }
    images.release(0);
    await advance;
    const recorded = hosted.commands.filter(({ verb }) => verb === 'processed').map((command) => command.with);
    expect(recorded).toMatchObject([{ effect: 0 }, { effect: 1 }, { effect: 2 }]);
    await hosted.emulator.clock.advance('10s');
    const results = ids.map((id) => hosted.world.state.jobs.get(id)?.results[0] ?? '');
    expect(results).toEqual(results.toSorted());
    expect(new Set(results).size).toBe(3);
  });

  it('leaves the same world in whatever order the pictures are finished', async () => {
    const states = await Promise.all(
      [
        [0, 1, 2],
        [2, 0, 1],
        [1, 2, 0],
      ].map(async (order) => {
        const { images, ...hosted } = await frozenWith();
        await jobsOn(hosted, 3);
        const advance = advanceTo(hosted.host, nowIn(hosted.host) + 10_000);
        await setImmediate();
        for (const index of order) images.release(index);
        await advance;
        return hosted.world.state;
      }),
    );
    expect(states[1]).toEqual(states[0]);
    expect(states[2]).toEqual(states[0]);
  });

  it('fails only its own job if it throws, and delays no other', async () => {
    const { images, ...hosted } = await frozenWith();
    const ids = await jobsOn(hosted, 2);
    const advance = advanceTo(hosted.host, nowIn(hosted.host) + 10_000);
    await setImmediate();
    images.release(0, new Error('the picture machine broke'));
    images.release(1);
    await advance;
    expect(await statusesOf(hosted, ids)).toEqual(['failed', 'succeeded']);
    const { error } = (await hosted.client.get(`/v1/jobs/${ids[0]}`)).body;
    expect(error).toEqual({ code: 'PROCESSING_FAILED', message: expect.stringMatching(/\S/) });
    expect(error.message).not.toContain('machine');
  });

  it('stays pending if its worker is lost, and fails no job', async () => {
    const { images, emulator, ...hosted } = await frozenWith();
    const [id = ''] = await jobsOn(hosted, 1);
    const advance = emulator.clock.advance(10_000).catch((error: Error) => error.message);
    await setImmediate();
    images.release(0, new NotMade('lost', new Error('it ended')));
    expect(await advance).toMatch(`pictures of ${id}, due at ${emulator.clock.now()}, could not be done`);
    expect(await statusesOf(hosted, [id])).toEqual(['running']);
    const another = emulator.clock.advance(10_000);
    await setImmediate();
    images.release(1);
    await another;
    expect(await statusesOf(hosted, [id])).toEqual(['succeeded']);
  });
});
