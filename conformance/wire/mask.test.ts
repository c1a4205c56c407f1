import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exchange } from './exchange.ts';
import { createMask } from './mask.ts';

const PRIMARY = 'pk_test_a1b2c3d4e5f6';
const mask = createMask([
  { name: 'primary', secret: PRIMARY },
  { name: 'token', secret: 'a"b/c' },
]);

function exchange(headers: Record<string, string>, url = '/v1/jobs'): Exchange {
  const body = { kind: 'text', text: `{"key":"${PRIMARY}"}` } as const;
  return {
    request: { method: 'GET', url, headers, body },
    answer: { status: 200, headers: [['X-Echo', PRIMARY]], body },
    silence: null,
    detail: null,
    at: 0,
    took: 1,
  };
}

describe('a mask', () => {
  it('leaves the secret nowhere in an exchange', () => {
    const masked = mask.exchange(
      exchange({ 'X-API-Key': PRIMARY, Authorization: `Bearer ${PRIMARY}` }, `/v1/jobs?key=${PRIMARY}`),
    );
    expect(JSON.stringify(masked)).not.toContain('a1b2');
    expect(masked.request).toEqual({
      method: 'GET',
      url: '/v1/jobs?key=<primary>',
      headers: { 'X-API-Key': '<primary>', Authorization: 'Bearer <primary>' },
      body: { kind: 'text', text: '{"key":"<primary>"}' },
    });
    expect(masked.answer?.headers).toEqual([['X-Echo', '<primary>']]);
  });

  it('knows a secret as it stands in an address and in JSON', () => {
    expect(mask.text('?t=a%22b%2Fc')).toBe('?t=<token>');
    expect(mask.text(JSON.stringify({ t: 'a"b/c' }))).toBe('{"t":"<token>"}');
  });

  it.each([
    [PRIMARY.slice(0, -1), '<altered primary>'],
    [PRIMARY.toUpperCase(), '<altered primary>'],
    [`${PRIMARY}x`, '<primary>x'],
    ['pk_test_unknown', 'pk_test_unknown'],
    ['', ''],
  ])('shows the key %j as %j', (key, shown) => {
    expect(mask.exchange(exchange({ 'x-api-key': key })).request.headers).toEqual({ 'x-api-key': shown });
  });

  it('takes the longest secret first, and the first name of one', () => {
    const nested = createMask([
      { name: 'short', secret: 'secret' },
      { name: 'long', secret: 'secret-and-more' },
      { name: 'again', secret: 'secret' },
    ]);
    expect(nested.text('secret-and-more secret')).toBe('<long> <short>');
  });

  it('learns more secrets, and passes over empty ones', () => {
    const growing = createMask([{ name: 'none', secret: '' }]);
    expect(growing.text('late')).toBe('late');
    growing.add({ name: 'new', secret: 'late' });
    expect(growing.text('late')).toBe('<new>');
  });

  it('looks into any JSON value', () => {
    expect(mask.value({ [PRIMARY]: [PRIMARY, 1, null], deep: { secret: PRIMARY } })).toEqual({
      '<primary>': ['<primary>', 1, null],
      deep: { secret: '<primary>' },
    });
  });

  it('leaves the bytes of a delivery that has no secret in it', () => {
    const hook = {
      hook: 'a',
      method: 'POST',
      path: '/',
      headers: [],
      raw: { text: '{"a": 1 }' },
      at: 0,
      target_at: 0,
      reply: '200',
    };
    expect(mask.hook(hook)).toEqual(hook);
    expect(mask.hook({ ...hook, raw: { text: PRIMARY } }).raw).toEqual({ text: '<primary>' });
  });

  it('hides whatever secret, whatever stands around it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 6 }), fc.string(), (secret, around) => {
        const hidden = createMask([{ name: 'x', secret }]).text(around + secret + around);
        expect(hidden.includes(secret) && !'<x>'.includes(secret) && !around.includes(secret)).toBe(false);
      }),
    );
  });
});
