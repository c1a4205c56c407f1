import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { createEmulator } from '../../index.ts';
import { emulatorFor, REQUESTS, type Reply } from '../../testing/client.ts';
import { type Exchange, mixedRequests } from '../../testing/mixed-requests.ts';

/** What the document says is held against what is answered. */

type Response = {
  $ref?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: { $ref?: string } }>;
};
type Document = {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
  components: { responses: Record<string, Response> };
};

/** Every answer has these; the last is the emulator's own word. */
const EVERYWHERE = ['content-type', 'content-length', 'emulator-now'];

async function documentOf(options: object = {}): Promise<Document> {
  const { client } = await emulatorFor(options);
  return (await client.get('/_emulator/openapi.json', { key: null })).body;
}

function checkerFor(document: Document) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(document as object, 'doc');
  const routes = Object.keys(document.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }));

  /** What of an exchange the document does not say, or says otherwise. */
  return ({ request, status, headers, body }: Exchange): string | null => {
    const [method = '', address = ''] = request.split(' ');
    const path = routes.find(({ pattern }) => pattern.test(address.split('?')[0] ?? ''))?.path;
    if (path === undefined) return status === 404 ? null : `${request}: there is no such path`;
    const said = document.paths[path]?.[method.toLowerCase()]?.responses[status];
    if (said === undefined) return `${request}: no ${status}`;
    const response = said.$ref === undefined ? said : document.components.responses[said.$ref.split('/').at(-1) ?? ''];
    const wrong = Object.entries(headers).filter(
      ([name, value]) => !EVERYWHERE.includes(name) && !isSaid(response, name, value),
    );
    if (wrong.length > 0) return `${request} ${status}: unsaid headers ${wrong.join('; ')}`;
    return problemOfBody(response, headers['content-type'], body, `${request} ${status}`);
  };

  /** By name, and the value by its schema: a number comes as text. */
  function isSaid(response: Response | undefined, header: string, value: string): boolean {
    const name = Object.keys(response?.headers ?? {}).find((said) => said.toLowerCase() === header);
    if (name === undefined) return false;
    const validate = ajv.getSchema(`doc#/components/headers/${name}/schema`);
    return validate?.(value) === true || (/^\d+$/.test(value) && validate?.(Number(value)) === true);
  }

  function problemOfBody(response: Response | undefined, type: string | undefined, body: string, name: string) {
    if (type === undefined) return body === '' && response?.content === undefined ? null : `${name}: a body was said`;
    const schema = response?.content?.[type]?.schema;
    if (schema === undefined) return `${name}: no ${type}`;
    if (type !== 'application/json') return null;
    const validate = ajv.getSchema(`doc${schema.$ref}`);
    return validate?.(JSON.parse(body)) === true ? null : `${name}: ${ajv.errorsText(validate?.errors)}`;
  }
}

describe('the OpenAPI document, held against what is answered,', () => {
  it('describes each of a thousand mixed answers: status, headers and body', async () => {
    await using emulator = await createEmulator({ listen: false, clock: 'frozen' });
    const check = checkerFor(await documentOf());
    const exchanges = await mixedRequests(emulator, 1_000);
    expect(new Set(exchanges.map(check).filter((problem) => problem !== null))).toEqual(new Set());
    expect(new Set(exchanges.map(({ status }) => status)).size).toBeGreaterThan(8);
  });

  it('would tell an answer that it does not describe', async () => {
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

  it('describes what only a scripted emulator answers', async () => {
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

  it('is served under the readings in force, with its own address', async () => {
    const document = await documentOf({ readings: { upload_status: 200 } });
    expect(Object.keys(document.paths['/v1/assets']?.['post']?.responses ?? {})).toContain('200');
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/' }] });
  });
});
