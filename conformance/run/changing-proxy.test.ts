import { createServer, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { readOwnSuite } from '../suite/own/own-suite.ts';
import { listening } from '../testing/listening.ts';
import { changing } from './changing-proxy.ts';

const BYTES = Buffer.from([0xff, 0xd8, 0x00, 0x0a]);

/** Answers with a picture, with nothing, or with the request as JSON. */
const server = createServer((incoming, outgoing) => {
  const { url, method } = incoming;
  outgoing.setHeader('X-Spelled', 'As-It-Is');
  if (url === '/v1/picture') return outgoing.end(BYTES);
  if (url === '/v1/nothing') return outgoing.writeHead(204).end();
  let sent = '';
  incoming.on('data', (chunk) => (sent += chunk));
  incoming.on('end', () => {
    outgoing.setHeader('Content-Type', 'application/json');
    outgoing.end(JSON.stringify({ url, method, sent }));
  });
});
const text = `extends: tryon-kit
name: mine
draft:
  - {id: said, match: {route: /v1/said}, status: 201, set: {header.X-Sent: "\${request.body.a}", body.more: true}, remove: header.X-Spelled}
  - {id: all, match: {route: "/v1/*", if: "answer.status == 204"}, set: {header.X-Empty: "yes"}}
`;
const { draft = [] } = readOwnSuite({ file: 'suite.yaml', text }, []) ?? {};
const proxy = await changing(await listening(server), draft);
afterAll(() => proxy.close());

type Answer = Pick<IncomingMessage, 'statusCode' | 'headers' | 'rawHeaders'> & { bytes: Buffer };

function ask(path: string, method = 'GET', body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // `fetch` would normalize the address.
    const { hostname, port } = new URL(proxy.base_url);
    const asked = request({ port, host: hostname, method, path }, async (answer) => {
      const { statusCode, headers, rawHeaders } = answer;
      resolve({ statusCode, headers, rawHeaders, bytes: await buffer(answer) });
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

it('changes the matching answers, and reports which changes were made', async () => {
  const { statusCode, headers, bytes } = await ask('/v1/said?x=1', 'POST', '{"a": "b"}');
  expect(JSON.parse(bytes.toString())).toEqual({ url: '/v1/said?x=1', method: 'POST', sent: '{"a": "b"}', more: true });
  expect({ statusCode, headers }).toMatchObject({ statusCode: 201, headers: { 'x-sent': 'b' } });
  expect(headers).not.toHaveProperty('x-spelled');
  expect([...proxy.changed].map(({ id }) => id)).toEqual(['said']);
});

it('passes all others on unchanged: odd paths, bytes, spelling of headers', async () => {
  const other = await ask('/elsewhere/../%2e//x', 'PUT', 'text');
  expect(JSON.parse(other.bytes.toString())).toEqual({ url: '/elsewhere/../%2e//x', method: 'PUT', sent: 'text' });
  const picture = await ask('/v1/picture');
  expect(picture.bytes).toEqual(BYTES);
  expect(picture.rawHeaders).toContain('X-Spelled');
  const head = await ask('/v1/picture', 'HEAD');
  expect([head.statusCode, head.bytes.length]).toEqual([200, 0]);
});

it('adds no body to an answer without one', async () => {
  const { statusCode, headers, bytes } = await ask('/v1/nothing');
  expect({ statusCode, headers, size: bytes.length }).toMatchObject({
    statusCode: 204,
    headers: { 'x-empty': 'yes' },
    size: 0,
  });
  expect(headers).not.toHaveProperty('content-length');
});
