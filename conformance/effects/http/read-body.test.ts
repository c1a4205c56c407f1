import { describe, expect, it } from 'vitest';
import { clientOf, requestOf, send, served } from '../../testing/one-request.ts';

describe('An oversized answer', () => {
  it.each([
    ['nested too deep', '['.repeat(10_000), 'the body is nested deeper than 200 levels'],
    ['of too many values', `[${'0,'.repeat(300_001)}0]`, 'the body has more than 300000 values'],
    ['too long', ' '.repeat(4 * 1024 * 1024 + 1), 'HPE_TOO_LONG: the body is longer than 4 MiB'],
  ])('is malformed if it is %s', async (_, body, detail) => {
    const url = await served((_request, response) => response.end(body));
    expect(await send(url)).toMatchObject({ answer: null, silence: 'malformed', detail });
  });

  it('is larger than any answer of a lawful server', async () => {
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

  it('does not block others if it is abandoned', async () => {
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
