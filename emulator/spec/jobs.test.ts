import { describe, expect, it } from 'vitest';
import { emulatorFor } from '../testing/client.ts';
import { finishedJob, refusal, refusalOf, UNTIL } from '../testing/steps.ts';

const NOT_FOUND = refusal(404, 'JOB_NOT_FOUND');

/** A job of the test key, and ways to read it and to do things to it. */
async function withJob(options: Parameters<typeof emulatorFor>[0] = {}) {
  const { emulator, client } = await emulatorFor(options);
  const accepted = await client.submitOn('makeup.apply');
  const path = `/v1/jobs/${accepted.body.id}`;
  const read = (tag?: string) => client.get(path, tag === undefined ? {} : { headers: { 'If-None-Match': tag } });
  const cancel = (key?: string) => client.call('POST', `${path}/cancel`, key === undefined ? {} : { key });
  const erase = (key?: string) => client.call('DELETE', path, key === undefined ? {} : { key });
  return { emulator, client, accepted, path, read, cancel, erase };
}

describe('4.3 GET /v1/jobs/{job_id}', () => {
  it.each([
    ['queued', UNTIL.queued, '1'],
    ['queued', UNTIL.picked_up, '1'],
    ['running', UNTIL.preparing, '1'],
    ['running', UNTIL.processing, '1'],
    ['succeeded', UNTIL.ended, null],
  ])('answers a %s job after %s with its ETag and the pace of polling', async (status, moment, retryAfter) => {
    const { emulator, read } = await withJob();
    await emulator.clock.advance(moment);
    const answer = await read();
    expect([answer.status, answer.body.status]).toEqual([200, status]);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('etag')).toMatch(/^"[^"]+"$/);
    expect(answer.headers.get('retry-after')).toBe(retryAfter);
  });

  it('changes its ETag exactly when its bytes change', async () => {
    const { emulator, read } = await withJob();
    const seen: string[] = [];
    for (let step = 0; step <= 20; step += 1) {
      const { text, headers } = await read();
      seen.push(JSON.stringify([headers.get('etag'), text]));
      await emulator.clock.advance('250ms');
    }
    const pairs = [...new Set(seen)].map((pair): [string, string] => JSON.parse(pair));
    expect(pairs.map(([, text]) => JSON.parse(text).status)).toEqual(['queued', 'running', 'succeeded']);
    expect(new Set(pairs.map(([tag]) => tag)).size).toBe(3);
  });

  it('has another ETag than every other job', async () => {
    const { client, read } = await withJob();
    const other = await client.submitOn('makeup.apply');
    expect((await read()).headers.get('etag')).not.toBe(other.headers.get('etag'));
  });

  it.each([
    ['its tag', (tag: string) => tag, 304],
    ['a star', () => '*', 304],
    ['another tag', () => '"other"', 200],
    ['nothing', () => '', 200],
  ])('answers If-None-Match with %s', async (_, headerFor, status) => {
    const { read } = await withJob();
    const first = await read();
    const tag = first.headers.get('etag') ?? '';
    const again = await read(headerFor(tag));
    expect(again.status).toBe(status);
    expect(again.text).toBe(status === 304 ? '' : first.text);
    expect(again.headers.get('etag')).toBe(tag);
    expect(again.headers.get('retry-after')).toBe('1');
  });

  it('answers the previous tag with the new body once the job has changed', async () => {
    const { emulator, read } = await withJob();
    const tag = (await read()).headers.get('etag') ?? '';
    await emulator.clock.advance(UNTIL.picked_up);
    expect((await read(tag)).status).toBe(304);
    await emulator.clock.advance('500ms');
    const changed = await read(tag);
    expect([changed.status, changed.body.status]).toEqual([200, 'running']);
    expect(changed.headers.get('etag')).not.toBe(tag);
  });

  it.each(['job_never', 'asset_never', 'x'])('does not find %s, also with a star', async (id) => {
    const { client } = await emulatorFor();
    expect(refusalOf(await client.get(`/v1/jobs/${id}`))).toEqual(NOT_FOUND);
    const conditional = await client.get(`/v1/jobs/${id}`, { headers: { 'If-None-Match': '*' } });
    expect(refusalOf(conditional)).toEqual(NOT_FOUND);
  });

  it('does not find an asset under its id', async () => {
    const { client } = await emulatorFor();
    const { id } = (await client.upload()).body;
    await client.call('DELETE', `/v1/assets/${id}`);
    expect(refusalOf(await client.get(`/v1/jobs/${id}`))).toEqual(NOT_FOUND);
    expect(refusalOf(await client.call('DELETE', `/v1/jobs/${id}`))).toEqual(NOT_FOUND);
  });
});

describe('4.3 POST /v1/jobs/{job_id}/cancel', () => {
  it('does not reach another job', async () => {
    const { client, cancel } = await withJob();
    const other = await client.submitOn('makeup.apply');
    await cancel();
    expect((await client.get(`/v1/jobs/${other.body.id}`)).text).toBe(other.text);
  });
});

describe('4.3 DELETE /v1/jobs/{job_id}', () => {
  it('leaves other jobs and their results alone', async () => {
    const { emulator, client, erase } = await withJob();
    const other = await finishedJob({ emulator, client }, 'makeup.apply');
    expect((await erase()).status).toBe(204);
    expect((await client.get(`/v1/jobs/${other.body.id}`)).text).toBe(other.text);
    expect((await client.get(other.body.output.image.href)).status).toBe(200);
  });
});
