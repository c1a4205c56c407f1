import { createHmac } from 'node:crypto';
import { CREDITS, type Row } from '../testing/opened.ts';

export const SECTIONS_5_TO_9 = {
  'a cancelled job is deleted without its scope': [
    async ({ held, cancel, made, call, keyOf }) => {
      const { id } = await held('queued');
      await cancel(id);
      const other = (await made()).id;
      const erase = async (job: string) => (await call(`DELETE /v1/jobs/${job}`, { key: keyOf('no_scope') })).status;
      return [await erase(id), await erase(other)];
    },
    [403, 403],
    [204, 403],
  ],
  'a download needs the scope of its job': [
    async ({ made, call, keyOf }) => {
      const { href } = (await made()).output.image;
      const download = async (key: string) => (await call(`GET ${href}`, { key })).status;
      return [await download(keyOf('no_skin')), await download(keyOf('no_makeup'))];
    },
    [200, 200],
    [200, 403],
  ],
  'an upload is refused while keys cannot be read': [
    async ({ drive, call }) => {
      await drive('PATCH /switches', { key_store_unreadable: true });
      return [(await call('GET /v1/usage')).status, (await call('POST /v1/assets', { body: Buffer.alloc(9) })).status];
    },
    [503, 503],
    [503, 401],
  ],
  'a foreign result is owned by its job': [
    async ({ made, upload, call, keyOf }) => {
      const { id } = (await made()).output.image;
      const erase = async (asset: string) =>
        (await call(`DELETE /v1/assets/${asset}`, { key: keyOf('other_account') })).status;
      return [await erase(id), await erase(await upload())];
    },
    [404, 404],
    [409, 404],
  ],
  'a live endpoint gets the events of test jobs': [
    async ({ receive, upload, skin, advance }) => {
      const { got } = await receive();
      await skin(await upload('test'), {}, 'a-key', 'test');
      await advance('1s');
      return got.length;
    },
    0,
    1,
  ],
  'a repeated cancel sends its event again': [
    async ({ receive, held, cancel, advance }) => {
      const { got } = await receive();
      const { id } = await held('queued');
      for (let count = 0; count < 2; count += 1) await cancel(id);
      await advance('1s');
      return new Set(got.map(({ body }) => body.id)).size;
    },
    1,
    2,
  ],
  'a second endpoint counts on from the first': [
    async ({ receive, made, advance }) => {
      const [first, second] = [await receive(), await receive()];
      await made();
      await advance('1s');
      return [first, second].map(({ got }) => got[0]?.headers['service-delivery-attempt']);
    },
    ['1', '1'],
    ['1', '2'],
  ],
  'a retry is signed with the secret of the first attempt': [
    async ({ receive, made, advance, drive }) => {
      const { id, got } = await receive(500);
      await made();
      await advance('1s');
      const { secret } = await drive(`POST /endpoints/${id}/rotate`);
      await advance('2m');
      return got.map(({ headers, body }) => {
        const [, time = '', sent] = /^t=(\d+),v1=([0-9a-f]+)$/.exec(String(headers['service-signature'])) ?? [];
        return (
          sent ===
          createHmac('sha256', secret)
            .update(`${time}.${JSON.stringify(body)}`)
            .digest('hex')
        );
      });
    },
    [false, true],
    [false, false],
  ],
  'enabling revives what was cancelled': [
    async ({ receive, made, advance, drive }) => {
      const { id, got } = await receive(500);
      await made();
      await advance('1s');
      await drive(`POST /endpoints/${id}/disable`);
      await drive(`POST /endpoints/${id}/enable`);
      await advance('1s');
      return got.length;
    },
    1,
    2,
  ],
  'test funds pay for submissions': [
    async ({ money, upload, skin, balance }) => {
      await money({ test_funded: CREDITS - 3, enforced: true });
      return [(await balance()).spendable_units, (await skin(await upload())).status];
    },
    [3, 402],
    [3, 202],
  ],
  'a submission beyond the quota holds its units': [
    async ({ drive, upload, skin, balance }) => {
      await drive('PATCH /switches', { daily_quota: 1 });
      const asset = await upload();
      const first = (await skin(asset)).status;
      return [first, (await skin(asset, {}, 'another')).status, (await balance()).held_units];
    },
    [202, 429, 0],
    [202, 429, 7],
  ],
  'a cancellation has no api_version': [
    async ({ receive, held, cancel, made, advance }) => {
      const { got } = await receive();
      await made();
      await cancel((await held('queued')).id);
      await advance('1s');
      return Object.fromEntries(got.map(({ body }) => [body.type, body.api_version]));
    },
    { 'job.succeeded': 'v1', 'job.cancelled': 'v1' },
    { 'job.succeeded': 'v1', 'job.cancelled': undefined },
  ],
} satisfies Readonly<Record<string, Row>>;
