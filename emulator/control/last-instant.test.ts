import { describe, expect, it } from 'vitest';
import { emulatorFor } from '../testing/client.ts';
import { createFakeWallClock } from '../testing/fake-wall-clock.ts';
import { openWorld } from '../testing/open-world.ts';

const LAST = '9899-01-01T00:00:00.000Z';
const BEFORE = '9898-12-31T23:59:59.000Z';
const frozenBefore = { clock: { mode: 'frozen', start: BEFORE } } as const;
const WALL_START = Date.UTC(2026, 5, 1);

describe('The last instant of a clock', () => {
  it.each([
    [{ by: '2s' }, 400],
    [{ by: 1_001 }, 400],
    [{ to: '9899-01-01T00:00:00.001Z' }, 400],
    [{ to: '9999-12-31T23:59:59Z' }, 400],
    [{ until: 'idle' }, 409],
  ])('is not passed by an advance %j: %i, and the clock does not change', async (json, refused) => {
    const { emulator, client } = await emulatorFor({ ...frozenBefore, stages: { queued: '1h' } });
    await client.submitOn('makeup.apply');
    const { status, body } = await client.call('POST', '/_emulator/v1/clock/advance', { json });
    expect([status, body.error.message]).toEqual([refused, expect.stringContaining(LAST)]);
    expect(emulator.clock.now()).toBe(BEFORE);
  });

  it('is not passed by work on the way, and the progress is reported', async () => {
    const { emulator, client } = await emulatorFor({ ...frozenBefore, stages: { queued: '500ms', picked_up: '1h' } });
    await client.submitOn('makeup.apply');
    const { status, body } = await client.call('POST', '/_emulator/v1/clock/advance', { json: { until: 'idle' } });
    expect([status, body.error.message]).toEqual([409, expect.stringContaining(LAST)]);
    expect(body.error.advance.now).toBe('9898-12-31T23:59:59.500Z');
    expect(emulator.clock.now()).toBe('9898-12-31T23:59:59.500Z');
  });

  it('can be reached by an advance, and every time shown still has a four-digit year', async () => {
    const readings = { input_retention: '36500d' };
    const { emulator, client } = await emulatorFor({ ...frozenBefore, readings });
    await emulator.clock.advance({ to: LAST });
    const { body } = await client.upload();
    expect(body.expires_at).toMatch(/^9998-/);
  });

  it.each([0, 5])('is not passed by polls with a Retry-After of %i', async (retry_after) => {
    const clock = { mode: 'auto', start: BEFORE } as const;
    const { emulator, client } = await emulatorFor({ clock, readings: { retry_after }, stages: { queued: '1h' } });
    const { body: job } = await client.submitOn('makeup.apply');
    for (let poll = 0; poll < 3; poll += 1) expect((await client.get(`/v1/jobs/${job.id}`)).status).toBe(200);
    expect(emulator.clock.now()).toBe(LAST);
  });

  it('stops a running clock, and timers that are due later do not fire', async () => {
    const wall = createFakeWallClock(WALL_START);
    const clock = { mode: 'running', start: BEFORE, rate: 1e6 } as const;
    const { emulator, client } = await openWorld({ clock, stages: { queued: '1h' } }, { wall });
    await client.submitOn('makeup.apply');
    wall.moveBy(3_600_000);
    expect(emulator.clock.now()).toBe(LAST);
    expect((await client.get('/v1/jobs')).body.data[0].status).toBe('queued');
  });

  it('is the latest start in a configuration', async () => {
    const begun = emulatorFor({ clock: { start: '9899-01-01T00:00:00.001Z' } });
    await expect(begun).rejects.toThrow(LAST);
    const { emulator } = await emulatorFor({ clock: { mode: 'frozen', start: LAST } });
    expect(emulator.clock.now()).toBe(LAST);
  });

  it('is the latest time of a world file', async () => {
    const { host, emulator } = await openWorld({ clock: { mode: 'frozen', start: LAST } });
    host.world.state.now += 1;
    const bytes = await emulator.files.export();
    const other = await emulatorFor();
    await expect(other.emulator.files.import(bytes)).rejects.toThrow(LAST);
    await expect(other.emulator.files.import(bytes, { snapshot: 'late' })).rejects.toThrow(LAST);
  });
});

it('a duration is at most a century, in a configuration and in a call', async () => {
  await expect(emulatorFor({ stages: { queued: '36526d' } })).rejects.toThrow('stages.queued: is too long: at most');
  const { emulator } = await emulatorFor();
  const { id } = emulator.webhooks.register({ url: 'http://a.test/' });
  expect(() => emulator.webhooks.rotate(id, { keep_previous_for: '1000000d' })).toThrow('keep_previous_for');
});
