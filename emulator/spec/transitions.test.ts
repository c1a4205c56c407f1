import { describe, expect, it } from 'vitest';
import { emulatorFor } from '../testing/client.ts';
import { finishedJob, idsOf, LIVE, refusal, refusalOf, type StageName, UNTIL } from '../testing/steps.ts';

const COST = 3;
const OPTIONS = {
  accounts: [
    {
      name: 'demo',
      keys: [{ secret: LIVE }, { secret: 'pk_test_demo' }],
      credits: { granted: 100, unit_costs: { 'skin.analyze': COST } },
    },
  ],
};
const key = LIVE;

/** A live job, brought to a stage, and what there is to do with it. */
async function jobIn(stage: StageName, outcome: 'succeeded' | 'failed' = 'succeeded', readings = {}) {
  const { emulator, client } = await emulatorFor({ ...OPTIONS, readings });
  if (outcome === 'failed') emulator.plans.add({ outcome: { status: 'failed', code: 'PROCESSING_FAILED' } });
  const accepted = await client.submitOn('skin.analyze', { key, idempotencyKey: 'the-key' });
  await emulator.clock.advance(UNTIL[stage]);
  const path = `/v1/jobs/${accepted.body.id}`;
  return {
    emulator,
    client,
    accepted,
    path,
    read: () => client.get(path, { key }),
    cancel: () => client.call('POST', `${path}/cancel`, { key }),
    erase: () => client.call('DELETE', path, { key }),
    async units() {
      const { held_units, settled_units } = (await client.get('/v1/credits/balance', { key })).body;
      return { held_units, settled_units };
    },
  };
}

const HELD = { held_units: COST, settled_units: 100 };
const CAPTURED = { held_units: 0, settled_units: 100 - COST };
const RELEASED = { held_units: 0, settled_units: 100 };

describe('3 pick-up and processing', () => {
  it.each([
    ['queued', 'queued', HELD],
    ['picked_up', 'queued', HELD],
    ['preparing', 'running', HELD],
    ['processing', 'running', HELD],
    ['ended', 'succeeded', CAPTURED],
  ] as const)('shows a job in its inner stage %s as %s, and its units', async (stage, status, expected) => {
    const { read, units } = await jobIn(stage);
    expect((await read()).body.status).toBe(status);
    expect(await units()).toEqual(expected);
  });

  it('ends a success with an output, and keeps the job for its retention', async () => {
    const { accepted, read } = await jobIn('ended');
    expect((await read()).body).toMatchObject({
      ...accepted.body,
      status: 'succeeded',
      updated_at: '2026-01-01T00:00:04.000Z',
      completed_at: '2026-01-01T00:00:04.000Z',
      expires_at: '2026-01-08T00:00:04.000Z',
      output: { type: 'skin.analysis' },
    });
  });

  it('ends a failure with an error, answers its read with 200, and bills it', async () => {
    const { read, units } = await jobIn('ended', 'failed');
    const { status, body } = await read();
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'failed', output: null, error: { code: 'PROCESSING_FAILED' } });
    expect(body.completed_at).toBe('2026-01-01T00:00:04.000Z');
    expect(await units()).toEqual(CAPTURED);
  });

  it('changes updated_at when the status changes and at no other step', async () => {
    const { emulator, read } = await jobIn('queued');
    const seen: [string, string][] = [];
    for (const moment of [0, 1_000, 500, 500, 2_000]) {
      await emulator.clock.advance(moment);
      const { status, updated_at } = (await read()).body;
      seen.push([status, updated_at.slice(17, 23)]);
    }
    expect(seen).toEqual([
      ['queued', '00.000'],
      ['queued', '00.000'],
      ['running', '01.500'],
      ['running', '01.500'],
      ['succeeded', '04.000'],
    ]);
  });
});

describe('3 cancel', () => {
  it.each([
    { stage: 'queued', status: 200, shown: 'cancelled', end: 'cancelled', bill: RELEASED },
    { stage: 'picked_up', status: 202, shown: 'queued', end: 'cancelled', bill: RELEASED },
    { stage: 'preparing', status: 202, shown: 'running', end: 'cancelled', bill: RELEASED },
    { stage: 'processing', status: 202, shown: 'running', end: 'succeeded', bill: CAPTURED },
  ] as const)('in the stage $stage answers $status with $shown, and the job ends $end', async (row) => {
    const { emulator, cancel, read, units } = await jobIn(row.stage);
    const cancelled = await cancel();
    expect([cancelled.status, cancelled.body.status]).toEqual([row.status, row.shown]);
    expect(cancelled.headers.get('retry-after')).toBe(row.status === 202 ? '1' : null);
    expect(await units()).toEqual(row.status === 200 ? row.bill : HELD);
    await emulator.clock.advance(UNTIL.ended);
    expect((await read()).body.status).toBe(row.end);
    expect(await units()).toEqual(row.bill);
  });

  it.each(['queued', 'picked_up', 'preparing', 'processing'] as const)(
    'in the stage %s answers the body and the ETag of the next read',
    async (stage) => {
      const { cancel, read } = await jobIn(stage);
      const [cancelled, next] = [await cancel(), await read()];
      expect(cancelled.text).toBe(next.text);
      expect(cancelled.headers.get('etag')).toMatch(/^"[^"]+"$/);
      expect(cancelled.headers.get('etag')).toBe(next.headers.get('etag'));
    },
  );

  it.each([
    ['picked_up', '2026-01-01T00:00:01.500Z'],
    ['preparing', '2026-01-01T00:00:02.000Z'],
  ] as const)('in the stage %s is honoured at the next boundary and not before', async (stage, boundary) => {
    const { emulator, cancel, read } = await jobIn(stage);
    const { body } = await cancel();
    await emulator.clock.advance('499ms');
    expect((await read()).body.status).toBe(body.status);
    await emulator.clock.advance('1ms');
    expect((await read()).body).toMatchObject({
      status: 'cancelled',
      completed_at: boundary,
      output: null,
      error: null,
    });
  });

  it.each(['succeeded', 'failed'] as const)('during processing lets the job end %s, and bills it', async (outcome) => {
    const { emulator, cancel, read, units } = await jobIn('processing', outcome);
    await cancel();
    await emulator.clock.advance('1999ms');
    expect((await read()).body.status).toBe('running');
    await emulator.clock.advance('1ms');
    expect((await read()).body.status).toBe(outcome);
    expect(await units()).toEqual(CAPTURED);
  });

  it.each(['picked_up', 'preparing', 'processing'] as const)('can be repeated in the stage %s', async (stage) => {
    const { cancel } = await jobIn(stage);
    const [first, second] = [await cancel(), await cancel()];
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(second.text).toBe(first.text);
  });

  it('of a cancelled job answers 200 with that job, unchanged, and refunds nothing twice', async () => {
    const { emulator, cancel, units } = await jobIn('queued');
    const first = await cancel();
    await emulator.clock.advance('1m');
    const second = await cancel();
    expect(second.status).toBe(200);
    expect(second.text).toBe(first.text);
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(await units()).toEqual(RELEASED);
  });

  it.each(['succeeded', 'failed'] as const)('of a job that has %s is refused and changes nothing', async (outcome) => {
    const { cancel, read } = await jobIn('ended', outcome);
    const before = await read();
    expect(refusalOf(await cancel())).toEqual(refusal(409, 'JOB_NOT_CANCELLABLE'));
    expect((await read()).text).toBe(before.text);
  });
});

describe('3 DELETE', () => {
  it.each(['queued', 'picked_up', 'preparing', 'processing'] as const)(
    'in the stage %s is refused and changes nothing',
    async (stage) => {
      const { erase, read, units } = await jobIn(stage);
      const before = await read();
      expect(refusalOf(await erase())).toEqual(refusal(409, 'JOB_IN_PROGRESS'));
      expect((await read()).text).toBe(before.text);
      expect(await units()).toEqual(HELD);
    },
  );

  it.each([
    ['succeeded', 'ended', CAPTURED],
    ['failed', 'ended', CAPTURED],
    ['cancelled', 'queued', RELEASED],
  ] as const)('of a %s job leaves a tombstone and the bill', async (end, stage, bill) => {
    const { client, read, cancel, erase, units } = await jobIn(stage, end === 'failed' ? 'failed' : 'succeeded');
    if (end === 'cancelled') await cancel();
    expect((await read()).body.status).toBe(end);

    const erased = await erase();
    expect([erased.status, erased.text]).toEqual([204, '']);
    const gone = refusal(404, 'JOB_NOT_FOUND');
    expect(refusalOf(await read())).toEqual(gone);
    expect(refusalOf(await cancel())).toEqual(gone);
    expect(idsOf(await client.get('/v1/jobs', { key }))).toEqual([]);
    const again = await client.submitOn('skin.analyze', { key, idempotencyKey: 'the-key' });
    expect(refusalOf(again)).toEqual(refusal(410, 'JOB_DELETED'));
    expect(await units()).toEqual(bill);
  });

  it('answers 204 as often as it is repeated', async () => {
    const { emulator, erase } = await jobIn('ended');
    expect((await erase()).status).toBe(204);
    expect((await erase()).status).toBe(204);
    await emulator.clock.advance('30d');
    expect((await erase()).status).toBe(204);
  });

  it('erases the results with the job, and leaves the input asset alone', async () => {
    const { emulator, client } = await emulatorFor();
    const job = await finishedJob({ emulator, client }, 'makeup.apply');
    const { id, href } = job.body.output.image;
    const input = job.body.inputs[0].asset_id;
    expect((await client.get(href)).status).toBe(200);
    await client.call('DELETE', `/v1/jobs/${job.body.id}`);
    const gone = refusal(404, 'ASSET_NOT_FOUND');
    expect(refusalOf(await client.get(href))).toEqual(gone);
    expect(refusalOf(await client.get(`/v1/assets/${id}`))).toEqual(gone);
    expect(idsOf(await client.get('/v1/assets'))).toEqual([input]);
  });
});
