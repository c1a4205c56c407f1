import { CREDITS, LIPSTICK, type Row } from '../testing/opened.ts';

export const SECTIONS_5_TO_9 = {
  'results are listed by job in both environments': [
    async ({ made, call, keyOf }) => {
      const { id } = await made();
      const count = async (path: string) => (await call(`GET ${path}`, { key: keyOf('test') })).body.data.length;
      return [await count(`/v1/assets?job_id=${id}`), await count('/v1/assets')];
    },
    [0, 0],
    [1, 0],
  ],
  'a test key replays a live job': [
    async ({ upload, skin }) => {
      const asset = await upload();
      const { id } = (await skin(asset)).body;
      const { status, body } = await skin(asset, {}, 'a-key', 'test');
      return [status, body.id === id];
    },
    [404, false],
    [200, true],
  ],
  'a test key needs units': [
    async ({ money, upload, skin }) => {
      await money({ adjust: -CREDITS });
      return (await skin(await upload('test'), {}, 'a-key', 'test')).status;
    },
    202,
    402,
  ],
  'a foreign input that has expired answers 410': [
    async ({ upload, skin, advance }) => {
      const asset = await upload('other_account');
      const before = (await skin(asset)).status;
      await advance('4h');
      return [before, (await skin(asset)).status];
    },
    [404, 404],
    [404, 410],
  ],
  'jobs are listed by scope': [
    async ({ upload, skin, makeup, call, keyOf }) => {
      const asset = await upload();
      await skin(asset);
      await makeup(asset);
      return (await call('GET /v1/jobs', { key: keyOf('no_skin') })).body.data.length;
    },
    2,
    1,
  ],
  'an endpoint for failures gets cancellations': [
    async ({ receive, held, cancel, advance }) => {
      const { got } = await receive(200, ['job.failed']);
      const other = await receive(200, ['job.succeeded']);
      await cancel((await held('queued')).id);
      await advance('1s');
      return [got.length, other.got.length];
    },
    [0, 0],
    [1, 0],
  ],
  'the second endpoint gets nothing': [
    async ({ receive, made, advance }) => {
      const [first, second] = [await receive(), await receive()];
      await made();
      await advance('1s');
      return [first.got.length, second.got.length];
    },
    [1, 1],
    [1, 0],
  ],
  'a late cancel sends no event': [
    async ({ receive, held, cancel, drive, advance }) => {
      const { got } = await receive();
      const late = await held('picked_up');
      await cancel(late.id);
      await drive(`POST /jobs/${late.id}/step`);
      await advance('1s');
      return got.map(({ body }) => body.type);
    },
    ['job.cancelled'],
    [],
  ],
  'a ping is tried again': [
    async ({ receive, drive, advance }) => {
      const { id, got } = await receive(500);
      await drive(`POST /endpoints/${id}/ping`);
      await advance('24h');
      return got.length;
    },
    1,
    2,
  ],
  'hrefs in events have an origin': [
    async ({ receive, made, advance }) => {
      const { got } = await receive();
      const { output } = await made();
      await advance('1s');
      return got[0]?.body.data.object.output.image.href === output.image.href;
    },
    true,
    false,
  ],
  'a retry names its delivery': [
    async ({ receive, made, advance }) => {
      const { got } = await receive(500);
      await made();
      await advance('2m');
      return got.map(({ headers, body }) => headers['service-event-id'] === body.id);
    },
    [true, true],
    [true, false],
  ],
  'a retry is signed with the time of the first attempt': [
    async ({ receive, made, advance }) => {
      const { got } = await receive(500);
      await made();
      await advance('2m');
      const [first = 0, second = 0] = got.map(({ headers }) => {
        return Number(/t=(\d+)/.exec(String(headers['service-signature']))?.[1]);
      });
      return second > first;
    },
    true,
    false,
  ],
  'a replaced secret signs for a week': [
    async ({ receive, drive, advance, made }) => {
      const { id, got } = await receive();
      await drive(`POST /endpoints/${id}/rotate`, { keep_previous_for: '1h' });
      await advance('2h');
      await made();
      await advance('1s');
      return String(got[0]?.headers['service-signature']).match(/v1=/g)?.length;
    },
    1,
    2,
  ],
  'an answer of 202 is a failure': [
    async ({ receive, made, advance }) => {
      const { got } = await receive(202);
      const other = await receive(201);
      await made();
      await advance('2m');
      return [got.length, other.got.length];
    },
    [1, 1],
    [2, 1],
  ],
  'a permanent redirect is followed': [
    async ({ receive, made, advance }) => {
      const { got } = await receive(308);
      await made();
      await advance('1s');
      return got.map(({ path }) => path);
    },
    ['/'],
    ['/', '/moved'],
  ],
  'the third wait is that of the second': [
    async ({ receive, made, advance, drive }) => {
      const { id } = await receive(500);
      await made();
      await advance('3h');
      const [{ attempts }] = await drive(`GET /endpoints/${id}/deliveries`);
      const [, second, third, fourth] = attempts.map(({ at }: { at: string }) => Date.parse(at) / 60_000);
      const isAbout = (wait: number, minutes: number) => Math.abs(wait - minutes) <= 0.21 * minutes;
      return [isAbout(third - second, 5), isAbout(fourth - third, 30)];
    },
    [true, true],
    [true, false],
  ],
  'enabling keeps the row of failures': [
    async ({ receive, makeup, upload, advance, drive }) => {
      const { id } = await receive(500);
      const isEnabled = async () => (await drive(`GET /endpoints/${id}`)).enabled;
      const asset = async (name: string) => makeup(await upload(), [LIPSTICK], name);
      for (const name of ['one', 'two', 'three']) await asset(name);
      await advance('25h');
      await asset('four');
      await advance('1s');
      const before = await isEnabled();
      await drive(`POST /endpoints/${id}/enable`);
      await asset('five');
      await advance('1s');
      return [before, await isEnabled()];
    },
    [false, true],
    [false, false],
  ],
  'a refusal for credits holds its units': [
    async ({ money, upload, skin, balance }) => {
      await money({ adjust: 3 - CREDITS });
      return [(await skin(await upload())).status, (await balance()).held_units];
    },
    [402, 0],
    [402, 7],
  ],
  'an upload counts towards the admission limit': [
    async ({ drive, upload, skin }) => {
      await drive('PATCH /switches', { admission_per_minute: 1 });
      return (await skin(await upload())).status;
    },
    202,
    429,
  ],
  'an input that is missing spends a quota unit': [
    async ({ drive, upload, skin }) => {
      await drive('PATCH /switches', { daily_quota: 1 });
      return [(await skin('asset_none')).status, (await skin(await upload(), {}, 'second')).status];
    },
    [404, 202],
    [404, 429],
  ],
  'an input that was used outlives its expiry': [
    async ({ upload, held, advance, call }) => {
      const other = await upload();
      const { asset } = await held('queued');
      await advance('4h');
      const statuses = [other, asset].map(async (id) => (await call(`GET /v1/assets/${id}`)).status);
      return Promise.all(statuses);
    },
    [404, 404],
    [404, 200],
  ],
  'a try-on of several layers has a revision in words': [
    async ({ upload, makeup, job }) => {
      const asset = await upload();
      const revisionOf = async (products: object[], name: string) =>
        typeof (await job((await makeup(asset, products, name)).body.id)).output.revision;
      return [await revisionOf([LIPSTICK], 'one'), await revisionOf([LIPSTICK, LIPSTICK], 'two')];
    },
    ['number', 'number'],
    ['number', 'string'],
  ],
} satisfies Readonly<Record<string, Row>>;
