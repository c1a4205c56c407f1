import { describe, expect, it } from 'vitest';
import { openPlayed, play, type Step, skin } from '../testing/play.ts';
import { JOB_TIME } from '../testing/receiving-server.ts';

async function deviating(deviate: string[], options: Parameters<typeof openPlayed>[0] = {}) {
  const played = await openPlayed({ ...options, deviate });
  const fired = async (id: string) => (await played.emulator.deviations.list()).find((entry) => entry.id === id)?.fired;
  return { ...played, fired };
}

const READ = 'GET /v1/jobs/{job}';
const SAME = skin({}, { idempotencyKey: 'same' });

describe('a deviation', () => {
  it.each<[string, string, Step[], Step[], unknown]>([
    ['replaces a rule', 'replay-makes-another-job', [SAME], [SAME], [202, '1']],
    ['edits answers', 'poll-pace-missing-on-running', ['makeup', READ], ['2s', READ], [200, null]],
    ['edits requests', 'list-unknown-ignored', ['GET /v1/assets?limit=3'], ['GET /v1/assets?color=red'], [200, null]],
    ['is the old name of a choice', 'upload-answers-200', ['GET /v1/assets'], ['upload'], [200, null]],
  ])('that %s counts what it changes, and nothing else: %s', async (_, id, before, changed, seen) => {
    const { fired, ...played } = await deviating([id]);
    await play(played, ...before);
    expect(await fired(id)).toBe(0);
    const { status, headers } = await play(played, ...changed);
    expect([status, headers.get('retry-after')]).toEqual(seen);
    expect(await fired(id)).toBe(1);
  });

  it('shows the request in the journal as it was sent', async () => {
    const { emulator, client } = await deviating(['list-unknown-ignored']);
    await client.get('/v1/assets?color=red');
    expect(emulator.journal.find().at(-1)?.query).toBe('color=red');
  });

  it('changes a webhook before it is sent, and its signature on request', async () => {
    const { emulator, client, fired } = await deviating(['event-version-rc', 'signature-wrong-on-retries']);
    await using receiver = await emulator.webhooks.receiver({ account: 'demo', environment: 'test', replies: [500] });
    await client.submitOn('makeup.apply');
    await emulator.clock.advance(JOB_TIME);
    await emulator.clock.advance('2m');
    const versions = receiver.received.map(({ raw }) => JSON.parse(String(raw)).api_version);
    expect(versions).toEqual(['1.0.0-rc.1', '1.0.0-rc.1']);
    expect(await fired('signature-wrong-on-retries')).toBe(1);
  });
});

describe('a choice', () => {
  it('of spelling applies to the changes of a deviation, and the signature covers the sent bytes', async () => {
    const readings = { json_spacing: 'indented', time_offset: 'zero_offset' } as const;
    const { emulator, client } = await deviating(['asset-width-missing', 'event-version-rc'], { readings });
    await using receiver = await emulator.webhooks.receiver();
    expect((await client.upload()).body).not.toHaveProperty('width');
    await client.submitOn('makeup.apply');
    await emulator.clock.advance(JOB_TIME);
    const [{ raw, verification } = {}] = receiver.received;
    expect(String(raw)).toMatch(/^\{\n {2}"id".*"created": "[^"]*\+00:00"/s);
    expect([JSON.parse(String(raw)).api_version, verification?.ok]).toEqual(['1.0.0-rc.1', true]);
  });

  it('about how answers are sent is not visible in the journal', async () => {
    const { emulator, client } = await deviating([], { readings: { json_content_type: 'charset' } });
    const { headers } = await client.get('/v1/usage');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(emulator.journal.find().at(-1)?.responseHeaders['Content-Type']).toBe('application/json');
  });

  it('that refuses a request only counts the refusal', async () => {
    const { emulator, client } = await deviating([]);
    await emulator.readings.set({ unknown_query_parameter: 'refuse', wrong_method: 405 });
    const fired = async () =>
      emulator.readings
        .read()
        .filter(({ name }) => /^(unknown_query_parameter|wrong_method)$/.test(name))
        .map((one) => one.fired);
    await client.get('/v1/credits/balance');
    expect(await fired()).toEqual([0, 0]);
    expect((await client.get('/v1/credits/balance?of=me')).status).toBe(400);
    expect((await client.call('PUT', '/v1/usage')).status).toBe(405);
    expect(await fired()).toEqual([1, 1]);
  });
});

describe('the counts of several deviations', () => {
  it('do not change when others are switched on', async () => {
    const { emulator, fired } = await deviating(['upload-limits-small']);
    await emulator.deviations.on('pace-seven');
    await emulator.deviations.on('jobs-slow', 'jobs-at-once');
    emulator.reset();
    await emulator.deviations.on('upload-limits-small', 'pace-seven', 'jobs-slow');
    for (const id of ['upload-limits-small', 'pace-seven', 'jobs-slow']) expect([id, await fired(id)]).toEqual([id, 0]);
  });

  it('increase only for those that had an effect', async () => {
    const { client, fired } = await deviating(['upload-limits-small', 'pace-seven']);
    const { body: job } = await client.submitOn('makeup.apply');
    const limits = await fired('upload-limits-small');
    expect(limits).toBeGreaterThan(0);
    const pace = (await fired('pace-seven')) ?? 0;
    expect((await client.get(`/v1/jobs/${job.id}`)).headers.get('retry-after')).toBe('7');
    expect(await fired('upload-limits-small')).toBe(limits);
    expect(await fired('pace-seven')).toBeGreaterThan(pace);
  });

  it('increase only for the one that decides if two replace the same rule', async () => {
    const { fired, ...played } = await deviating(['replay-counts-concern-order', 'replay-by-bytes']);
    await play(played, 'skin');
    expect([await fired('replay-by-bytes'), await fired('replay-counts-concern-order')]).toEqual([1, 0]);
  });
});

describe('the active deviations', () => {
  it('can be switched in a running world, one by one or all at once', async () => {
    const { emulator, client } = await deviating([]);
    const on = await emulator.deviations.on('upload-answers-303', 'asset-read-203');
    expect(on.map(({ id }) => id).toSorted()).toEqual(['asset-read-203', 'upload-answers-303']);
    expect((await client.upload()).status).toBe(303);
    await emulator.deviations.off('upload-answers-303');
    expect((await client.upload()).status).toBe(201);
    await emulator.deviations.off();
    expect((await emulator.deviations.list()).some((entry) => entry.on)).toBe(false);
  });

  it('belong to one world', async () => {
    const { emulator, client } = await deviating([]);
    const other = await emulator.worlds.create({ deviate: ['upload-answers-303'] });
    expect((await client.upload()).status).toBe(201);
    expect((await client.upload({ key: other.keys.test })).status).toBe(303);
  });

  it('are restored by a reset, with their memory and counts', async () => {
    const { emulator, client, fired } = await deviating(['upload-answers-303']);
    await client.upload();
    await emulator.deviations.on('asset-read-203');
    emulator.reset();
    expect(await fired('upload-answers-303')).toBe(0);
    const on = (await emulator.deviations.list()).filter((entry) => entry.on).map(({ id }) => id);
    expect(on).toEqual(['upload-answers-303']);
  });

  it('are saved in a snapshot, with their memory', async () => {
    const { emulator, client } = await deviating(['status-back-to-queued']);
    const { body: job } = await client.submitOn('skin.analyze');
    await emulator.clock.advance('2s');
    const read = async () => (await client.get(`/v1/jobs/${job.id}`)).body.status;
    expect(await read()).toBe('running');
    emulator.snapshots.save('once');
    expect(await read()).toBe('queued');
    await emulator.deviations.off();
    expect(await read()).toBe('running');
    emulator.snapshots.load('once');
    expect(await read()).toBe('queued');
  });
});

describe('an unknown deviation', () => {
  it('is refused with a suggestion', async () => {
    const { emulator } = await deviating([]);
    await expect(emulator.deviations.on('upload-answer-303')).rejects.toThrow('did you mean upload-answers-303?');
    await expect(emulator.deviations.on('nothing-like-it')).rejects.toThrow('run tryon-emulator deviations for a list');
    await expect(deviating(['uplod-answers-303'])).rejects.toThrow('deviate[0]: there is no deviation');
  });
});

describe('/_emulator/v1/deviations', () => {
  it('refuses more ids than can exist', async () => {
    const { client } = await deviating([]);
    const json = { on: Array(130_000).fill('upload-answers-303') };
    const { status, body } = await client.call('POST', '/_emulator/v1/deviations', { json });
    expect([status, body.error.problems[0].path]).toEqual([400, 'on']);
  });
});
