import { describe, expect, it } from 'vitest';
import type { EmulatorOptions } from '../index.ts';
import { emulatorFor } from '../testing/client.ts';
import { createFakeWallClock } from '../testing/fake-wall-clock.ts';
import { imagesBehindGate, openWorld } from '../testing/open-world.ts';

const START = Date.UTC(2026, 0, 1);
const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();
const WALL_START = Date.UTC(2026, 5, 1);

/** An emulator on a machine's clock that the test moves. */
async function onMovableWall(clock: EmulatorOptions['clock'] = 'running') {
  const wall = createFakeWallClock(WALL_START);
  return { ...(await openWorld({ clock }, { wall })), wall };
}

const wallTime = (milliseconds: number) => new Date(WALL_START + milliseconds).toISOString();

describe('A frozen clock', () => {
  it('stands still until it is told, whatever is asked', async () => {
    const { emulator, client } = await emulatorFor();
    const { body: job } = await client.submitOn('makeup.apply');
    for (let poll = 0; poll < 5; poll += 1) await client.get(`/v1/jobs/${job.id}`);
    expect(emulator.clock.read()).toEqual({ now: at(0), mode: 'frozen', rate: 1 });
    expect((await client.get(`/v1/jobs/${job.id}`)).body.status).toBe('queued');
  });
});

describe('A clock in auto', () => {
  it('moves with each poll of a job that is not over, as far as Retry-After says', async () => {
    const { emulator, client } = await emulatorFor({ clock: 'auto' });
    const { body: job } = await client.submitOn('makeup.apply');
    const seen = [];
    for (let poll = 0; poll < 6; poll += 1)
      seen.push([(await client.get(`/v1/jobs/${job.id}`)).body.status, emulator.clock.now()]);
    expect(seen).toEqual([
      ['queued', at(1_000)],
      ['queued', at(2_000)],
      ['running', at(3_000)],
      ['running', at(4_000)],
      ['succeeded', at(4_000)],
      ['succeeded', at(4_000)],
    ]);
  });

  it('moves by what the reading says, and to the next piece of work where that is 0', async () => {
    const { emulator, client } = await emulatorFor({ clock: 'auto', readings: { retry_after: 3 } });
    const { body: job } = await client.submitOn('makeup.apply');
    await client.get(`/v1/jobs/${job.id}`);
    expect(emulator.clock.now()).toBe(at(3_000));

    const eager = await emulatorFor({ clock: 'auto', readings: { retry_after: 0 } });
    const { body: other } = await eager.client.submitOn('makeup.apply');
    await eager.client.get(`/v1/jobs/${other.id}`);
    expect(eager.emulator.clock.now()).toBe(at(1_000));
  });

  it('does not move with anything else', async () => {
    const { emulator, client } = await emulatorFor({ clock: 'auto' });
    const { body: job } = await client.submitOn('makeup.apply');
    for (const path of ['/v1/jobs', '/v1/assets', '/v1/usage', '/v1/jobs/job_none']) await client.get(path);
    await client.call('POST', `/v1/jobs/${job.id}/cancel`);
    await client.get(`/v1/jobs/${job.id}`);
    expect(emulator.clock.now()).toBe(at(0));
  });
});

describe('A running clock', () => {
  it('follows the machine at its rate, and does the work that has fallen due', async () => {
    const { emulator, client, wall } = await onMovableWall({ mode: 'running', rate: 10 });
    const { body: job } = await client.submitOn('makeup.apply');
    wall.moveBy(100);
    expect(emulator.clock.read()).toEqual({ now: wallTime(1_000), mode: 'running', rate: 10 });
    expect(emulator.jobs.read(job.id).stage).toBe('picked_up');
    wall.moveBy(40);
    expect(emulator.clock.now()).toBe(wallTime(1_400));
  });

  it('does work when it falls due, not when somebody looks', async () => {
    const { host, client, wall } = await onMovableWall();
    const { body: job } = await client.submitOn('makeup.apply');
    wall.moveBy(1_000);
    expect(host.world.state.jobs.get(job.id)?.stage).toBe('picked_up');
  });

  it('begins at the machine’s time, or where it was told to', async () => {
    expect((await onMovableWall()).emulator.clock.now()).toBe(wallTime(0));
    const told = await onMovableWall({ mode: 'running', start: '2026-01-01T00:00:00Z' });
    told.wall.moveBy(250);
    expect(told.emulator.clock.now()).toBe(at(250));
  });

  it('stands still while an advance settles, and runs on from where that ends', async () => {
    const wall = createFakeWallClock(WALL_START);
    const { images, open } = imagesBehindGate();
    const { emulator, client } = await openWorld({ clock: 'running' }, { wall, images });
    const { body: job } = await client.submitOn('makeup.apply');
    const advanced = emulator.clock.advance('1h');
    wall.moveBy(600_000);
    expect(emulator.clock.now()).toBe(wallTime(2_000));
    expect((await client.get(`/v1/jobs/${job.id}`)).headers.get('Emulator-Now')).toBe(wallTime(2_000));
    open();
    expect((await advanced).now).toBe(wallTime(3_600_000));
    expect(emulator.clock.now()).toBe(wallTime(3_600_000));
    wall.moveBy(500);
    expect(emulator.clock.now()).toBe(wallTime(3_600_500));
    expect(emulator.jobs.read(job.id).status).toBe('succeeded');
  });
});

describe('A change of the clock', () => {
  it('never jumps: each way of passing goes on from the present', async () => {
    const { emulator, wall } = await onMovableWall();
    wall.moveBy(1_000);
    expect(emulator.clock.change({ mode: 'frozen' })).toEqual({ now: wallTime(1_000), mode: 'frozen', rate: 1 });
    wall.moveBy(5_000);
    expect(emulator.clock.change({ mode: 'running', rate: 60 }).now).toBe(wallTime(1_000));
    wall.moveBy(1_000);
    expect(emulator.clock.change({ rate: 1 }).now).toBe(wallTime(61_000));
    wall.moveBy(1_000);
    expect(emulator.clock.now()).toBe(wallTime(62_000));
  });

  it.each([
    [{ mode: 'fast' }, 'mode:'],
    [{ rate: 0 }, 'rate:'],
    [{ rte: 1 }, 'rte: is not a known field; did you mean rate?'],
  ])('to %j is refused', async (json, message) => {
    const { emulator, client } = await emulatorFor();
    const before = emulator.clock.read();
    const refused = await client.call('PATCH', '/_emulator/v1/clock', { json });
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toContain(message);
    expect(emulator.clock.read()).toEqual(before);
  });
});

describe('An advance', () => {
  it.each([
    ['8m', 480_000],
    ['1h30m', 5_400_000],
    ['1d', 86_400_000],
    ['1.5s', 1_500],
    ['250ms', 250],
    ['PT8M', 480_000],
    ['P1DT2H', 93_600_000],
    ['PT0.25S', 250],
    ['0s', 0],
    [1_234, 1_234],
  ])('by %s moves the clock as far', async (by, milliseconds) => {
    const { emulator, client } = await emulatorFor();
    expect((await emulator.clock.advance(by)).now).toBe(at(milliseconds));
    const { body } = await client.call('POST', '/_emulator/v1/clock/advance', { json: { by } });
    expect(body.now).toBe(at(2 * milliseconds));
  });

  it.each([['-1s'], ['soon'], [''], ['P'], ['PT'], ['1y'], ['101d 4h'], ['40000d'], [-1], [0.5], [null], [{}]])(
    'by %j is refused, and the clock stays',
    async (by) => {
      const { emulator, client } = await emulatorFor();
      const { status, body } = await client.call('POST', '/_emulator/v1/clock/advance', { json: { by } });
      expect([status, body.error.problems[0]?.path]).toEqual([400, 'by']);
      expect(emulator.clock.now()).toBe(at(0));
    },
  );

  it.each([[{}], [{ until: 'tomorrow' }], [{ to: 'tomorrow' }], [{ bye: '1s' }]])(
    'with the body %j is refused, and the clock stays',
    async (json) => {
      const { emulator, client } = await emulatorFor();
      expect((await client.call('POST', '/_emulator/v1/clock/advance', { json })).status).toBe(400);
      expect(emulator.clock.now()).toBe(at(0));
    },
  );

  it('to an instant gets there, and to the present stays', async () => {
    const { emulator } = await emulatorFor();
    expect((await emulator.clock.advance({ to: at(90_000) })).now).toBe(at(90_000));
    expect((await emulator.clock.advance({ to: new Date(START + 90_000) })).now).toBe(at(90_000));
    expect((await emulator.clock.advance({ to: '2026-01-01T02:01:40+02:00' })).now).toBe(at(100_000));
  });

  it('back in time is refused, and says that a snapshot goes back', async () => {
    const { emulator, client } = await emulatorFor();
    await emulator.clock.advance('1h');
    const { status, body } = await client.call('POST', '/_emulator/v1/clock/advance', { json: { to: at(1) } });
    expect(status).toBe(400);
    expect(body.error.problems[0].path).toBe('to');
    expect(body.error.message).toContain(at(3_600_000));
    expect(body.error.message).toContain('snapshot');
    await expect(emulator.clock.advance({ to: at(1) })).rejects.toThrow('time never goes back');
    expect(emulator.clock.now()).toBe(at(3_600_000));
  });

  it('tells what fired on the way, in order, and what is due next', async () => {
    const { emulator, client } = await emulatorFor();
    const { body: job } = await client.submitOn('makeup.apply');
    const [{ asset_id: input }] = job.inputs;
    expect(await emulator.clock.advance('1500ms')).toEqual({
      from: at(0),
      now: at(1_500),
      fired: [
        { at: at(1_000), kind: 'stage', ref: job.id },
        { at: at(1_500), kind: 'stage', ref: job.id },
      ],
      walked: { stage: 2 },
      next_due: at(2_000),
    });
    const day = 86_400_000;
    const { fired, next_due } = await emulator.clock.advance('2d');
    expect(fired).toEqual([
      { at: at(2_000), kind: 'stage', ref: job.id },
      { at: at(4_000), kind: 'stage', ref: job.id },
      { at: at(day), kind: 'asset-expiry', ref: input },
      { at: at(day), kind: 'snapshot-expiry', ref: job.id },
    ]);
    expect(next_due).toBe(at(7 * day + 4_000));
    expect((await emulator.clock.advance('8d')).next_due).toBeNull();
  });

  it('until idle ends when the last job has, and leaves what only lapses', async () => {
    const { emulator, client } = await emulatorFor();
    await client.submitOn('makeup.apply');
    await emulator.clock.advance('500ms');
    const { body: last } = await client.submitOn('hair.try_on');
    const { now, next_due } = await emulator.clock.advance({ until: 'idle' });
    expect([now, next_due]).toEqual([at(4_500), at(86_400_000)]);
    expect(emulator.jobs.read(last.id).status).toBe('succeeded');
    expect(await emulator.clock.advance({ until: 'idle' })).toEqual({
      from: at(4_500),
      now: at(4_500),
      fired: [],
      walked: {},
      next_due,
    });
  });

  it('until idle does not wait for a job that is held', async () => {
    const { emulator, client } = await emulatorFor();
    emulator.plans.add({ hold_at: 'preparing' });
    const { body: job } = await client.submitOn('makeup.apply');
    expect((await emulator.clock.advance({ until: 'idle' })).now).toBe(at(1_500));
    expect(emulator.jobs.read(job.id)).toMatchObject({ stage: 'preparing', held: true });
  });

  it('adds to one that is under way', async () => {
    const { emulator, client } = await emulatorFor();
    await client.submitOn('makeup.apply');
    const [first, second] = await Promise.all([emulator.clock.advance('3s'), emulator.clock.advance('3s')]);
    expect([first.now, second.now]).toEqual([at(3_000), at(6_000)]);
  });
});

describe('Emulator-Now', () => {
  const requests = [
    ['POST', '/v1/assets', 400],
    ['GET', '/v1/assets', 200],
    ['GET', '/v1/assets/asset_none', 404],
    ['DELETE', '/v1/assets/asset_none', 404],
    ['GET', '/v1/assets/asset_none/content', 404],
    ['POST', '/v1/makeup/try-ons', 400],
    ['GET', '/v1/jobs', 200],
    ['GET', '/v1/jobs/job_none', 404],
    ['POST', '/v1/jobs/job_none/cancel', 404],
    ['DELETE', '/v1/jobs/job_none', 404],
    ['GET', '/v1/usage', 200],
    ['GET', '/v1/credits/balance', 200],
    ['GET', '/v1/nothing', 404],
  ] as const;

  it.each(requests)('stands on the answer to %s %s (%i)', async (method, path, status) => {
    const { emulator, client } = await emulatorFor();
    await emulator.clock.advance('90s');
    const reply = await client.call(method, path);
    expect([reply.status, reply.headers.get('Emulator-Now')]).toEqual([status, at(90_000)]);
  });

  it('stands on a 401, a 204 and a 304 too, and on none where it is switched off', async () => {
    for (const [config, now] of [
      [{}, at(0)],
      [{ emulator_now: false }, null],
    ] as const) {
      const { client } = await emulatorFor(config);
      const { body: job, headers } = await client.submitOn('makeup.apply');
      const { body: asset } = await client.upload();
      const replies = [
        await client.get('/v1/usage', { key: 'pk_live_nobody' }),
        await client.call('DELETE', `/v1/assets/${asset.id}`),
        await client.get(`/v1/jobs/${job.id}`, { headers: { 'If-None-Match': headers.get('ETag') ?? '' } }),
      ];
      expect(replies.map(({ status }) => status)).toEqual([401, 204, 304]);
      expect(replies.map((reply) => reply.headers.get('Emulator-Now'))).toEqual([now, now, now]);
    }
  });
});
