import { LIPSTICK, type Row, TODAY } from '../testing/opened.ts';

type Listed = { id: string; created_at: string };

export const SECTION_4 = {
  'results are listed by the time of their job': [
    async ({ held, advance, upload, drive, call }) => {
      const visualizations = [{ concern: 'acne', kind: 'mask' }];
      const { id } = await held('queued', 'a-key', { visualizations });
      await advance('1m');
      await upload();
      await advance('1m');
      await drive(`POST /jobs/${id}/release`);
      const times = (await call('GET /v1/assets')).body.data.map(({ created_at }: Listed) => created_at);
      return [times.length, String(times) === String(times.toSorted().toReversed())];
    },
    [3, true],
    [3, false],
  ],
  'a cursor goes with a key of the other environment': [
    async ({ upload, call, keyOf }) => {
      for (let count = 0; count < 2; count += 1) await upload();
      const { next_cursor } = (await call('GET /v1/assets?limit=1')).body;
      const answers = [keyOf('test'), keyOf('other_account')].map((key) =>
        call(`GET /v1/assets?cursor=${next_cursor}`, { key }),
      );
      return (await Promise.all(answers)).map(({ status }) => status);
    },
    [400, 400],
    [200, 400],
  ],
  'a cursor ends with its asset': [
    async ({ upload, call }) => {
      for (let count = 0; count < 3; count += 1) await upload();
      const { data, next_cursor } = (await call('GET /v1/assets?limit=2')).body;
      const next = async () => (await call(`GET /v1/assets?cursor=${next_cursor}`)).body.data?.length;
      const before = await next();
      await call(`DELETE /v1/assets/${data[1].id}`);
      return [before, await next()];
    },
    [1, 1],
    [1, undefined],
  ],
  'an unknown parameter is let through beside a cursor': [
    async ({ upload, call }) => {
      for (let count = 0; count < 2; count += 1) await upload();
      const { next_cursor } = (await call('GET /v1/assets?limit=1')).body;
      const ask = async (query: string) => (await call(`GET /v1/assets?${query}`)).status;
      return [await ask('colour=red'), await ask(`colour=red&cursor=${next_cursor}`)];
    },
    [400, 400],
    [400, 200],
  ],
  'a job id lists the input too': [
    async ({ made, call }) => {
      const { id } = await made();
      return (await call(`GET /v1/assets?job_id=${id}`)).body.data
        .map(({ purpose }: { purpose: string }) => purpose)
        .sort();
    },
    ['result'],
    ['input', 'result'],
  ],
  'later pages have what has expired': [
    async ({ upload, advance, call }) => {
      await upload();
      await advance('4h');
      for (let count = 0; count < 2; count += 1) await upload();
      const first = (await call('GET /v1/assets?limit=1')).body;
      const second = (await call(`GET /v1/assets?cursor=${first.next_cursor}`)).body;
      return [first, second, (await call('GET /v1/assets')).body].map(({ data }) => data.length);
    },
    [1, 1, 2],
    [1, 2, 2],
  ],
  'an asset deleted before its expiry is missing after it': [
    async ({ upload, call, advance }) => {
      const [first, second] = [await upload(), await upload()];
      const erase = async (id: string) => (await call(`DELETE /v1/assets/${id}`)).status;
      const before = [await erase(first), await erase(first)];
      await advance('4h');
      return [...before, await erase(first), await erase(second)];
    },
    [204, 204, 204, 204],
    [204, 204, 404, 204],
  ],
  'keys are compared without case': [
    async ({ upload, skin }) => {
      const asset = await upload();
      const names = ['a-key', 'A-Key', 'b-key'];
      const statuses: number[] = [];
      for (const name of names) statuses.push((await skin(asset, {}, name)).status);
      return statuses;
    },
    [202, 202, 202],
    [202, 200, 202],
  ],
  'opacity is not part of the request': [
    async ({ upload, makeup }) => {
      const asset = await upload();
      await makeup(asset, [{ ...LIPSTICK, opacity: 0.5 }]);
      const other = await makeup(asset, [{ ...LIPSTICK, opacity: 0.75 }]);
      return [other.status, (await makeup(asset, [{ ...LIPSTICK, color: '#112233', opacity: 0.5 }])).status];
    },
    [409, 409],
    [200, 409],
  ],
  'a failed job is tried again with its key': [
    async ({ fail, upload, skin }) => {
      await fail();
      const asset = await upload();
      const { id } = (await skin(asset)).body;
      const again = await skin(asset);
      return [again.status, again.body.id === id];
    },
    [200, true],
    [202, false],
  ],
  'the color of a second layer may be missing': [
    async ({ upload, makeup }) => {
      const asset = await upload();
      const bare = { category: 'foundation' };
      return [(await makeup(asset, [bare])).status, (await makeup(asset, [LIPSTICK, bare])).status];
    },
    [400, 400],
    [400, 202],
  ],
  'an ended job has any tag': [
    async ({ held, call, drive }) => {
      const { id } = await held('queued');
      const tag = (await call(`GET /v1/jobs/${id}`)).headers.get('etag') ?? '';
      const again = async () => (await call(`GET /v1/jobs/${id}`, { headers: { 'if-none-match': tag } })).status;
      const before = await again();
      await drive(`POST /jobs/${id}/release`);
      return [before, await again()];
    },
    [304, 200],
    [304, 304],
  ],
  'a deferred cancel of a queued job has no Retry-After': [
    async ({ held, cancel, drive }) => {
      const { id } = await held('picked_up');
      const seen = await cancel(id);
      await drive(`POST /jobs/${id}/release`);
      const running = await cancel((await held('processing', 'another')).id);
      return [seen, running].map(({ status, body, headers }) => [status, body.status, headers.has('retry-after')]);
    },
    [
      [202, 'queued', true],
      [202, 'running', true],
    ],
    [
      [202, 'queued', false],
      [202, 'running', true],
    ],
  ],
  'replayed jobs are listed first': [
    async ({ upload, skin, advance, call }) => {
      const asset = await upload();
      const first = (await skin(asset)).body.id;
      await advance('1m');
      const second = (await skin(asset, {}, 'another')).body.id;
      const listed = async () => {
        const ids = (await call('GET /v1/jobs')).body.data.map(({ id }: Listed) => id);
        return String(ids) === String([second, first]);
      };
      const before = await listed();
      await skin(asset);
      return [before, await listed()];
    },
    [true, true],
    [true, false],
  ],
  'a failed job is taken out of the usage': [
    async ({ upload, skin, fail, counted }) => {
      const asset = await upload();
      await skin(asset);
      await fail();
      await skin(asset, {}, 'another');
      return counted(TODAY);
    },
    2,
    1,
  ],
} satisfies Readonly<Record<string, Row>>;
