import { describe, expect, it } from 'vitest';
import { createEmulator } from '../../index.ts';
import { emulatorFor, REQUESTS, type Reply } from '../../testing/client.ts';
import { checkerFor, type Document } from '../../testing/document-checker.ts';
import { mixedRequests } from '../../testing/mixed-requests.ts';

/** The OpenAPI document of an emulator, with which its answers are compared. */

async function documentOf(options: object = {}): Promise<Document> {
  const { client } = await emulatorFor(options);
  return (await client.get('/_emulator/openapi.json', { key: null })).body;
}

describe('the OpenAPI document, compared with the answers,', () => {
  it('describes each of 400 mixed answers: status, headers and body', async () => {
    await using emulator = await createEmulator({ listen: false, clock: 'frozen' });
    const check = checkerFor(await documentOf());
    const exchanges = await mixedRequests(emulator, 400);
    expect(new Set(exchanges.map(check).filter((problem) => problem !== null))).toEqual(new Set());
    expect(new Set(exchanges.map(({ status }) => status)).size).toBeGreaterThan(8);
  });

  it('detects an answer that it does not describe', async () => {
    const check = checkerFor(await documentOf());
    const headers = { 'content-type': 'application/json' };
    const usage = { request: 'GET /v1/usage', headers, body: '{"data":[]}' };
    expect(check({ ...usage, status: 200 })).toBeNull();
    expect(check({ ...usage, status: 418 })).toMatch(/no 418/);
    expect(check({ ...usage, status: 200, body: '{"data":[{}]}' })).toMatch(/required/);
    expect(check({ ...usage, status: 200, headers: { ...headers, etag: '"x"' } })).toMatch(/unsaid headers etag/);
    const busy = { ...usage, status: 503, body: '{"error":{"code":"X","message":"","request_id":"r"}}' };
    expect(check({ ...busy, headers: { ...headers, 'retry-after': '3' } })).toBeNull();
    expect(check({ ...busy, headers: { ...headers, 'retry-after': 'soon' } })).toMatch(
      /unsaid headers retry-after,soon/,
    );
  });

  it('describes answers that only a scripted emulator gives', async () => {
    const check = checkerFor(await documentOf());
    const { emulator, client } = await emulatorFor({
      accounts: [
        { name: 'rich', keys: [{ secret: 'pk_test_rich' }] },
        {
          name: 'poor',
          credits: { granted: 0 },
          keys: [{ secret: 'pk_live_poor' }, { secret: 'pk_test_limited', scopes: [] }],
        },
      ],
    });
    const asked: [string, Promise<Reply>][] = [];
    const ask = (request: string, reply: Promise<Reply>) => {
      asked.push([request, reply]);
      return reply;
    };
    const submit = `POST ${REQUESTS['skin.analyze'].path}`;

    for (const error of ['internal_error', 'service_unavailable', 'rate_limited', 'payload_too_large'] as const) {
      const retry_after = ['service_unavailable', 'rate_limited'].includes(error) ? 1 : null;
      emulator.faults.add({ match: { route: submit }, effect: { kind: 'error', error, retry_after } });
      await ask(submit, client.submitOn('skin.analyze'));
    }
    await ask(submit, client.submitOn('skin.analyze', { key: 'pk_live_poor' }));
    await ask(submit, client.submitOn('skin.analyze', { key: 'pk_test_limited' }));
    const { body: job } = await ask(submit, client.submitOn('skin.analyze', { idempotencyKey: 'one' }));
    const path = `/v1/jobs/${job.id}`;
    const { headers } = await ask(`GET ${path}`, client.get(path));
    const headersOfPoll = { 'If-None-Match': headers.get('etag') ?? '' };
    await ask(`GET ${path}`, client.get(path, { headers: headersOfPoll }));
    await ask(`POST ${path}/cancel`, client.call('POST', `${path}/cancel`));
    await ask(`DELETE ${path}`, client.call('DELETE', path));
    await ask(submit, client.submitOn('skin.analyze', { idempotencyKey: 'one' }));
    await ask('GET /v1/credits/balance', client.get('/v1/credits/balance', { key: 'pk_live_poor' }));

    const replies = await Promise.all(asked.map(async ([request, reply]) => ({ request, ...(await reply) })));
    const exchanges = replies.map(({ request, status, headers: sent, text }) => ({
      ...{ request, status, body: text },
      headers: Object.fromEntries(sent),
    }));
    expect(exchanges.map(check).filter((problem) => problem !== null)).toEqual([]);
    expect(exchanges.map(({ status }) => status)).toEqual([
      500, 503, 429, 413, 402, 403, 202, 200, 304, 200, 204, 410, 200,
    ]);
  });

  it('has the challenge of a 401 if there is one', async () => {
    const readings = { www_authenticate: 'present' } as const;
    const { client } = await emulatorFor({ readings });
    const { status, headers, text } = await client.get('/v1/usage', { key: null });
    const exchange = { request: 'GET /v1/usage', status, headers: Object.fromEntries(headers), body: text };
    expect(checkerFor(await documentOf({ readings }))(exchange)).toBeNull();
  });

  it('reflects the current readings, and contains its own address', async () => {
    const document = await documentOf({ readings: { upload_status: 200 } });
    expect(Object.keys(document.paths['/v1/assets']?.['post']?.responses ?? {})).toContain('200');
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/' }] });
  });
});
