import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { shippedFixture } from '../target/pictures/fixture.ts';
import { graded } from '../testing/graded.ts';
import type { Asked } from '../testing/scripted-server.ts';

/** Returns the requests that steps send to `/v1/thing`, with the bodies as text. */
async function requests(...steps: string[]): Promise<(Asked & { text: string })[]> {
  const text = `scenario: a/b
covers: [FIRST-RULE]
steps:
${steps.map((step) => `  - ${step}`).join('\n')}
`;
  const { asked } = await graded(text, ({ path }) => (path === '/v1/thing' ? { json: {} } : { status: 404 }), {
    target: {
      keys: {
        primary: { secret: 'pk_test_scripted', environment: 'test', scopes: null },
        second: { secret: 'pk_test_second', environment: 'test', scopes: null },
      },
    },
  });
  return asked.filter(({ path }) => path === '/v1/thing').map((one) => ({ ...one, text: String(one.body) }));
}

async function request(step: string) {
  const [one] = await requests(step);
  if (one === undefined) throw new Error('nothing was sent');
  return one;
}

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('A request', () => {
  it('has the primary key, another key, or none', async () => {
    const call = (key: string) => `{call: GET /v1/thing, key: ${key}}`;
    const sent = await requests('{call: GET /v1/thing}', call('second'), call('none'));
    expect(sent.map(({ headers }) => headers['x-api-key'])).toEqual(['pk_test_scripted', 'pk_test_second', undefined]);
  });

  it.each([
    [
      'has a query, in which a list repeats a parameter',
      '/v1/thing, query: {a: 5, b: [c, "a b&c"]}',
      '?a=5&b=c&b=a%20b%26c',
    ],
    ['adds its query to one that is written in the path', '"/v1/thing?a=1", query: {b: 2}', '?a=1&b=2'],
  ])('%s', async (_, written, query) => {
    const call = written.startsWith('"') ? `"GET ${written.slice(1)}` : `GET ${written}`;
    expect((await request(`{call: ${call}}`)).url).toBe(`/v1/thing${query}`);
  });

  it('has JSON with a content type, which a header can replace and null removes', async () => {
    const call = (headers: string) => `{call: POST /v1/thing, json: {a: 1}, headers: {${headers}}}`;
    const sent = await requests(
      call('X-A: b'),
      call('content-type: text/plain'),
      call('Content-Type: null, X-API-Key: null'),
    );
    expect(sent.map(({ headers }) => [headers['content-type'], headers['x-a'], headers['x-api-key']])).toEqual([
      ['application/json', 'b', 'pk_test_scripted'],
      ['text/plain', undefined, 'pk_test_scripted'],
      [undefined, undefined, undefined],
    ]);
  });

  it('has respelled JSON', async () => {
    const of = '{of: {a: 1, b: [2]}, respell: [member_order, whitespace]}';
    const { text } = await request(`{call: POST /v1/thing, json: ${of}}`);
    expect([JSON.parse(text), text === '{"a":1,"b":[2]}', text.indexOf('b') < text.indexOf('a')]).toEqual([
      { a: 1, b: [2] },
      false,
      true,
    ]);
  });

  it('keeps JSON null, a list, and a map with a member `of`', async () => {
    const sent = await requests(...['null', '[1]', '{of: 1}'].map((json) => `{call: POST /v1/thing, json: ${json}}`));
    expect(sent.map(({ text }) => text)).toEqual(['null', '[1]', '{"of":1}']);
  });

  it('has bytes in one of several notations', async () => {
    const bodies = ['plain', '{text: "é"}', '{base64: "AAEC"}', '{zeros: 2KiB}', '{text: ab, spaces: 3}'];
    const sent = await requests(...bodies.map((body) => `{call: POST /v1/thing, body: ${body}}`));
    expect(sent.map(({ body }) => body.length)).toEqual([5, 2, 3, 2048, 5]);
    expect(sent[3]?.body.every((byte) => byte === 0)).toBe(true);
    expect(sent[4]?.text).toBe('   ab');
    expect(sent.filter(({ headers }) => headers['content-type'] !== undefined)).toEqual([]);
  });

  it('has a fixture with its type: complete, truncated, or with appended bytes', async () => {
    const face = shippedFixture('afro.png');
    const call = (more: string) => `{call: POST /v1/thing, body: {fixture: afro.png${more}}}`;
    const [whole, cut, more, within] = await requests(
      call(''),
      call(', truncate: 10'),
      call(', append: xyz'),
      call(', prepend: äb, append: xyż'),
    );
    expect([whole?.headers['content-type'], sha(whole?.body ?? Buffer.of())]).toEqual(['image/png', sha(face.bytes)]);
    expect(cut?.body).toEqual(face.bytes.subarray(0, 10));
    expect(more?.body).toEqual(Buffer.concat([face.bytes, Buffer.from('xyz')]));
    expect(within?.body).toEqual(Buffer.concat([Buffer.from('äb'), face.bytes, Buffer.from('xyż')]));
  });
});

describe('The twin of a request', () => {
  const original =
    '{id: one, call: POST /v1/thing, headers: {A: b, C: d}, query: {q: 1}, json: {list: [x, y], deep: {a: 1}}}';
  const twin = (change: string) => `{twin_of: one, change: {${change}}}`;

  it('is identical except for its change', async () => {
    const [one, two] = await requests(original, twin('headers.A: z'));
    expect([two?.url, two?.text, two?.headers['c']]).toEqual([one?.url, one?.text, 'd']);
    expect([one?.headers['a'], two?.headers['a']]).toEqual(['b', 'z']);
  });

  it.each([
    ['a member', 'json.deep.a: 2', { list: ['x', 'y'], deep: { a: 2 } }],
    ['a new member', 'json.new.deep: 2', { list: ['x', 'y'], deep: { a: 1 }, new: { deep: 2 } }],
    ['an element', '"json.list[1]": z', { list: ['x', 'z'], deep: { a: 1 } }],
    ['an element that goes', '"json.list[0]": null', { list: ['y'], deep: { a: 1 } }],
    ['the whole', 'json: {}', {}],
  ])('changes %s', async (_, change, json) => {
    const [, two] = await requests(original, twin(change));
    expect(JSON.parse(two?.text ?? '')).toEqual(json);
  });

  it('leaves its original as it is for further twins', async () => {
    const sent = await requests(
      original,
      twin('json.deep.a: 2, "json.list[0]": null, query.q: 5'),
      twin('headers.A: z'),
    );
    expect([sent[2]?.url, sent[2]?.text]).toEqual([sent[0]?.url, sent[0]?.text]);
  });

  it('changes the key, the method, the path and the query', async () => {
    const [, two] = await requests(original, twin('key: second, method: PUT, path: "/v1/thing?x=y", query.q: [3, 4]'));
    expect([two?.method, two?.url, two?.headers['x-api-key']]).toEqual([
      'PUT',
      '/v1/thing?x=y&q=3&q=4',
      'pk_test_second',
    ]);
  });
});

describe('A generated key', () => {
  it('is new each time, and short enough for a header', async () => {
    const call = '{call: POST /v1/thing, headers: {Idempotency-Key: "${fresh_key()}"}}';
    const keys = (await requests(call, call)).map(({ headers }) => String(headers['idempotency-key']));
    expect(new Set(keys).size).toBe(2);
    expect(keys.every((key) => /^[\x21-\x7e]{8,255}$/.test(key))).toBe(true);
  });
});
