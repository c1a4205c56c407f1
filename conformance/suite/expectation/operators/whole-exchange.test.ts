import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judged, pointers } from '../testing/judged.ts';

const view = (body: unknown, header: Record<string, string> = {}, status = 404) => ({
  ...{ status, body, text: JSON.stringify(body), request: {} },
  header: { 'content-type': 'application/json', ...header },
});
const error = (id: string, more: object = {}) => ({
  error: { code: 'JOB_NOT_FOUND', message: `no job ${id}`, request_id: `req_${id}`, ...more },
});
const compare = (one: unknown, other: unknown, mask = '[a1, b1]') =>
  judged(`{exchange: {same_as: other, mask: ${mask}}}`, one, { names: { other } });

describe('Comparing two whole answers', () => {
  it('ignores differences in request ids and masked texts', () => {
    const one = view(error('a1'), { date: 'x', 'x-request-id': 'req_a1', etag: '"a"', 'content-length': '9' });
    const other = view(error('b1'), {
      date: 'y',
      'x-request-id': 'req_b1',
      etag: '"b"',
      'content-length': '10',
      'x-ratelimit-remaining': '3',
    });
    expect(compare(one, other).outcome).toBe('held');
  });

  it('ignores what differs between two answers with the same meaning', () => {
    const at = (id: string, trace: string, code = 'X') =>
      view({ error: { code, request_id: id, trace, at: { node: trace } } }, { 'x-served-by': trace });
    const beside = (seen: unknown) =>
      judged('{exchange: {same_as: [one, two]}}', seen, { names: { one: at('r1', 'n1'), two: at('r2', 'n2') } });
    expect(beside(at('r3', 'n3')).outcome).toBe('held');
    expect(pointers(beside(at('r3', 'n3', 'Y')))).toEqual(['/body/error/code']);
  });

  it.each([
    ['x-now', '2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z'],
    ['last-modified', 'Thu, 01 Jan 2026 00:00:00 GMT', 'Thu, 01 Jan 2026 00:00:01 GMT'],
    ['etag', '"a"', '"b"'],
  ])('requires a %s that varies to be present, but not to be equal', (name, one, other) => {
    const at = (value: string, id = 'a1') => view(error(id), { [name]: value });
    expect(compare(at(one), at(other, 'b1')).outcome).toBe('held');
    expect(pointers(compare(at(one), view(error('b1'))))).toEqual([`/header/${name}`]);
    expect(pointers(compare(view(error('a1')), at(other, 'b1')))).toEqual([`/header/${name}`]);
  });

  it('ignores a request id that is repeated in a header of any name', () => {
    const at = (id: string, log: string) => view({ error: { code: 'X', request_id: id } }, { 'x-log': log });
    expect(compare(at('req_1', 'req_1'), at('req_2', 'req_2')).outcome).toBe('held');
    expect(compare(at('req_1', 'req_1'), at('req_2', 'req_3')).outcome).toBe('violated');
  });

  it.each([
    ['/status', view(error('b1'), {}, 403)],
    ['/body/error/code', view(error('b1', { code: 'FORBIDDEN' }))],
    ['/body/error/message', view(error('b1', { message: 'no such job b1' }))],
    ['/body/error/doc_url', view(error('b1', { doc_url: null }))],
    ['/header/x-owner', view(error('b1'), { 'x-owner': 'acct_2' })],
    ['/header/content-type', view(error('b1'), { 'content-type': 'application/problem+json' })],
  ])('finds a difference at %s', (pointer, other) => {
    expect(pointers(compare(view(error('a1')), other))).toEqual([pointer]);
  });

  it('ignores a masked path', () => {
    const other = view(error('b1', { message: 'other words' }), { 'x-owner': 'acct_2' });
    expect(compare(view(error('a1')), other, '[body.error.message, header.X-Owner]').outcome).toBe('held');
    expect(compare(view(error('a1')), other, '[body.error.message]').outcome).toBe('violated');
  });

  it('treats a masked text in a URL as the same text', () => {
    const at = (id: string) => view({ error: { code: 'X', message: `/v1/${encodeURIComponent(id)} and ${id}` } });
    expect(compare(at('a b'), at('c'), '["a b", c]').outcome).toBe('held');
  });

  it('compares the entity tags if the bytes are the same', () => {
    const body = { error: { code: 'X', message: 'y' } };
    expect(pointers(compare(view(body, { etag: '"1"' }), view(body, { etag: '"2"' })))).toEqual(['/header/etag']);
  });

  it('compares texts that are not JSON', () => {
    const plain = (text: string) => ({ status: 404, header: {}, body: undefined, text });
    expect(compare(plain('no a1 here'), plain('no b1 here')).outcome).toBe('held');
    expect(compare(plain('no a1 here'), plain('none of b1 here')).outcome).toBe('violated');
  });

  it('is untested if the other answer never arrived', () => {
    expect(compare(view({}), { status: null, header: {} }).outcome).toBe('untested');
    expect(compare({ status: null, header: {}, body: undefined, text: null }, view({})).outcome).toBe('violated');
  });

  it('ignores exactly the masked members', () => {
    const names = ['a', 'b', 'c'] as const;
    const bodies = fc.record({ a: fc.nat(2), b: fc.nat(2), c: fc.nat(2) });
    fc.assert(
      fc.property(bodies, bodies, fc.subarray([...names]), (one, other, hidden) => {
        const mask = `[${hidden.map((name) => `body.${name}`).join()}]`;
        const differs = names.some((name) => !hidden.includes(name) && one[name] !== other[name]);
        expect(compare(view(one), view(other), mask).outcome).toBe(differs ? 'violated' : 'held');
      }),
    );
  });
});
