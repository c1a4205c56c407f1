import { describe, expect, it } from 'vitest';
import { viewOf } from '../../effects/http/view.ts';
import { har, KEY, type Said } from '../testing/har.ts';
import { readTraffic } from './read-traffic.ts';

const read = (text: string, server: string | null = null) => readTraffic('t.har', text, server);
const USAGE = 'GET /v1/usage';

describe('A HAR', () => {
  it('is read in the order of its requests, without duplicates', async () => {
    const [one, two] = [['GET /v1/jobs', { at: 500 }] as const, [USAGE, { at: 100 }] as const];
    const { passings } = await read(har(one, two, two));
    expect(passings.map(({ number, exchange }) => [number, exchange.request.url])).toEqual([
      [2, '/v1/usage'],
      [1, '/v1/jobs'],
    ]);
  });

  it('is read for the server with most requests of the service, or for the given one', async () => {
    const elsewhere = { base: 'https://cdn.example/app', at: 5 };
    const text = har(
      [USAGE, {}],
      ['GET /v1/jobs', {}],
      [USAGE, elsewhere],
      ['GET /logo.png', { base: 'https://cdn.example' }],
    );
    const { server, passings, left } = await read(text);
    expect([server, passings.length]).toEqual(['http://127.0.0.1:8080', 2]);
    expect(left.map(({ number, why }) => [number, why])).toEqual([
      [3, 'it went to another server'],
      [4, 'it went to another server'],
    ]);
    const below = await read(text, 'https://cdn.example/app/');
    expect(below.passings.map(({ exchange }) => exchange.request.url)).toEqual(['/v1/usage']);
  });

  it.each<[string, Said, 'request' | 'answer' | null]>([
    ['is whole', { body: { a: 1 } }, null],
    ['is missing', { content: { size: 20 } }, 'answer'],
    ['is missing, and its size is not known', { content: { size: -1 } }, 'answer'],
    ['was cut', { content: { size: 100, text: '{"a":1' } }, 'answer'],
    ['was damaged, since its bytes are no text', { content: { size: -1, text: 'a\ufffd' } }, 'answer'],
    ['is empty', { content: { size: 0 } }, null],
    ['belongs to a 304, which has none', { status: 304, content: { size: 20 } }, null],
  ])('has an answer whose body %s', async (_, said, missing) => {
    const { passings } = await read(har([USAGE, said]));
    expect(passings[0]?.missing).toBe(missing);
  });

  it('may have bodies in Base64', async () => {
    const text = Buffer.from('{"a":"ä"}');
    const { passings } = await read(
      har([USAGE, { content: { size: text.length, text: text.toString('base64'), encoding: 'base64' } }]),
    );
    expect(passings.map(({ exchange }) => viewOf(exchange).body)).toEqual([{ a: 'ä' }]);
  });

  it('may have a request whose body was not kept', async () => {
    const headers = { 'content-type': 'image/png', 'content-length': '900' };
    const { passings } = await read(har(['POST /v1/assets', { headers, status: 201, body: {} }]));
    expect(passings[0]?.missing).toBe('request');
  });

  it('may have pseudo-headers, cookies and browser headers, none of which are kept', async () => {
    const headers = {
      ':method': 'GET',
      cookie: 'session=1',
      'User-Agent': 'x',
      'sec-fetch-mode': 'cors',
      'If-None-Match': '"1"',
    };
    const { passings } = await read(har([USAGE, { headers }]));
    expect(passings[0]?.exchange.request.headers).toEqual({ 'x-api-key': KEY, 'if-none-match': '"1"' });
  });

  it('may have entries that no server answered', async () => {
    const { passings, left } = await read(
      har(
        [USAGE, {}],
        [USAGE, { entry: { _fromCache: 'disk' } }],
        [USAGE, { entry: { _wasFulfilled: true } }],
        ['GET /v1/jobs', { status: 0 }],
      ),
    );
    expect(left.map(({ number }) => number)).toEqual([2, 3]);
    expect(passings.map(({ exchange }) => exchange.silence)).toEqual([null, 'closed']);
  });

  it('may have times in milliseconds, which are imprecise, or in microseconds, which are exact', async () => {
    const at = (startedDateTime: string) => read(har([USAGE, { took: 5, entry: { startedDateTime } }]));
    const [coarse, fine] = [await at('2026-01-01T00:00:00.123Z'), await at('2026-01-01T02:00:00.123456+02:00')];
    expect(coarse.passings[0]?.exchange.took).toBeCloseTo(6);
    expect(fine.passings[0]?.exchange.took).toBeCloseTo(5.001);
    expect(fine.passings[0]?.exchange.at).toBeCloseTo(Date.UTC(2026, 0, 1) + 123.456, 2);
  });

  it.each([
    ['', 'it is empty'],
    ['{"log":', 'neither a HAR nor a recording'],
    ['{"log":{}}', 'it is not a HAR: '],
    [har(['GET /index.html', {}]), 'no request is of the service'],
  ])('is refused if it is invalid', async (text, problem) => {
    await expect(read(text)).rejects.toThrow(problem);
  });
});

describe('A recording of the emulator', () => {
  it('is read with bodies that are stored separately, and without unanswered requests', async () => {
    const lines = [
      { file: 'tryon-kit session', format: 1 },
      { do: 'bytes', digest: 'd', base64: Buffer.from('{"a":1}').toString('base64') },
      { do: 'request', n: 1, method: 'POST', target: '/v1/skin/analyses', headers: { 'x-api-key': KEY } },
      { do: 'request', n: 2, method: 'GET', target: '/v1/usage' },
      { do: 'body', n: 1, body: '{"b":2}' },
      { do: 'answer', n: 1, status: 200, headers: {}, body: { bytes: 'd' } },
    ];
    const { passings, left } = await read(lines.map((line) => JSON.stringify(line)).join('\n'));
    expect(passings.map(({ exchange }) => [viewOf(exchange).request.body, viewOf(exchange).body])).toEqual([
      [{ b: 2 }, { a: 1 }],
    ]);
    expect(left).toEqual([{ number: 2, why: 'no whole answer was seen' }]);
  });
});
