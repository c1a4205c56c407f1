import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BodyRecord, Exchange } from '../../effects/http/exchange.ts';
import { listening } from '../../testing/listening.ts';
import { curlScript } from './curl.ts';

type Got = { method: string; url: string; headers: Record<string, unknown>; body: string };

/** A server that returns other ids than the recorded ones, as on another day. */
const got: Got[] = [];
const server = createServer(async (incoming, outgoing) => {
  const { method = '', url = '', headers } = incoming;
  got.push({ method, url, headers, body: (await buffer(incoming)).toString('latin1') });
  if (method === 'DELETE') return void outgoing.writeHead(204).end();
  const answers: Record<string, unknown> = {
    '/api/v1/assets': { id: 'asset_new', data: [{ id: 'asset_first' }], next_cursor: 'new+cursor/=' },
    '/api/v1/makeup/try-ons': { id: 'job_new' },
  };
  outgoing.setHeader('ETag', '"new tag"');
  outgoing.end(JSON.stringify(answers[url.split('?')[0] ?? ''] ?? {}));
});

let folder = '';
let base_url = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'curl-'));
  await writeFile(join(folder, 'afro.jpeg'), 'the bytes of a face');
  base_url = `${(await listening(server)).base_url}/api`;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

async function run(exchanges: readonly Exchange[]): Promise<{ seen: Got[]; output: string; script: string }> {
  const script = curlScript(exchanges, { base_url });
  got.length = 0;
  const env = { PATH: process.env['PATH'], TRYON_KEY_PRIMARY: 'pk_$ecret"', FACES: folder };
  const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-c', script], { env });
  expect(stderr).toBe('');
  return { seen: [...got], output: stdout, script };
}

function exchange(
  line: string,
  headers: Record<string, string> = {},
  body: string | BodyRecord | null = null,
  answer: unknown = {},
): Exchange {
  const [method = '', url = ''] = line.split(' ');
  const kept: BodyRecord = typeof body === 'string' ? { kind: 'text', text: body } : (body ?? { kind: 'none' });
  const text = JSON.stringify(answer);
  const request = { method, url, headers: { 'X-API-Key': '<primary>', ...headers }, body: kept };
  const answered: Exchange['answer'] = { status: 200, headers: [['ETag', '"old"']], body: { kind: 'text', text } };
  return { request, answer: answered, silence: null, detail: null, at: 0, took: 1 };
}

const json = { 'Content-Type': 'application/json' };

describe('The script of a chain', () => {
  it('uses values from the new answers in later requests', async () => {
    const face: BodyRecord = { kind: 'bytes', size: 9, sha256: '00', image: null, fixture: 'afro.jpeg' };
    const keyed = { ...json, 'Idempotency-Key': 'k' };
    const inputs = '{"inputs":[{"asset_id":"asset_old"}]}';
    const { seen } = await run([
      exchange('POST /v1/assets', { 'Content-Type': 'image/jpeg' }, face, { id: 'asset_old' }),
      exchange('POST /v1/makeup/try-ons', keyed, inputs, { id: 'job_old' }),
      exchange('GET /v1/jobs/job_old', {}, null, { id: 'job_old' }),
      exchange('GET /v1/jobs/job_old', { 'If-None-Match': '"old"' }),
      exchange('DELETE /v1/jobs/job_old'),
    ]);
    expect(seen.map(({ method, url }) => `${method} ${url.slice('/api/v1/'.length)}`)).toEqual([
      ...['POST assets', 'POST makeup/try-ons', 'GET jobs/job_new', 'GET jobs/job_new', 'DELETE jobs/job_new'],
    ]);
    const headers = { 'content-type': 'image/jpeg', 'x-api-key': 'pk_$ecret"' };
    expect(seen[0]).toMatchObject({ body: 'the bytes of a face', headers });
    expect(JSON.parse(seen[1]?.body ?? '')).toEqual({ inputs: [{ asset_id: 'asset_new' }] });
    expect(seen[3]?.headers['if-none-match']).toBe('"new tag"');
  });

  it('sends the tag of the previous answer, since it may differ from the recorded one', () => {
    const read = (sent: Record<string, string>) => exchange('GET /v1/jobs/job_1', sent);
    const script = curlScript([read({}), read({}), read({ 'If-None-Match': '"old"' })], { base_url });
    expect(script.match(/^tag_.*$/gm)).toEqual(['tag_1=$(header 1 etag)', 'tag_1=$(header 2 etag)']);
  });

  it('takes ids from lists, and encodes cursors for a URL', async () => {
    const page = { data: [{ id: 'asset_old' }], next_cursor: 'old/=' };
    const { seen } = await run([
      exchange('GET /v1/assets?limit=1', {}, null, page),
      exchange('GET /v1/assets?limit=1&cursor=old%2F%3D'),
      exchange('GET /v1/assets/asset_old'),
    ]);
    expect(seen.map(({ url }) => url).slice(1)).toEqual([
      '/api/v1/assets?limit=1&cursor=new%2Bcursor%2F%3D',
      '/api/v1/assets/asset_first',
    ]);
  });

  it('sends the recorded text unchanged, even if a shell would interpret it', async () => {
    const odd = 'a "b" $HOME `id` \\n \\\\ $(date) !x \'q\' é';
    const { seen } = await run([
      exchange(`POST /v1/x?a=$HOME&b=[1]&c={2}`, { ...json, 'X-Odd': odd, 'X-Empty': '' }, JSON.stringify({ odd })),
      exchange('POST /v1/x', { 'Content-Type': 'text/plain' }, `{no JSON: ${odd}`),
      exchange('POST /v1/../v1//x'),
    ]);
    expect(seen[0]?.url).toBe('/api/v1/x?a=$HOME&b=[1]&c={2}');
    const text = (value: unknown) => Buffer.from(String(value), 'latin1').toString();
    expect(text(seen[0]?.headers['x-odd'])).toBe(odd);
    expect(seen[0]?.headers['x-empty']).toBe('');
    expect(JSON.parse(text(seen[0]?.body))).toEqual({ odd });
    expect(text(seen[1]?.body)).toBe(`{no JSON: ${odd}`);
    const empty = { body: '', headers: { 'content-length': '0' } };
    expect(seen[2]).toMatchObject({ method: 'POST', url: '/api/v1/../v1//x', ...empty });
    expect(seen[2]?.headers).not.toHaveProperty('content-type');
  });

  it('keeps equal idempotency keys equal and others different, and generates new ones', async () => {
    const send = (key: string) => exchange('POST /v1/x', { 'Idempotency-Key': key });
    const { seen } = await run([send('a'), send('a'), send('b'), send('x'.repeat(300))]);
    const keys = seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^a-\d+$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).toBe(String(keys[0]).replace('a-', 'b-'));
    expect(keys[3]).toBe('x'.repeat(300));
  });

  it('generates bodies that were not kept, and long ones', async () => {
    const { seen } = await run([
      exchange('POST /v1/x', {}, { kind: 'bytes', size: 100_000, sha256: '00', image: null }),
      exchange('POST /v1/x', json, JSON.stringify('x'.repeat(70_000))),
    ]);
    expect(seen.map(({ body }) => body.length)).toEqual([100_000, 70_002]);
  });

  it('prints the answers', async () => {
    const { output } = await run([exchange('GET /v1/assets')]);
    expect(output).toContain('HTTP/1.1 200 OK');
    expect(output).toContain('"asset_new"');
  });

  it('requires the keys and the bytes that it does not have', async () => {
    const bytes: BodyRecord = { kind: 'bytes', size: 5, sha256: 'ab', image: null };
    const upload = exchange('POST /v1/assets', { 'X-API-Key': '<altered primary>' }, bytes);
    const silent = { ...exchange('GET /v1/usage?key=<other_account>'), answer: null, silence: 'timeout' } as const;
    const script = curlScript([upload, silent], { base_url });
    expect(script).toContain(': "${TRYON_KEY_ALTERED_PRIMARY:?');
    expect(script).toContain(`key=\${TRYON_KEY_OTHER_ACCOUNT}`);
    expect(script).toContain(': "${BYTES_1:?');
    expect(script).toContain('# 2. GET /v1/usage?key=<other_account> -> no answer: timeout');
    const running = promisify(execFile)('bash', ['--norc', '-c', script], { env: { PATH: process.env['PATH'] } });
    await expect(running).rejects.toThrow('set it to the key that is called altered primary here');
  });

  it('sends no key to another origin, whatever was recorded', async () => {
    const { seen, script } = await run([
      ...['http://b.test/x', '@b.test/x', '//b.test/x', 'HTTP://b.test'].map((url) => exchange(`GET ${url}`)),
      exchange('GET /v1/usage'),
    ]);
    expect(seen.map(({ url }) => url)).toEqual(['/api/v1/usage']);
    expect(script).not.toContain('b.test');
  });

  it('encodes an id for use in a URL', () => {
    const page = exchange('GET /v1/assets', {}, null, { id: 'asset_a/b' });
    const script = curlScript([page, exchange('GET /v1/assets/asset_a%2Fb')], { base_url });
    expect(script).toContain('"$BASE_URL/v1/assets/$(encoded "${asset_1}")"');
  });

  it('is valid bash, whatever was recorded', async () => {
    const odd = exchange('HEAD /v1/x', { 'X-A': '"$(`' }, '"\\$`\nEND_OF_BODY\n');
    const script = curlScript([odd], { base_url: 'https://a.test/$x"/' });
    await promisify(execFile)('bash', ['--norc', '-n', '-c', script]);
    expect(script).toContain('call 1 -I "$BASE_URL/v1/x"');
  });

  it('sends the headers of the target with variables as values', () => {
    const script = curlScript([exchange('GET /v1/usage')], { base_url, headers: ['X-Gateway'] });
    expect(script).toContain('"X-Gateway: ${TRYON_KEY_HEADER_X_GATEWAY}"');
  });
});

it('can handle ids of any length', () => {
  const id = `job_${'x'.repeat(40_000)}`;
  const made = exchange('POST /v1/makeup/try-ons', json, '{}', { id });
  const script = curlScript([made, exchange(`GET /v1/jobs/${id}`)], { base_url: 'http://a.test' });
  expect(script.includes('"$BASE_URL/v1/jobs/${job_1}"')).toBe(true);
});
