import { CREDITS, LIPSTICK, type Row, TODAY } from '../testing/opened.ts';

export const SECTION_4 = {
  'a 503 says a date to retry after': [
    async ({ drive, call }) => {
      await drive('PATCH /switches', { ledger_unreadable: true });
      const { status, headers } = await call('GET /v1/credits/balance');
      return [status, /^\d+$/.test(headers.get('retry-after') ?? '')];
    },
    [503, true],
    [503, false],
  ],
  'the fraction of created_gte is not read': [
    async ({ upload, call }) => {
      await upload();
      return (await call(`GET /v1/assets?created_gte=${TODAY}T22:57:13.900Z`)).body.data.length;
    },
    0,
    1,
  ],
  'a cursor goes with its limit alone': [
    async ({ upload, call }) => {
      for (let count = 0; count < 4; count += 1) await upload();
      const { next_cursor } = (await call('GET /v1/assets?limit=2')).body;
      const same = await call(`GET /v1/assets?limit=2&cursor=${next_cursor}`);
      return [same.status, (await call(`GET /v1/assets?limit=1&cursor=${next_cursor}`)).status];
    },
    [200, 200],
    [200, 400],
  ],
  'later pages are of any purpose': [
    async ({ upload, advance, makeup, call }) => {
      const asset = await upload();
      await advance('1m');
      await makeup(asset, [LIPSTICK], 'one');
      await makeup(asset, [LIPSTICK], 'two');
      const first = (await call('GET /v1/assets?purpose=result&limit=1')).body;
      const second = (await call(`GET /v1/assets?purpose=result&cursor=${first.next_cursor}`)).body;
      return [first, second].map(({ data }) => data.map(({ purpose }: { purpose: string }) => purpose));
    },
    [['result'], ['result']],
    [['result'], ['result', 'input']],
  ],
  'an expired asset cannot be deleted': [
    async ({ upload, advance, call }) => {
      const [first, second] = [await upload(), await upload()];
      const before = (await call(`DELETE /v1/assets/${first}`)).status;
      await advance('4h');
      return [before, (await call(`DELETE /v1/assets/${second}`)).status];
    },
    [204, 204],
    [204, 404],
  ],
  'assets of one instant rise': [
    async ({ upload, call }) => {
      const made = [await upload(), await upload(), await upload()].sort();
      const listed = (await call('GET /v1/assets')).body.data.map(({ id }: { id: string }) => id);
      return [String(listed) === String(made.toReversed()), String(listed) === String(made)];
    },
    [true, false],
    [false, true],
  ],
  'a cursor with one more filter is another error': [
    async ({ upload, call }) => {
      for (let count = 0; count < 3; count += 1) await upload();
      const { next_cursor } = (await call('GET /v1/assets?limit=2')).body;
      const more = await call(`GET /v1/assets?purpose=input&cursor=${next_cursor}`);
      const wrong = await call('GET /v1/assets?cursor=none');
      return [more.status, more.body.error.code, wrong.body.error.code];
    },
    [400, 'INVALID_CURSOR', 'INVALID_CURSOR'],
    [400, 'INVALID_REQUEST', 'INVALID_CURSOR'],
  ],
  'a job fails whose input was deleted': [
    async ({ held, call, drive, job }) => {
      const { id, asset } = await held('queued');
      await call(`DELETE /v1/assets/${asset}`);
      await drive(`POST /jobs/${id}/release`);
      const { status, error } = await job(id);
      return [status, error?.code];
    },
    ['succeeded', undefined],
    ['failed', 'INPUT_EXPIRED'],
  ],
  'a result is downloaded once': [
    async ({ made, call }) => {
      const { output } = await made();
      const download = async () => (await call(`GET ${output.image.href}`)).status;
      return [await download(), await download()];
    },
    [200, 200],
    [200, 404],
  ],
  'an asset is deleted with its twin': [
    async ({ upload, call }) => {
      const [first, second] = [await upload(), await upload()];
      await call(`DELETE /v1/assets/${first}`);
      return (await call(`GET /v1/assets/${second}`)).status;
    },
    200,
    404,
  ],
  'pore brings oiliness along': [
    async ({ upload, skin, job }) => {
      const { output } = await job((await skin(await upload(), { concerns: ['pore'] })).body.id);
      return output.concerns.map(({ concern }: { concern: string }) => concern).sort();
    },
    ['pore'],
    ['oiliness', 'pore'],
  ],
  'a replay needs units': [
    async ({ upload, skin, money }) => {
      const asset = await upload();
      await skin(asset);
      await money({ adjust: 7 - CREDITS });
      return (await skin(asset)).status;
    },
    200,
    402,
  ],
  'a replay needs its input': [
    async ({ upload, skin, call }) => {
      const asset = await upload();
      await skin(asset);
      await call(`DELETE /v1/assets/${asset}`);
      return (await skin(asset)).status;
    },
    200,
    404,
  ],
  'members of a product have an order': [
    async ({ upload, makeup }) => {
      const asset = await upload();
      await makeup(asset);
      const { category, color } = LIPSTICK;
      return [(await makeup(asset)).status, (await makeup(asset, [{ color, category }])).status];
    },
    [200, 200],
    [200, 409],
  ],
  'the location of makeup is relative': [
    async ({ upload, makeup, skin, base }) => {
      const asset = await upload();
      const paths = [await makeup(asset), await skin(asset)].map(({ body, headers }, index) => {
        const at = ['/v1/makeup/try-ons', '/v1/skin/analyses'][index];
        return new URL(headers.get('location') ?? '', `${base}${at}`).pathname.replace(body.id, '');
      });
      return paths;
    },
    ['/v1/jobs/', '/v1/jobs/'],
    ['/v1/makeup/jobs/', '/v1/jobs/'],
  ],
  'a tag is forgotten after an hour': [
    async ({ made, call, advance }) => {
      const { id } = await made();
      const tag = (await call(`GET /v1/jobs/${id}`)).headers.get('etag') ?? '';
      const again = async () => (await call(`GET /v1/jobs/${id}`, { headers: { 'if-none-match': tag } })).status;
      const before = await again();
      await advance('2h');
      return [before, await again()];
    },
    [304, 304],
    [304, 200],
  ],
  'a deleted job is unmodified': [
    async ({ made, call }) => {
      const { id } = await made();
      const tag = (await call(`GET /v1/jobs/${id}`)).headers.get('etag') ?? '';
      await call(`DELETE /v1/jobs/${id}`);
      const again = await call(`GET /v1/jobs/${id}`, { headers: { 'if-none-match': tag } });
      return [again.status, (await call(`GET /v1/jobs/${id}`)).status];
    },
    [404, 404],
    [304, 404],
  ],
  'a cancel does not show the expiry yet': [
    async ({ held, cancel, call }) => {
      const { id } = await held('queued');
      const cancelled = await cancel(id);
      const read = await call(`GET /v1/jobs/${id}`);
      const hasSameTag = cancelled.headers.get('etag') === read.headers.get('etag');
      return [hasSameTag, cancelled.body.expires_at === read.body.expires_at];
    },
    [true, true],
    [true, false],
  ],
  'a replay counts as usage': [
    async ({ upload, skin, counted }) => {
      const asset = await upload();
      await skin(asset);
      await skin(asset);
      return counted(TODAY);
    },
    1,
    2,
  ],
  'a job that ends after midnight counts for the new day': [
    async ({ held, advance, drive, counted }) => {
      const { id } = await held('queued');
      await advance('2h');
      await drive(`POST /jobs/${id}/release`);
      return [await counted(TODAY), await counted('2028-02-29')];
    },
    [1, 0],
    [0, 1],
  ],
} satisfies Readonly<Record<string, Row>>;
