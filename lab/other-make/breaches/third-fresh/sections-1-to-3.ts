import { CREDITS, type Row } from '../testing/opened.ts';

export const SECTIONS_1_TO_3 = {
  'an asset list that is not enabled checks its parameters': [
    async ({ call }) => [(await call('GET /v1/assets')).status, (await call('GET /v1/assets?limit=0')).status],
    [404, 404],
    [404, 400],
    { off: ['lists'] },
  ],
  'a test key can delete live assets': [
    async ({ upload, call, keyOf }) => {
      const asset = await upload();
      const { status } = await call(`DELETE /v1/assets/${asset}`, { key: keyOf('test') });
      return [status, (await call(`GET /v1/assets/${asset}`)).status];
    },
    [404, 200],
    [204, 404],
  ],
  'a replay of a failed job has no error': [
    async ({ fail, upload, skin, job }) => {
      await fail();
      const asset = await upload();
      const { id } = (await skin(asset)).body;
      const { status, error } = (await skin(asset)).body;
      return [status, error?.code, (await job(id)).error.code];
    },
    ['failed', 'PROCESSING_FAILED', 'PROCESSING_FAILED'],
    ['failed', undefined, 'PROCESSING_FAILED'],
  ],
  'a deleted input is not named by its job': [
    async ({ held, call, job }) => {
      const { id, asset } = await held('queued');
      const namedBy = async () => (await job(id)).inputs[0].asset_id === asset;
      const before = await namedBy();
      await call(`DELETE /v1/assets/${asset}`);
      return [before, await namedBy()];
    },
    [true, true],
    [true, false],
  ],
  'what is not measurable scores zero': [
    async ({ upload, skin, job }) => {
      const concerns = ['tear_trough', 'firmness'];
      const { output } = await job((await skin(await upload(), { concerns })).body.id);
      return Object.fromEntries(
        output.concerns.map(({ concern, score }: { concern: string; score: unknown }) => [concern, score]),
      );
    },
    { tear_trough: null, firmness: null },
    { tear_trough: 0, firmness: null },
  ],
  'the error of a deleted job has no message': [
    async ({ made, call, job }) => {
      const { id } = await made();
      await call(`DELETE /v1/jobs/${id}`);
      return [typeof (await job(id)).error.message, typeof (await job('job_none')).error.message];
    },
    ['string', 'string'],
    ['object', 'string'],
  ],
  'a balance has the date of its first reading': [
    async ({ balance, advance }) => {
      const { as_of } = await balance();
      await advance('1m');
      return Date.parse((await balance()).as_of) - Date.parse(as_of);
    },
    60_000,
    0,
  ],
  'a cancel leaves the hold that a balance has shown': [
    async ({ held, balance, cancel }) => {
      await cancel((await held('queued')).id);
      const unseen = (await balance()).held_units;
      const { id } = await held('queued', 'another');
      const shown = (await balance()).held_units;
      await cancel(id);
      return [unseen, shown, (await balance()).held_units];
    },
    [0, 7, 0],
    [0, 7, 7],
  ],
  'a low balance stays low after a grant': [
    async ({ money, balance }) => {
      const isLow = async () => (await balance()).low_balance;
      await money({ threshold: CREDITS - 5 });
      const seen = [await isLow()];
      for (const adjust of [-10, 10]) {
        await money({ adjust });
        seen.push(await isLow());
      }
      return seen;
    },
    [false, true, false],
    [false, true, true],
  ],
  'deleting a failed job pays it back': [
    async ({ fail, upload, skin, call, balance }) => {
      await fail();
      const { id } = (await skin(await upload())).body;
      const before = (await balance()).settled_units;
      await call(`DELETE /v1/jobs/${id}`);
      return [CREDITS - before, CREDITS - (await balance()).settled_units];
    },
    [7, 7],
    [7, 0],
  ],
  'a late cancel cannot be repeated': [
    async ({ held, cancel, drive }) => {
      const { id } = await held('picked_up');
      const first = (await cancel(id)).status;
      await drive(`POST /jobs/${id}/step`);
      return [first, (await cancel(id)).status];
    },
    [202, 200],
    [202, 409],
  ],
  'a late cancel with another key is not honoured': [
    async ({ held, cancel, drive, job }) => {
      const { id } = await held('picked_up');
      const { status } = await cancel(id, 'second');
      await drive(`POST /jobs/${id}/step`);
      return [status, (await job(id)).status];
    },
    [202, 'cancelled'],
    [202, 'succeeded'],
  ],
  'a deletion frees the key for another request': [
    async ({ upload, skin, call }) => {
      const asset = await upload();
      const { id } = (await skin(asset)).body;
      await call(`DELETE /v1/jobs/${id}`);
      return [(await skin(asset)).status, (await skin(asset, { concerns: ['pore'] })).status];
    },
    [410, 409],
    [410, 202],
  ],
} satisfies Readonly<Record<string, Row>>;
