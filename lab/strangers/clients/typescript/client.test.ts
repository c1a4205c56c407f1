import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import {
  type Analysis,
  type Answer,
  ApiError,
  type Call,
  concernsOf,
  type Job,
  JobError,
  outputOf,
  type Picture,
  type ResultAsset,
  resultsOf,
  type Tracked,
  TryOnClient,
} from './client.ts';
import { createReceiver, type WebhookEvent } from './receiver.ts';

const { TRYON_URL = '', TRYON_TEST_KEY = '', TRYON_LIVE_KEY = '', TRYON_TOKEN, TRYON_CLIENT_REPORT } = process.env;

function tell(line: object): void {
  if (TRYON_CLIENT_REPORT) appendFileSync(TRYON_CLIENT_REPORT, `${JSON.stringify(line)}\n`);
}
tell({ reports: ['ends', 'pictures', 'refusals', 'waits'] });

/** The client, which tells what its methods gave back or threw. It would wait, but its sleep only notes the seconds. */
class TellingClient extends TryOnClient {
  readonly waits: number[] = [];

  constructor(key: string) {
    const sleep = async (seconds: number) => {
      this.waits.push(seconds);
      tell({ waited: seconds });
    };
    super({ url: TRYON_URL, key, sleep });
  }

  override async follow(job: Tracked): Promise<Job> {
    const end = await super.follow(job);
    tell({ job: end.id, ended: end.status });
    return end;
  }

  override async download(asset: ResultAsset): Promise<Uint8Array> {
    try {
      const bytes = await super.download(asset);
      tell({ asset: asset.id, bytes: bytes.length });
      return bytes;
    } catch (error) {
      tell({ asset: asset.id, bytes: null });
      throw error;
    }
  }

  // Every refusal reaches the user, except that a cancel which came too late is answered with the job.
  protected override async call<T>(route: string, call: Call, read: (bytes: Uint8Array) => T): Promise<Answer<T>> {
    try {
      return await super.call(route, call, read);
    } catch (error) {
      if (error instanceof ApiError && error.code !== 'JOB_NOT_CANCELLABLE') tell({ refused: route });
      throw error;
    }
  }
}

async function control<T = any>(method: string, path: string, body?: object, world?: string): Promise<T> {
  const headers = {
    'Content-Type': 'application/json',
    ...(world && { 'Emulator-World': world }),
    ...(TRYON_TOKEN && { Authorization: `Bearer ${TRYON_TOKEN}` }),
  };
  const answer = await fetch(`${TRYON_URL}/_emulator/v1${path}`, {
    method,
    headers,
    body: body && JSON.stringify(body),
  });
  const text = await answer.text();
  assert.ok(answer.ok, `${method} ${path}: ${text}`);
  return text === '' ? (undefined as T) : JSON.parse(text);
}

/** A service of its own for a test: clients with its keys, and control calls. */
async function openWorld(t: TestContext, options: object = {}) {
  const { name, keys } = await control('POST', '/worlds', options);
  t.after(() => control('DELETE', `/worlds/${name}`));
  const say = <T = any>(method: string, path: string, body?: object) => control<T>(method, path, body, name);
  return {
    client: new TellingClient(keys.test),
    live: new TellingClient(keys.live),
    say,
    /** Decides about the job with this Idempotency-Key, whichever of several jobs arrives first. */
    plan: (key: string, plan: object) => say('POST', '/plans', { match: { idempotency_key: key }, ...plan }),
    fault: (route: string, effect: object, nth = 1) =>
      say('POST', '/faults', { match: { route }, nth, times: 1, effect }),
    account: async (): Promise<string> => (await say<string[]>('GET', '/accounts'))[0]!,
  };
}

async function face(name = 'afro.png'): Promise<Picture> {
  const answer = await fetch(`${TRYON_URL}/_emulator/fixtures/faces/${name}`);
  assert.ok(answer.ok, name);
  const mediaType = `image/${name.split('.').at(-1)}` as Picture['mediaType'];
  return { bytes: new Uint8Array(await answer.arrayBuffer()), mediaType };
}

/** One order for each key. */
async function ordersFor(...keys: string[]): Promise<Analysis[]> {
  const picture = await face();
  return keys.map((idempotencyKey) => ({ picture, concerns: ['acne', 'pore'], idempotencyKey }));
}

const lipstick = { category: 'lipstick', color: '#a1304a', opacity: 0.8 } as const;
const foundation = { category: 'foundation', color: '#d8a988' } as const;
const idsOf = (list: { id: string }[]) => list.map(({ id }) => id).sort();
const refusedWith = (code: string) => (error: unknown) => error instanceof ApiError && error.code === code;

/** The jobs of outcomes without errors, in the order of the orders. */
function jobsOf(outcomes: { job?: Job; error?: unknown }[]): Job[] {
  return outcomes.map(({ job, error }) => {
    if (error) throw error;
    return job!;
  });
}

test('several pictures are analysed at once, and their results downloaded at once', async () => {
  const client = new TellingClient(TRYON_TEST_KEY);
  const names = ['afro.png', 'curly-red.jpeg', 'grey-bob.webp', 'short-blond.png'];
  const orders = await Promise.all(
    names.map(
      async (name): Promise<Analysis> => ({
        picture: await face(name),
        concerns: ['wrinkles', 'acne', 'dark_circle'],
        visualizations: [
          { concern: 'acne', kind: 'mask' },
          { concern: 'wrinkles', kind: 'visual' },
        ],
      }),
    ),
  );
  const jobs = jobsOf(await client.analyseAll(orders));
  assert.equal(new Set(idsOf(jobs)).size, names.length);
  for (const job of jobs) {
    assert.equal(job.status, 'succeeded');
    const concerns = concernsOf(job);
    assert.deepEqual([...concerns.keys()].sort(), ['acne', 'dark_circle', 'wrinkles']);
    for (const { status, score, unavailable_reason } of concerns.values()) {
      assert.equal(typeof score === 'number', status === 'measured');
      assert.equal(unavailable_reason === null, status === 'measured');
    }
  }
  const downloads = (await Promise.all(jobs.map((job) => client.downloadAll(job)))).flat();
  assert.equal(downloads.length, 2 * names.length);
  for (const { asset, bytes, error } of downloads) {
    assert.ifError(error);
    assert.equal(bytes?.length, asset.size_bytes);
    assert.ok(['mask.acne', 'visual.wrinkles'].includes(asset.role), asset.role);
  }
  await Promise.all(jobs.map((job) => client.deleteJob(job.id)));
  await Promise.all(jobs.map((job) => assert.rejects(client.job(job.id), refusedWith('JOB_NOT_FOUND'))));
});

test('an order is one job, whether it is repeated, changed or deleted', async (t) => {
  const { client } = await openWorld(t);
  const { id } = await client.upload(await face());
  const [lips, both] = await Promise.all([
    client.submitMakeup(id, [lipstick], 'lips'),
    client.submitMakeup(id, [foundation, lipstick], 'both'),
  ]);
  await client.deleteAsset(id); // the jobs have their own copies
  const jobs = await Promise.all([client.follow(lips), client.follow(both)]);
  for (const job of jobs) assert.equal(outputOf(job).type, 'makeup.try_on');
  const downloads = (await Promise.all(jobs.map((job) => client.downloadAll(job)))).flat();
  assert.deepEqual(
    downloads.map(({ bytes }) => bytes?.length),
    downloads.map(({ asset }) => asset.size_bytes),
  );

  assert.equal((await client.submitMakeup(id, [lipstick], 'lips')).id, lips.id);
  await assert.rejects(client.submitMakeup(id, [lipstick, foundation], 'both'), refusedWith('IDEMPOTENCY_KEY_REUSED'));
  await client.deleteJob(lips.id);
  await client.deleteJob(lips.id);
  await assert.rejects(client.submitMakeup(id, [lipstick], 'lips'), refusedWith('JOB_DELETED'));
  assert.equal((await client.job(both.id)).status, 'succeeded');
});

test('a job that fails does not disturb the others, and its output is never read', async (t) => {
  const { client, plan } = await openWorld(t);
  const codes = ['INPUT_UNPROCESSABLE', 'INPUT_EXPIRED', 'PROCESSING_FAILED'];
  for (const code of codes) await plan(code, { outcome: { status: 'failed', code } });
  await plan('measured', {
    stages: { processing: '30s' },
    outcome: { status: 'succeeded', scores: { acne: 12 }, unavailable: { pore: 'not_measurable' } },
  });
  const [measured, ...failed] = jobsOf(await client.analyseAll(await ordersFor('measured', ...codes)));
  failed.forEach((job, index) => {
    assert.deepEqual([job.status, job.error?.code], ['failed', codes[index]]);
    assert.throws(() => resultsOf(job), JobError);
  });
  assert.equal(concernsOf(measured!).get('acne')?.score, 12);
  const { score, unavailable_reason } = concernsOf(measured!).get('pore')!;
  assert.deepEqual([score, unavailable_reason], [null, 'not_measurable']);
});

test('lost answers, busy answers and broken downloads cost time, and no second job', async (t) => {
  const { client, say, fault } = await openWorld(t);
  await fault('POST /v1/assets', { kind: 'error', retry_after: 7 }, 2);
  await fault('POST /v1/skin/analyses', { kind: 'commit_then_drop' }, 1);
  await fault('POST /v1/skin/analyses', { kind: 'error', error: 'rate_limited', retry_after: 11 }, 3);
  await fault('POST /v1/skin/analyses', { kind: 'commit_then_error', retry_after: 3 }, 4);
  await fault('GET /v1/jobs/:id', { kind: 'reset' }, 3);
  await fault('GET /v1/jobs/:id', { kind: 'error', retry_after: 13 }, 5);
  await fault('GET /v1/assets/:id/content', { kind: 'truncate', bytes: 100 }, 2);
  const picture = await face();
  const order: Analysis = { picture, concerns: ['redness'], visualizations: [{ concern: 'redness', kind: 'mask' }] };
  const jobs = jobsOf(await client.analyseAll([order, order, order, order]));
  assert.deepEqual(
    jobs.map(({ status }) => status),
    Array(4).fill('succeeded'),
  );
  assert.deepEqual(idsOf(await say<Job[]>('GET', '/jobs')), idsOf(jobs));
  for (const asked of [7, 11, 3, 13])
    assert.ok(
      client.waits.some((seconds) => seconds >= asked),
      `${asked} s`,
    );

  const downloads = (await Promise.all(jobs.map((job) => client.downloadAll(job)))).flat();
  assert.deepEqual(
    downloads.map(({ bytes }) => bytes?.length),
    jobs.flatMap(resultsOf).map((asset) => asset.size_bytes),
  );
});

test('cancelled jobs end as the service says: in time, late, or not at all', async (t) => {
  const { client, say, plan } = await openWorld(t);
  await plan('in-time', { hold_at: 'queued' });
  await plan('late', { hold_at: 'processing' });
  const { id } = await client.upload(await face());
  const [inTime, late, done] = await Promise.all(
    ['in-time', 'late', 'done'].map((key) => client.submitMakeup(id, [lipstick], key)),
  );
  await say('POST', '/clock/advance', { by: '10m' });
  assert.equal((await client.follow(done!)).status, 'succeeded');
  await assert.rejects(client.deleteJob(late!.id), refusedWith('JOB_IN_PROGRESS'));

  const release = async () => {
    await say('POST', '/journal/wait', { request: { route: 'POST /v1/jobs/:id/cancel', mentions: late!.id } });
    await say('POST', `/jobs/${encodeURIComponent(late!.id)}/release`);
  };
  const [first, second, third] = await Promise.all([
    client.cancel(inTime!.id),
    client.cancel(late!.id),
    client.cancel(done!.id),
    release(),
  ]);
  // Processing had begun, so the late one ran to its end.
  assert.deepEqual([first.status, second.status, third.status], ['cancelled', 'succeeded', 'succeeded']);
  assert.equal((await client.cancel(inTime!.id)).status, 'cancelled');
  assert.equal((await client.downloadAll(second))[0]?.error, undefined);
});

test('jobs cost their units, and a job cancelled in the queue costs none', async (t) => {
  const { live, plan } = await openWorld(t);
  await plan('queued', { hold_at: 'queued' });
  const before = await live.balance();
  const { id } = await live.upload(await face());
  const submitted = await Promise.all([
    live.submitMakeup(id, [lipstick], 'queued'),
    live.submitMakeup(id, [lipstick]),
    live.submitAnalysis(id, { concerns: ['acne'] }),
    live.submitAnalysis(id, { concerns: ['eye_bag'] }),
  ]);
  const { 'makeup.apply': makeup = 0, 'skin.analyze': skin = 0 } = before.unit_costs;
  assert.equal((await live.balance()).available_units, before.available_units - 2 * makeup - 2 * skin);
  const [queued, ...others] = submitted;
  const ends = await Promise.all([live.cancel(queued!.id), ...others.map((job) => live.follow(job))]);
  assert.deepEqual(
    ends.map(({ status }) => status),
    ['cancelled', 'succeeded', 'succeeded', 'succeeded'],
  );
  assert.equal((await live.balance()).available_units, before.available_units - makeup - 2 * skin);
  assert.ok(await live.usage());
  assert.ok(await live.jobs());
});

test('when the units are enough for one job, one of two orders is accepted', async (t) => {
  const { live, say, account } = await openWorld(t);
  const cost = (await live.balance()).unit_costs['skin.analyze']!;
  await say('POST', `/accounts/${await account()}/credits`, { set: cost, enforced: true });
  const outcomes = await live.analyseAll(await ordersFor('one', 'two'));
  const refused = outcomes.filter(({ error }) => error);
  assert.equal(refused.length, 1);
  assert.ok(refusedWith('INSUFFICIENT_CREDITS')(refused[0]?.error));
  assert.deepEqual(outcomes.map(({ job }) => job?.status).sort(), ['succeeded', undefined]);
});

test('lists are walked to their ends, while other lists are', async (t) => {
  const { client } = await openWorld(t);
  const picture = await face('curly-red.webp');
  const visualizations = [
    { concern: 'acne', kind: 'mask' },
    { concern: 'acne', kind: 'visual' },
  ] as const;
  const order: Analysis = { picture, concerns: ['acne'], visualizations: [...visualizations] };
  const [jobs] = await Promise.all([
    client.analyseAll([order, order]).then(jobsOf),
    ...Array.from({ length: 3 }, () => client.upload(picture)),
  ]);
  const walk = async (filters: object) => {
    const found = [];
    for await (const asset of client.assets(filters)) found.push(asset);
    return found;
  };
  const [inputs, ...results] = await Promise.all([
    walk({ purpose: 'input', limit: 2 }),
    ...jobs.map((job) => walk({ job_id: job.id, limit: 1 })),
  ]);
  assert.equal(new Set(idsOf(inputs)).size, 5);
  const times = inputs.map((asset) => Date.parse(asset.created_at));
  assert.deepEqual(
    times,
    [...times].sort((a, b) => b - a),
  );
  assert.deepEqual(
    results.map(idsOf),
    jobs.map((job) => idsOf(resultsOf(job))),
  );

  const [input, result] = [inputs[0]!, results[0]![0]!];
  await assert.rejects(client.deleteAsset(result.id), refusedWith('ASSET_OWNED_BY_JOB'));
  assert.equal((await client.asset(input.id)).purpose, 'input');
  await client.deleteAsset(input.id);
  await client.deleteAsset(input.id);
  await assert.rejects(client.asset(input.id), refusedWith('ASSET_NOT_FOUND'));
  await assert.rejects(walk({ limit: 101 }), refusedWith('INVALID_REQUEST'));
});

test('jobs are followed where lists, cancels, deletes and the balance are not enabled', async (t) => {
  const { client, say, account } = await openWorld(t);
  const features = { lists: false, cancel: false, delete: false, credits: false };
  await say('PATCH', `/accounts/${await account()}`, { features });
  const { id } = await client.upload(await face());
  const submitted = await Promise.all([client.submitMakeup(id, [lipstick]), client.submitMakeup(id, [foundation])]);
  const isOff = (error: unknown) => error instanceof ApiError && error.isNotEnabled;
  await Promise.all([
    assert.rejects(client.cancel(submitted[0].id), isOff),
    assert.rejects(client.jobs(), isOff),
    assert.rejects(client.assets().next(), isOff),
    assert.rejects(client.balance(), isOff),
  ]);
  const jobs = await Promise.all(submitted.map((job) => client.follow(job)));
  assert.deepEqual(
    jobs.map(({ status }) => status),
    ['succeeded', 'succeeded'],
  );
  await Promise.all([
    assert.rejects(client.deleteJob(jobs[0]!.id), isOff),
    assert.rejects(client.deleteAsset(id), isOff),
  ]);
});

test('results that have expired are reported as gone', async (t) => {
  const { client, say } = await openWorld(t);
  const { id } = await client.upload(await face());
  const submitted = await Promise.all([1, 2, 3].map(() => client.submitMakeup(id, [lipstick])));
  const jobs = await Promise.all(submitted.map((job) => client.follow(job)));
  const last = Math.max(...jobs.flatMap(resultsOf).map((asset) => Date.parse(asset.expires_at)));
  await say('POST', '/clock/advance', { to: new Date(last + 1000).toISOString() });
  const downloads = (await Promise.all(jobs.map((job) => client.downloadAll(job)))).flat();
  assert.equal(downloads.length, 3);
  for (const { bytes, error } of downloads) {
    assert.equal(bytes, undefined);
    assert.ok(error instanceof ApiError && error.status === 404);
  }
});

test('refusals that no waiting helps are reported at once', async () => {
  const [client, live] = [new TellingClient(TRYON_TEST_KEY), new TellingClient(TRYON_LIVE_KEY)];
  const stranger = new TellingClient('pk_test_of_nobody');
  const { id } = await client.upload(await face());
  const job = await client.submitAnalysis(id, { concerns: ['moisture', 'moisture'] }); // a set, for the client
  await Promise.all([
    assert.rejects(stranger.usage(), refusedWith('INVALID_API_KEY')),
    assert.rejects(live.job(job.id), refusedWith('JOB_NOT_FOUND')),
    assert.rejects(live.asset(id), refusedWith('ASSET_NOT_FOUND')),
    assert.rejects(
      live.job('job_a/b?c'),
      (error) => error instanceof ApiError && error.status >= 400 && error.status < 500,
    ),
  ]);
  assert.deepEqual([...stranger.waits, ...live.waits], []);
  assert.equal((await client.follow(job)).status, 'succeeded');
});

test('an output of an unknown type is kept', async (t) => {
  const members = { 'output.type': 'skin.relief', 'output.relief': [1, 2] };
  const { client } = await openWorld(t, {
    answers: [{ when: { resource: 'job', state: 'succeeded' }, answer: { members } }],
  });
  for (const job of jobsOf(await client.analyseAll(await ordersFor('one', 'two')))) {
    assert.deepEqual([outputOf(job).type, outputOf(job).relief], ['skin.relief', [1, 2]]);
    assert.deepEqual(resultsOf(job), []);
  }
});

test('a receiver takes each genuine event once, and polling says how the jobs ended', async (t) => {
  const { client, say, plan } = await openWorld(t);
  let secrets: string[] = [];
  const events: WebhookEvent[] = [];
  const receiver = createReceiver(
    () => secrets,
    (event) => void events.push(event),
  ).listen(0, '127.0.0.1');
  t.after(() => receiver.close());
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
  const endpoint = await say('POST', '/endpoints', { url });
  secrets = [endpoint.secret];

  await plan('fails', { outcome: { status: 'failed', code: 'PROCESSING_FAILED' } });
  const jobs = jobsOf(await client.analyseAll(await ordersFor('one', 'fails', 'two')));
  assert.deepEqual(
    jobs.map(({ status }) => status),
    ['succeeded', 'failed', 'succeeded'],
  );
  await say('POST', `/endpoints/${endpoint.id}/ping`);
  await say('POST', '/clock/advance', { until: 'idle' });
  for (const { id, event } of await say('GET', `/deliveries?endpoint=${endpoint.id}`)) {
    if (event.job !== null) await say('POST', `/deliveries/${id}/resend`);
  }
  const ended = events.filter(({ type }) => ['job.succeeded', 'job.failed', 'job.cancelled'].includes(type));
  assert.deepEqual(ended.map(({ data }) => data.object.id).sort(), idsOf(jobs));

  const count = events.length;
  const send = async (body: string, signature?: string) => {
    const headers = { 'Content-Type': 'application/json', ...(signature && { 'Service-Signature': signature }) };
    return (await fetch(url, { method: 'POST', body, headers })).ok;
  };
  const now = Math.floor(Date.now() / 1000);
  const v1 = (body: string, t: number, secret = endpoint.secret) =>
    `v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
  const body = JSON.stringify({ id: 'evt_mine', type: 'job.archived', data: { object: {} } });
  for (const forged of [
    undefined,
    `t=${now}`,
    v1(body, now),
    `t=${now},${v1(body, now, 'whsec_other')}`,
    `t=${now},${v1(`${body} `, now)}`,
    `t=${now - 400},${v1(body, now - 400)}`,
    `t=${now + 400},${v1(body, now + 400)}`,
    `t=${now},t=${now},${v1(body, now)}`,
    `t=now,${v1(body, now)}`,
    `t=${now},v0=${v1(body, now).slice(3)}`,
  ]) {
    assert.equal(await send(body, forged), false, forged);
  }
  assert.equal(await send('no JSON', `t=${now},${v1('no JSON', now)}`), false);
  assert.equal(events.length, count);
  assert.equal(await send(body, `t=${now},${v1(body, now, 'whsec_other')},${v1(body, now)}`), true); // during a rotation
  assert.equal(events.length, count + 1);
});
