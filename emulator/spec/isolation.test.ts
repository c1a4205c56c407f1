import { describe, expect, it } from 'vitest';
import { type Client, emulatorFor, facePng, REQUESTS, type Reply } from '../testing/client.ts';

const OWNER = 'pk_live_alpha';
const STRANGERS = [
  ['another account', 'pk_live_beta'],
  ['the other environment of the account', 'pk_test_alpha'],
  ['another account’s other environment', 'pk_test_beta'],
] as const;

const ACCOUNTS = [
  { name: 'alpha', keys: [{ secret: 'pk_live_alpha' }, { secret: 'pk_test_alpha' }] },
  { name: 'beta', keys: [{ secret: 'pk_live_beta' }, { secret: 'pk_test_beta' }] },
];
const NEVER_JOB = 'job_0000000000000000';
const NEVER_ASSET = 'asset_0000000000000000';
const { client, foreign } = await worldWithThings();

/** A world in which the owner has things in every state, and no one else has any. */
async function worldWithThings() {
  const { emulator, client } = await emulatorFor({ accounts: ACCOUNTS });
  const finished = await client.submitOn('makeup.apply', { key: OWNER, idempotencyKey: 'finished' });
  const deleted = await client.submitOn('makeup.apply', { key: OWNER });
  const cancelled = await client.submitOn('hair.try_on', { key: OWNER });
  await client.call('POST', `/v1/jobs/${cancelled.body.id}/cancel`, { key: OWNER });
  await emulator.clock.advance('4s');
  await client.call('DELETE', `/v1/jobs/${deleted.body.id}`, { key: OWNER });
  const running = await client.submitOn('skin.analyze', { key: OWNER });
  await emulator.clock.advance('2s');
  const queued = await client.submitOn('skin.analyze', { key: OWNER });
  const input = await client.upload({ key: OWNER });
  const deletedInput = await client.upload({ key: OWNER });
  await client.call('DELETE', `/v1/assets/${deletedInput.body.id}`, { key: OWNER });
  const result = (await client.get(`/v1/jobs/${finished.body.id}`, { key: OWNER })).body.output.image;
  const foreign = {
    jobs: [
      ['queued', queued.body.id],
      ['running', running.body.id],
      ['succeeded', finished.body.id],
      ['cancelled', cancelled.body.id],
      ['deleted', deleted.body.id],
    ] as [string, string][],
    assets: [
      ['an input', input.body.id],
      ['a deleted input', deletedInput.body.id],
      ['a result', result.id],
    ] as [string, string][],
    finished: String(finished.body.id),
    input: String(input.body.id),
    result: String(result.id),
  };
  return { client, foreign };
}

/** Everything that a caller can see of an answer, except for the request id and the date. */
function seen({ status, headers, text }: Reply) {
  const shown = [...headers].filter(([name]) => name !== 'date').sort();
  return { status, headers: shown, text: text.replace(/req_[0-9a-z]+/, 'req_*') };
}

/** Everything that the owner sees of their own things. */
async function ownView(client: Client): Promise<string[]> {
  const paths = ['/v1/assets', '/v1/jobs', '/v1/usage', '/v1/credits/balance'];
  return Promise.all(paths.map(async (path) => (await client.get(path, { key: OWNER })).text));
}

type Ask = (id: string, key: string) => Promise<Reply>;

const asking =
  (method: string, before: string, after = '', headers: Record<string, string> = {}): Ask =>
  (id, key) =>
    client.call(method, `${before}${id}${after}`, { key, headers });
const submitting =
  (operation: keyof typeof REQUESTS): Ask =>
  (id, key) => {
    const { path, body } = REQUESTS[operation];
    return client.submit(path, { ...body, inputs: [{ asset_id: id, role: 'source' }] }, { key });
  };
const ANY = { 'If-None-Match': '*' };
const JOB_CALLS: [string, Ask][] = [
  ['a read', asking('GET', '/v1/jobs/')],
  ['a conditional read', asking('GET', '/v1/jobs/', '', ANY)],
  ['a cancel', asking('POST', '/v1/jobs/', '/cancel')],
  ['a deletion', asking('DELETE', '/v1/jobs/')],
];
const ASSET_CALLS: [string, Ask][] = [
  ['a read', asking('GET', '/v1/assets/')],
  ['a download', asking('GET', '/v1/assets/', '/content')],
  ['a conditional download', asking('GET', '/v1/assets/', '/content', ANY)],
  ['a deletion', asking('DELETE', '/v1/assets/')],
  ['a skin analysis', submitting('skin.analyze')],
  ['a makeup try-on', submitting('makeup.apply')],
  ['a hair try-on', submitting('hair.try_on')],
];
const CALLS = [
  ...JOB_CALLS.flatMap(([name, ask]) =>
    foreign.jobs.map(
      ([state, id]) => [`${name} of a job that is ${state}`, ask, id, NEVER_JOB, 'JOB_NOT_FOUND'] as const,
    ),
  ),
  ...ASSET_CALLS.flatMap(([name, ask]) =>
    foreign.assets.map(([state, id]) => [`${name} of ${state}`, ask, id, NEVER_ASSET, 'ASSET_NOT_FOUND'] as const),
  ),
];

describe.each(STRANGERS)('5.6 the answer to %s', (_, key) => {
  it.each(CALLS)('for %s is the same as for an id that never existed', async (_name, ask, id, never, code) => {
    const reply = await ask(id, key);
    expect([reply.status, reply.body.error.code]).toEqual([404, code]);
    expect(seen(reply)).toEqual(seen(await ask(never, key)));
  });

  it('for a foreign hair mask and an own source is the same as for an unknown id', async () => {
    const source = { asset_id: (await client.upload({ key })).body.id, role: 'source' };
    const { path, body } = REQUESTS['hair.try_on'];
    const submit = (mask: string) =>
      client.submit(path, { ...body, inputs: [source, { asset_id: mask, role: 'hair_mask' }] }, { key });
    const reply = await submit(foreign.input);
    expect([reply.status, reply.body.error.code]).toEqual([404, 'ASSET_NOT_FOUND']);
    expect(seen(reply)).toEqual(seen(await submit(NEVER_ASSET)));
    await client.call('DELETE', `/v1/assets/${source.asset_id}`, { key });
  });

  it('contains only its own things in lists and usage', async () => {
    for (const path of ['/v1/jobs', '/v1/jobs?status=queued', '/v1/assets', '/v1/assets?purpose=result'])
      expect((await client.get(path, { key })).body).toEqual({ data: [], has_more: false, next_cursor: null });
    expect((await client.get('/v1/usage', { key })).body).toEqual({ data: [] });
  });

  it('for the job_id filter is the same as for an id that never existed', async () => {
    const list = (id: string, caller: string) => client.get(`/v1/assets?job_id=${id}`, { key: caller });
    expect((await list(foreign.finished, OWNER)).body.data).toHaveLength(1);
    const reply = await list(foreign.finished, key);
    expect(reply.body).toEqual({ data: [], has_more: false, next_cursor: null });
    expect(seen(reply)).toEqual(seen(await list(NEVER_JOB, key)));
  });

  it.each(['/v1/assets', '/v1/jobs'])('for a cursor of %s is the same as for an unknown one', async (path) => {
    const { next_cursor } = (await client.get(`${path}?limit=1`, { key: OWNER })).body;
    expect((await client.get(`${path}?cursor=${next_cursor}`, { key: OWNER })).status).toBe(200);
    const reply = await client.get(`${path}?cursor=${next_cursor}`, { key });
    expect([reply.status, reply.body.error.code]).toEqual([400, 'INVALID_CURSOR']);
    expect(seen(reply)).toEqual(seen(await client.get(`${path}?cursor=bm90aGluZw`, { key })));
  });
});

describe('5.6 the things of a stranger', () => {
  it('are unchanged whatever others try', async () => {
    const { client, foreign } = await worldWithThings();
    const before = await ownView(client);
    const calls = STRANGERS.flatMap(([, key]) => [
      ...foreign.jobs.map(([, id]) => client.call('POST', `/v1/jobs/${id}/cancel`, { key })),
      ...foreign.jobs.map(([, id]) => client.call('DELETE', `/v1/jobs/${id}`, { key })),
      ...foreign.assets.map(([, id]) => client.call('DELETE', `/v1/assets/${id}`, { key })),
    ]);
    const replies = await Promise.all(calls);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([404]));
    expect(await ownView(client)).toEqual(before);
  });

  it.each(STRANGERS)('do not claim an Idempotency-Key for %s', async (_, key) => {
    const { client, foreign } = await worldWithThings();
    const job = await client.submitOn('makeup.apply', { key, idempotencyKey: 'finished' });
    expect(job.status).toBe(202);
    expect(job.body.id).not.toBe(foreign.finished);
  });

  it.each(STRANGERS)('do not become those of %s by an upload of the same bytes', async (_, key) => {
    const { client, foreign } = await worldWithThings();
    const face = await facePng();
    const mine = await client.upload({ key, body: face });
    expect(mine.body.id).not.toBe(foreign.input);
    expect((await client.call('DELETE', `/v1/assets/${mine.body.id}`, { key })).status).toBe(204);
    expect((await client.get(`/v1/assets/${foreign.input}`, { key: OWNER })).status).toBe(200);
    expect((await client.get(`/v1/assets/${foreign.result}/content`, { key: OWNER })).status).toBe(200);
  });
});
