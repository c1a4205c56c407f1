import { describe, expect, it } from 'vitest';
import { hostedWorld } from '../../testing/hosted-world.ts';
import { createInstantImages } from '../../testing/pictures/gated-images.ts';

const HOUR = 3_600_000;
/** Two days in turns of two hours. */
const TURNS = 24;
const KEPT = { input_retention: HOUR, job_retention: HOUR } as const;
const REMEMBERED = {
  tombstone_retention: HOUR,
  expired_input_remembered: HOUR,
  idempotency_key_retention: HOUR,
} as const;

/** A world over two days in which a job is submitted every two hours; everything expires after an hour. */
async function dayOf(readings: object) {
  const hosted = await hostedWorld({ clock: 'frozen', readings: { ...KEPT, ...readings } }, createInstantImages());
  const first = await hosted.client.submitOn('makeup.apply');
  for (let turn = 0; turn < TURNS; turn += 1) {
    await hosted.client.submitOn('makeup.apply');
    await hosted.emulator.clock.advance('2h');
  }
  return { ...hosted, first };
}

describe('a world that runs for a long time', () => {
  it('forgets everything whose retention has passed, if the retentions are limited', async () => {
    const { world, client, first } = await dayOf(REMEMBERED);
    const { jobs, assets, claims, tombstones } = world.state;
    for (const table of [jobs, assets, claims, tombstones]) expect(table.size).toBeLessThan(10);
    expect(world.state.quotaUses.size).toBeLessThanOrEqual(TURNS / 2);
    expect((await client.get(`/v1/jobs/${first.body.id}`)).status).toBe(404);
    expect((await client.call('DELETE', `/v1/jobs/${first.body.id}`)).status).toBe(404);
  });

  it.each([
    ['forgets under a choice of how answers are sent', { json_spacing: 'indented', cors: 'any_origin' }, 0],
    ['remembers under a choice that depends on what is gone', { list_of_unknown_job: 404 }, TURNS],
    ['remembers under a choice of what foreign jobs answer', { change_of_foreign_job: 403 }, TURNS],
    ['remembers under a choice of what foreign assets answer', { content_of_foreign_asset: 410 }, TURNS],
    ['remembers under a choice of what deleted results answer', { content_of_deleted_result: 410 }, TURNS],
    ['remembers under a choice of what unknown assets answer', { content_of_unknown_asset: 410 }, TURNS],
  ])('%s', async (_, choice, atLeast) => {
    const { tombstones } = (await dayOf({ ...REMEMBERED, ...choice })).world.state;
    if (atLeast > 0) expect(tombstones.size).toBeGreaterThan(atLeast);
    else expect(tombstones.size).toBeLessThan(10);
  });

  it('remembers deleted and expired things forever by default', async () => {
    const { world } = await dayOf({});
    expect(world.state.claims.size).toBe(TURNS + 1);
    expect(world.state.tombstones.size).toBeGreaterThan(TURNS);
  });
});
