import { describe, expect, it } from 'vitest';
import { createEmulator, type WorldControl } from '../index.ts';
import { clientOf } from '../testing/client.ts';

const FAILED = { status: 'failed', code: 'PROCESSING_FAILED' } as const;
const GIVEN = {
  listen: false,
  clock: 'frozen',
  readings: { upload_status: 200, retry_after: 7, codes: { rate_limited: 'TOO_MANY' } },
  stages: { queued: '9s' },
  plans: [{ outcome: FAILED }, { match: { key: 'pk_test_demo' }, outcome: FAILED }],
  faults: [{ match: { route: 'GET /v1/usage' }, effect: { kind: 'error' } }],
  deviate: ['replay-answers-202'],
} as const;
const brokenIn = async ({ deviations }: WorldControl) =>
  (await deviations.list()).filter(({ kind, on }) => kind !== 'variant' && on).map(({ id }) => id);
const given = () => createEmulator(structuredClone(GIVEN) as never);

describe('a world that is created while the emulator runs', () => {
  it('has the readings, stages, plans, faults and deviations of the configuration', async () => {
    await using emulator = await given();
    const world = await emulator.worlds.create({ clock: 'frozen' });
    const client = clientOf({ keys: world.keys, fetch: emulator.fetch });
    expect((await client.upload()).status).toBe(200);
    expect((await client.get('/v1/usage')).status).toBe(503);
    expect(world.plans.list()).toHaveLength(1);
    expect(await brokenIn(world)).toEqual(['replay-answers-202']);
    const { headers, body } = await client.submitOn('skin.analyze');
    expect(headers.get('Retry-After')).toBe('7');
    await world.clock.advance('8s');
    expect((await client.get(`/v1/jobs/${body.id}`)).body.status).toBe('queued');
    await world.clock.advance({ until: 'idle' });
    expect((await client.get(`/v1/jobs/${body.id}`)).body.error.code).toBe('PROCESSING_FAILED');
  });

  it('overrides what it names: readings and stages one by one, anything else as a whole', async () => {
    await using emulator = await given();
    const readings = { retry_after: 3, codes: { conflict: 'CLASH' } } as never;
    const wrong = emulator.worlds.create({ readings });
    await expect(wrong).rejects.toThrow('readings.codes.conflict');
    const world = await emulator.worlds.create({ readings: { retry_after: 3 }, plans: [], faults: [], deviate: [] });
    const chosen = new Map(world.readings.read().map(({ name, choice }) => [name, choice]));
    expect([chosen.get('retry_after'), chosen.get('upload_status'), chosen.get('codes.rate_limited')]).toEqual([
      3,
      200,
      'TOO_MANY',
    ]);
    expect([world.plans.list(), world.faults.list()]).toEqual([[], []]);
    expect(await brokenIn(world)).toEqual([]);
  });

  it('has its own profile and document', async () => {
    await using emulator = await given();
    const world = await emulator.worlds.create({ name: 'mine', readings: { upload_status: 202 } });
    await world.readings.set({ retry_after: 5 });
    const of = async (path: string, headers: Record<string, string> = {}) =>
      JSON.parse(await (await emulator.fetch(`/_emulator/${path}`, { headers })).text());
    const shown = ({ world: name, readings }: { world: string; readings: Record<string, unknown> }) => [
      name,
      readings['upload_status'],
      readings['retry_after'],
    ];
    expect(shown(await of('profile'))).toEqual(['default', 200, 7]);
    expect(shown(await of('profile', { 'Emulator-World': 'mine' }))).toEqual(['mine', 202, 5]);
    expect(shown(await of('profile', { 'X-API-Key': world.keys.test ?? '' }))).toEqual(['mine', 202, 5]);
    const statuses = (document: { paths: Record<string, { post: { responses: object } }> }) =>
      Object.keys(document.paths['/v1/assets']?.post.responses ?? {}).filter((status) => status.startsWith('2'));
    expect(statuses(await of('openapi.json'))).toEqual(['200']);
    expect(statuses(await of('openapi.json', { 'Emulator-World': 'mine' }))).toEqual(['202']);
  });
});
