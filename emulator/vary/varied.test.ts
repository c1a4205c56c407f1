import { describe, expect, it } from 'vitest';
import { fixtures } from '../../fixtures/index.ts';
import { createHeard, type Emulator } from '../create.ts';
import type { AuditEvent } from '../domain/test-control/audit-event.ts';
import { NO_VARIATION, type Variation } from '../domain/test-control/variation.ts';
import type { EmulatorOptions, WorldControl } from '../index.ts';
import { readSession } from '../record/read-session.ts';
import { playSession } from '../replay/play-session.ts';

const face = fixtures.face('afro').bytes();

async function varied(variation: Partial<Variation>, options: EmulatorOptions = {}, isOver = false) {
  const events: AuditEvent[] = [];
  const audit = { tell: (event: AuditEvent) => void events.push(event), atExit: () => () => {}, keepsJournal: true };
  const heard = { audit, varied: { variation: { ...NO_VARIATION, ...variation }, isOver } };
  const emulator = await createHeard({ listen: false, ...options }, heard);
  return { emulator, events, [Symbol.asyncDispose]: emulator.close };
}

async function upload(emulator: Emulator, { keys }: Pick<WorldControl, 'keys'> = emulator): Promise<number> {
  const headers = { 'X-API-Key': keys.test ?? '', 'Content-Type': 'image/png' };
  return (await emulator.fetch('/v1/assets', { method: 'POST', headers, body: new Uint8Array(face) })).status;
}

describe('a varied emulator', () => {
  it('varies every world, except for the settings of the suite', async () => {
    await using run = await varied({ readings: { upload_status: 200 } });
    const { emulator } = run;
    const [world, own] = [
      await emulator.worlds.create(),
      await emulator.worlds.create({ readings: { upload_status: 202 } }),
    ];
    const tenant = emulator.tenants.create({ own_clock: true });
    expect([await upload(emulator), await upload(emulator, world), await upload(emulator, own)]).toEqual([
      200, 200, 202,
    ]);
    expect(tenant).toBeDefined();
  });

  it('keeps its options, unless the variation overrides them', async () => {
    await using below = await varied({ readings: { upload_status: 200 } }, { readings: { upload_status: 202 } });
    await using over = await varied({ readings: { upload_status: 200 } }, { readings: { upload_status: 202 } }, true);
    expect([await upload(below.emulator), await upload(over.emulator)]).toEqual([202, 200]);
  });

  it('has its faults also in worlds that have their own faults', async () => {
    const refuse = (route: string) => ({ match: { route }, effect: { kind: 'error' as const } });
    await using run = await varied({ faults: [refuse('POST /v1/assets')] });
    const own = await run.emulator.worlds.create({ faults: [refuse('GET /v1/usage')] });
    expect([await upload(run.emulator), await upload(run.emulator, own), await upload(run.emulator, own)]).toEqual([
      503, 503, 201,
    ]);
  });

  it('is unchanged if the variation conflicts with its options', async () => {
    const readings = { location_form: 'with_query' };
    await using run = await varied({ readings }, { readings: { unknown_query_parameter: 'refuse' } });
    expect(await upload(run.emulator)).toBe(201);
    await expect(varied({ readings }, { readings: { unknown_query_parameter: 'refuse' } }, true)).rejects.toThrow(
      /location_form/,
    );
  });

  it('replays with the worlds that were created while it was recorded', async () => {
    const refuse = (route: string) => ({ match: { route }, effect: { kind: 'error' as const } });
    await using run = await varied({ faults: [refuse('POST /v1/assets')] });
    const recording = await run.emulator.record();
    const own = await run.emulator.worlds.create({ faults: [refuse('GET /v1/usage')] });
    expect([await upload(run.emulator, own), await upload(run.emulator, own)]).toEqual([503, 201]);
    await recording.stop();
    const played = await playSession(readSession('a.session', await recording.read()));
    await played.close();
    expect(played).toMatchObject({ difference: null, exchanges: 3 });
  });

  it('reports every exchange with its world to an audit that keeps a journal', async () => {
    await using run = await varied({});
    const world = await run.emulator.worlds.create({ name: 'mine' });
    await upload(run.emulator, world);
    expect(run.events.filter(({ kind }) => kind === 'exchange')).toMatchObject([
      { world: 'mine', exchange: { serial: 1, route: 'POST /v1/assets', status: 201 } },
    ]);
  });
});
