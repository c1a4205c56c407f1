import { type ChoiceRow, describeChoices } from '../../testing/choices/choice-exchanges.ts';
import type { Reply } from '../../testing/client.ts';
import { finishedJob, LIVE } from '../../testing/steps.ts';

type Show = ChoiceRow[2];
type Tried = Parameters<Show>[0];

const DAY = 24 * 60 * 60 * 1_000;
const SKIN = '/v1/skin/analyses';

async function uploadedId({ client }: Tried): Promise<string> {
  return (await client.upload()).body.id;
}

/** How long an asset is kept, in milliseconds. */
async function life({ client }: Tried, id: string): Promise<number> {
  const { body } = await client.get(`/v1/assets/${id}`);
  return Date.parse(body.expires_at) - Date.parse(body.created_at);
}

function submitTo({ client }: Tried, id: string): Promise<Reply> {
  return client.submit(SKIN, { inputs: [{ asset_id: id, role: 'source' }], concerns: ['acne'] });
}

/** What a deletion of an asset answers, a week after it was deleted. */
const deletedAgain: Show = async (tried) => {
  const { client, emulator } = tried;
  const asset = await uploadedId(tried);
  const { body: job } = await finishedJob(tried, 'makeup.apply');
  const remove = async () => {
    const answers = [
      await client.call('DELETE', `/v1/assets/${asset}`),
      await client.call('DELETE', `/v1/jobs/${job.id}`),
    ];
    return answers.map(({ status }) => status);
  };
  await remove();
  await emulator.clock.advance('59m');
  const soon = await remove();
  await emulator.clock.advance('1m');
  return [soon, await remove()];
};

/** What the two routes of a feature answer that the account does not have. */
function withoutFeature(feature: 'lists' | 'delete', asked: (tried: Tried, key: string) => Promise<Reply[]>): Show {
  return async (tried) => {
    const tenant = tried.emulator.tenants.create({ features: { [feature]: false } });
    return (await asked(tried, tenant.keys['test']?.secret ?? '')).map(({ status }) => status);
  };
}

const deletions = withoutFeature('delete', async ({ client }, key) => [
  await client.call('DELETE', `/v1/assets/${(await client.upload({ key })).body.id}`, { key }),
  await client.call('DELETE', '/v1/jobs/job_none', { key }),
]);

const lists = withoutFeature('lists', async ({ client }, key) => [
  await client.get('/v1/assets', { key }),
  await client.get('/v1/jobs', { key }),
]);

/** An asset at the instant at which it expires: what a read, a submission, and a list have of it. */
const atExpiry: Show = async (tried) => {
  const { client, emulator } = tried;
  const id = await uploadedId(tried);
  await emulator.clock.advance('24h');
  const seen = [await client.get(`/v1/assets/${id}`), await submitTo(tried, id)].map(({ status }) => status);
  const listed = (await client.get('/v1/assets')).body.data.length;
  await emulator.clock.advance(1);
  return [...seen, listed, (await client.get(`/v1/assets/${id}`)).status];
};

const resultAtExpiry: Show = async (tried) => {
  const { body } = await finishedJob(tried, 'makeup.apply');
  await tried.emulator.clock.advance({ to: body.expires_at });
  return (await tried.client.get(body.output.image.href)).status;
};

const submittedAfter =
  (days: number): Show =>
  async (tried) => {
    const id = await uploadedId(tried);
    await tried.emulator.clock.advance(days * DAY);
    return (await submitTo(tried, id)).status;
  };

/** An input after the deletion of its first job, of two, and after that of both. */
const inputAfter =
  (others: number): Show =>
  async (tried) => {
    const { client } = tried;
    const asset = await uploadedId(tried);
    const ids = [];
    for (let job = 0; job <= others; job += 1) ids.push((await submitTo(tried, asset)).body.id);
    await tried.emulator.clock.advance('1m');
    const seen = [];
    for (const id of ids) {
      await client.call('DELETE', `/v1/jobs/${id}`);
      seen.push((await client.get(`/v1/assets/${asset}`)).status);
    }
    return seen;
  };

describeChoices(
  'assets',
  [
    ['input_retention', '2h', async (tried) => life(tried, await uploadedId(tried)), DAY, DAY / 12],
    ['input_of_deleted_job', 'goes_with_the_last', inputAfter(1), [200, 200], [200, 404]],
    ['expiry_instant', 'there', atExpiry, [404, 410, 0, 404], [200, 202, 1, 404]],
    ['expiry_instant', 'there', resultAtExpiry, 404, 200],
    [
      'malformed_id',
      400,
      async ({ client }) => {
        const paths = ['/v1/assets/none', '/v1/assets/job_1/content', '/v1/jobs/asset_1', '/v1/jobs/job_none'];
        const answers = await Promise.all(paths.map((path) => client.get(path)));
        const others = [
          await client.call('DELETE', '/v1/assets/none'),
          await client.call('DELETE', '/v1/jobs/none'),
          await client.call('POST', '/v1/jobs/none/cancel'),
        ];
        return [...answers, ...others].map(({ status }) => status);
      },
      [404, 404, 404, 404, 404, 404, 404],
      [400, 400, 400, 404, 400, 400, 400],
    ],
    [
      'tombstone_retention',
      '1h',
      deletedAgain,
      [
        [204, 204],
        [204, 204],
      ],
      [
        [204, 204],
        [404, 404],
      ],
    ],
    ['expired_input_remembered', '1h', submittedAfter(1), 410, 410],
    ['expired_input_remembered', '1h', submittedAfter(1.5), 410, 404],
    ['expired_input_remembered', '7d', submittedAfter(7), 410, 410],
    ['expired_input_remembered', '7d', submittedAfter(8), 410, 404],
    [
      'result_deletion_of_gone_job',
      404,
      async (tried) => {
        const { body } = await finishedJob(tried, 'makeup.apply');
        await tried.client.call('DELETE', `/v1/jobs/${body.id}`);
        return (await tried.client.call('DELETE', `/v1/assets/${body.output.image.id}`)).status;
      },
      204,
      404,
    ],
    [
      'deletion_of_unknown_asset',
      204,
      async (tried) => {
        const foreign = (await tried.client.upload({ key: LIVE })).body.id;
        const paths = ['/v1/assets/asset_none', `/v1/assets/${foreign}`];
        const answers = [];
        for (const path of paths) answers.push((await tried.client.call('DELETE', path)).status);
        return [...answers, (await tried.client.get(`/v1/assets/${foreign}`, { key: LIVE })).status];
      },
      [404, 404, 200],
      [204, 204, 200],
    ],
    ['delete_feature', 'jobs_only', deletions, [404, 404], [204, 404]],
    [
      'delete_feature',
      'assets_only',
      withoutFeature('delete', async (tried, key) => {
        const { body } = await finishedJob(tried, 'makeup.apply', { key });
        return [await tried.client.call('DELETE', `/v1/jobs/${body.id}`, { key })];
      }),
      [404],
      [204],
    ],
    ['lists_feature', 'jobs_only', lists, [404, 404], [200, 404]],
    ['lists_feature', 'assets_only', lists, [404, 404], [404, 200]],
  ],
  (name) => !/content/.test(name),
);
