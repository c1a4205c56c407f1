import { CREDITS, type Row } from '../testing/opened.ts';

export const SECTIONS_1_TO_3 = {
  'a cancel that is not enabled is done': [
    async ({ held, cancel, job }) => {
      const { id } = await held('queued');
      return [(await cancel(id)).status, (await job(id)).status];
    },
    [404, 'queued'],
    [404, 'cancelled'],
    { off: ['cancel'] },
  ],
  'listed results expire like inputs': [
    async ({ made, call }) => {
      const { id, expires_at } = await made();
      const listed = (await call(`GET /v1/assets?job_id=${id}`)).body.data[0];
      const read = (await call(`GET /v1/assets/${listed.id}`)).body;
      return [listed.expires_at === expires_at, read.expires_at === expires_at];
    },
    [true, true],
    [false, true],
  ],
  'an expired input leaves its job': [
    async ({ held, advance, job }) => {
      const { id } = await held('queued');
      const before = (await job(id)).inputs.length;
      await advance('4h');
      return [before, (await job(id)).inputs.length];
    },
    [1, 1],
    [1, 0],
  ],
  'a late cancel sets an error': [
    async ({ held, cancel, drive, job }) => {
      const { id } = await held('picked_up');
      await cancel(id);
      await drive(`POST /jobs/${id}/step`);
      const { status, error } = await job(id);
      return [status, error === null];
    },
    ['cancelled', true],
    ['cancelled', false],
  ],
  'roles have hyphens': [
    async ({ upload, skin, job }) => {
      const concerns = ['acne', 'dark_circle'];
      const visualizations = concerns.map((concern) => ({ concern, kind: 'mask' }));
      const { output } = await job((await skin(await upload(), { concerns, visualizations })).body.id);
      return output.visualizations.map(({ role }: { role: string }) => role);
    },
    ['mask.acne', 'mask.dark_circle'],
    ['mask.acne', 'mask.dark-circle'],
  ],
  'a replay prolongs the job without its results': [
    async ({ upload, makeup, job }) => {
      const asset = await upload();
      const { id } = (await makeup(asset)).body;
      await makeup(asset);
      const { expires_at, output } = await job(id);
      return expires_at === output.image.expires_at;
    },
    true,
    false,
  ],
  'a body that is too large has no request id': [
    async ({ skin, upload }) => {
      const large = await skin(await upload(), { padding: 'x'.repeat(300_000) });
      const missing = await skin('asset_none');
      return [large.status, typeof large.body.error.request_id, typeof missing.body.error.request_id];
    },
    [413, 'string', 'string'],
    [413, 'undefined', 'string'],
  ],
  'the held units of another key are not shown': [
    async ({ held, balance }) => {
      await held('queued');
      return [(await balance()).held_units, (await balance('second')).held_units];
    },
    [7, 7],
    [7, 0],
  ],
  'available units stop at zero': [
    async ({ money, balance }) => {
      await money({ adjust: -CREDITS - 10 });
      const { settled_units, available_units } = await balance();
      return [settled_units, available_units];
    },
    [-10, -10],
    [-10, 0],
  ],
  'test funds are spendable nowhere': [
    async ({ money, balance }) => {
      await money({ test_funded: 100, enforced: true });
      const enforced = (await balance()).spendable_units;
      await money({ enforced: false });
      return [enforced, (await balance()).spendable_units];
    },
    [CREDITS - 100, CREDITS],
    [CREDITS - 100, CREDITS - 100],
  ],
  'a low balance is one of available units': [
    async ({ money, balance }) => {
      await money({ test_funded: CREDITS - 10, threshold: 20, enforced: true });
      return (await balance()).low_balance;
    },
    true,
    false,
  ],
  'a failure leaves its hold': [
    async ({ drive, upload, skin, balance }) => {
      await drive('POST /plans', { outcome: { status: 'failed', code: 'PROCESSING_FAILED' } });
      const asset = await upload();
      await skin(asset);
      await skin(asset, {}, 'another');
      const { settled_units, held_units } = await balance();
      return [CREDITS - settled_units, held_units];
    },
    [14, 0],
    [14, 7],
  ],
  'a second deferred cancel is refused': [
    async ({ held, cancel }) => {
      const { id } = await held('preparing');
      return [(await cancel(id)).status, (await cancel(id)).status];
    },
    [202, 202],
    [202, 409],
  ],
  'a replay takes a deferred cancel back': [
    async ({ held, cancel, skin, drive, job }) => {
      const { id, asset } = await held('picked_up');
      await cancel(id);
      await skin(asset);
      await drive(`POST /jobs/${id}/step`);
      return (await job(id)).status;
    },
    'cancelled',
    'succeeded',
  ],
  'a repeated cancel ends the job anew': [
    async ({ held, cancel, advance, job }) => {
      const { id } = await held('queued');
      const { completed_at } = (await cancel(id)).body;
      await advance('1m');
      await cancel(id);
      return completed_at === (await job(id)).completed_at;
    },
    true,
    false,
  ],
  'each cancel refunds a quota unit': [
    async ({ drive, held, cancel, skin }) => {
      await drive('PATCH /switches', { daily_quota: 1 });
      const { id, asset } = await held('queued');
      await cancel(id);
      await cancel(id);
      return [(await skin(asset, {}, 'second')).status, (await skin(asset, {}, 'third')).status];
    },
    [202, 429],
    [202, 202],
  ],
  'a deleted test job is replayed': [
    async ({ upload, skin, call, keyOf }) => {
      const [test, live] = [await upload('test'), await upload()];
      const { id } = (await skin(test, {}, 'a-key', 'test')).body;
      const { id: other } = (await skin(live)).body;
      await call(`DELETE /v1/jobs/${id}`, { key: keyOf('test') });
      await call(`DELETE /v1/jobs/${other}`);
      return [(await skin(test, {}, 'a-key', 'test')).status, (await skin(live)).status];
    },
    [410, 410],
    [200, 410],
  ],
  'results of a deleted job stay in the list': [
    async ({ made, call }) => {
      const { id, output } = await made();
      await call(`DELETE /v1/jobs/${id}`);
      const { data } = (await call('GET /v1/assets?purpose=result')).body;
      return [data.length, (await call(`GET /v1/assets/${output.image.id}`)).status];
    },
    [0, 404],
    [1, 404],
  ],
} satisfies Readonly<Record<string, Row>>;
