import { describe, expect, it } from 'vitest';
import { hostedWorld } from '../../testing/hosted-world.ts';
import { createInstantImages } from '../../testing/pictures/gated-images.ts';

const HOUR = 3_600_000;
/** Two days, two hours each. */
const TURNS = 24;
const KEPT = { input_retention: HOUR, job_retention: HOUR } as const;
const REMEMBERED = {
  tombstone_retention: HOUR,
  expired_input_remembered: HOUR,
  idempotency_key_retention: HOUR,
} as const;

/** A world through two days in which somebody uploads and submits every other hour; all of it expires after an hour. */
async function dayOf(readings: object) {
  const hosted = await hostedWorld({ clock: 'frozen', readings: { ...KEPT, ...readings } }, createInstantImages());
  const first = await hosted.client.submitOn('makeup.apply');
  for (let turn = 0; turn < TURNS; turn += 1) {
    await hosted.client.submitOn('makeup.apply');
    await hosted.emulator.clock.advance('2h');
  }
  return { ...hosted, first };
}

describe('a world that lives on', () => {
  it('forgets what is past all its retentions, where they have an end', async () => {
    const { world, client, first } = await dayOf(REMEMBERED);
    const { jobs, assets, claims, tombstones } = world.state;
    for (const table of [jobs, assets, claims, tombstones]) expect(table.size).toBeLessThan(10);
    expect(world.state.quotaUses.size).toBeLessThanOrEqual(TURNS / 2);
    expect((await client.get(`/v1/jobs/${first.body.id}`)).status).toBe(404);
    expect((await client.call('DELETE', `/v1/jobs/${first.body.id}`)).status).toBe(404);
  });

  it('remembers for ever what is gone, unless told otherwise', async () => {
    const { world } = await dayOf({});
    expect(world.state.claims.size).toBe(TURNS + 1);
    expect(world.state.tombstones.size).toBeGreaterThan(TURNS);
  });
});
