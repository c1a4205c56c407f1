import { describe, expect, it } from 'vitest';
import type { Answer, Exchange } from './exchange.ts';
import { hookViewOf, viewOf } from './view.ts';

const POST = { method: 'POST', url: '/v1/x' };

function exchange(answer: Partial<Answer> | null): Exchange {
  return {
    request: { ...POST, headers: { 'X-API-Key': '<primary>' }, body: { kind: 'text', text: '{"a":1}' } },
    answer: answer && { status: 200, headers: [], body: { kind: 'none' }, ...answer },
    silence: answer === null ? 'timeout' : null,
    detail: null,
    at: 1_000,
    took: 7,
  };
}

describe('The view of an exchange', () => {
  it('contains the answer and the request', () => {
    const headers: [string, string][] = [
      ['ETag', '"1"'],
      ['X-A', 'a'],
      ['x-a', 'b'],
    ];
    const view = viewOf(exchange({ headers, body: { kind: 'text', text: '{"é":[1]}' } }));
    expect(view).toEqual({
      ...{ status: 200, header: { etag: '"1"', 'x-a': 'a, b' }, headers, body: { é: [1] }, text: '{"é":[1]}' },
      ...{ size: 10, image: null, silence: null, at: '1970-01-01T00:00:01.000Z', took: 7 },
      request: { ...POST, header: { 'x-api-key': '<primary>' }, body: { a: 1 }, text: '{"a":1}', image: null },
    });
  });

  it('parses its JSON once, and is the same object for the same exchange', () => {
    const one = exchange({ body: { kind: 'text', text: '{}' } });
    expect(viewOf(one)).toBe(viewOf(one));
    expect(viewOf(one).body).toBe(viewOf(one).body);
  });

  it.each([
    ['no body', { kind: 'none' }, { body: undefined, text: '', size: 0, image: null }],
    ['no JSON', { kind: 'text', text: 'oh' }, { body: undefined, text: 'oh', size: 2 }],
    ['bytes', { kind: 'bytes', size: 5, sha256: '', image: null }, { body: undefined, text: null, size: 5 }],
  ] as const)('of an answer with %s', (_, body, seen) => {
    expect(viewOf(exchange({ body }))).toMatchObject(seen);
  });

  it('of a silence has no status', () => {
    const silent = { status: null, header: {}, body: undefined, text: null, size: null, silence: 'timeout' };
    expect(viewOf(exchange(null))).toMatchObject(silent);
  });

  it('accepts a header of any name', () => {
    const { header } = viewOf(exchange({ headers: [['__proto__', 'x']] }));
    expect(Object.entries(header)).toEqual([['__proto__', 'x']]);
  });
});

describe('The view of a delivery', () => {
  const headers: [string, string][] = [['A-B', 'c']];
  const hook = { hook: 'a', method: 'POST', path: '/h', headers, at: 5, target_at: 1_000, reply: '200' };

  it('has both clocks and the JSON', () => {
    const received = { ...hook, raw: { text: '{"id":"evt_1"}' } };
    expect(hookViewOf(received)).toEqual({
      ...{ method: 'POST', path: '/h', header: { 'a-b': 'c' }, json: { id: 'evt_1' }, text: '{"id":"evt_1"}' },
      ...{ at: '1970-01-01T00:00:01.000Z', received_at: '1970-01-01T00:00:00.005Z', raw: received.raw },
    });
    expect(hookViewOf(received)).toBe(hookViewOf(received));
  });

  it('has neither text nor JSON if the bytes are not text', () => {
    expect(hookViewOf({ ...hook, raw: { base64: '/w==' } })).toMatchObject({ text: null, json: undefined });
  });
});
