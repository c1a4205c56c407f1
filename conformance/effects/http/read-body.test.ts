import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Exchange, OutgoingRequest } from './exchange.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';

const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  closing.push(() => server.closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function clientOf(base_url: string): HttpClient {
  const client = createHttpClient({ base_url });
  closing.push(() => client.close());
  return client;
}

function send(base_url: string, request: Partial<OutgoingRequest> = {}): Promise<Exchange> {
  return clientOf(base_url).send(requestOf(request));
}

function requestOf(request: Partial<OutgoingRequest> = {}): OutgoingRequest {
  return { method: 'GET', url: '/', headers: {}, body: null, timeout: 5_000, ...request };
}

describe('what no answer is', () => {
  it.each([
    ['nested too deep', '['.repeat(10_000), 'the body is nested deeper than 200 levels'],
    ['of too many values', `[${'0,'.repeat(300_001)}0]`, 'the body has more than 300000 values'],
    ['too long', ' '.repeat(4 * 1024 * 1024 + 1), 'HPE_TOO_LONG: the body is longer than 4 MiB'],
  ])('is malformed where it is %s', async (_, body, detail) => {
    const url = await served((_request, response) => response.end(body));
    expect(await send(url)).toMatchObject({ answer: null, silence: 'malformed', detail });
  });

  it('is none of the largest that a lawful server gives', async () => {
    const job = { concerns: Array(12).fill({ status: 'measured' }), images: Array(24).fill({ href: 'x'.repeat(60) }) };
    const page = JSON.stringify({ data: Array(100).fill(job) }, null, 2);
    const picture = Buffer.concat([Buffer.from('\x89PNG', 'latin1'), Buffer.alloc(8 * 1024 * 1024)]);
    const url = await served((request, response) => response.end(request.url === '/page' ? page : picture));
    const both = await Promise.all(['/page', '/picture'].map((path) => send(url, { url: path })));
    expect(both.map(({ answer, silence }) => [answer?.body.kind, silence])).toEqual([
      ['text', null],
      ['bytes', null],
    ]);
  });

  it('does not keep others waiting where it is large and given up', async () => {
    const large = Buffer.alloc(2 * 1024 * 1024, ' ');
    const url = await served((request, response) => {
      if (request.url === '/whole') response.end(large);
      else response.writeHead(200, { 'Content-Length': large.byteLength + 1 }).write(large);
    });
    const client = clientOf(url);
    const [lost, whole] = await Promise.all([
      client.send(requestOf({ url: '/lost', timeout: 300 })),
      client.send(requestOf({ url: '/whole' })),
    ]);
    expect([lost.silence, whole.silence]).toEqual(['timeout', null]);
  });
});
