import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readingsOf } from '../../testing/readings.ts';
import { DISGUISES, disguised, randomKey } from '../../wire/testing/disguised.ts';
import type { Exchange, ReceivedHook } from '../http/exchange.ts';
import { createMask } from './mask.ts';

const PRIMARY = 'pk_test_a1b2c3d4e5f6';
const mask = createMask([
  { name: 'primary', secret: PRIMARY },
  { name: 'token', secret: 'a"b/c' },
]);

function exchange(headers: Record<string, string>, url = '/v1/jobs', text = `{"key":"${PRIMARY}"}`): Exchange {
  const body = { kind: 'text', text } as const;
  const answer: Exchange['answer'] = { status: 200, headers: [['X-Echo', PRIMARY]], body };
  return { request: { method: 'GET', url, headers, body }, answer, silence: null, detail: null, at: 0, took: 1 };
}

describe('A mask', () => {
  it('removes the secret from all parts of an exchange', () => {
    const sent = { 'X-API-Key': PRIMARY, Authorization: `Bearer ${PRIMARY}` };
    const masked = mask.exchange(exchange(sent, `/v1/jobs?key=${PRIMARY}`));
    expect(JSON.stringify(masked)).not.toContain('a1b2');
    const headers = { 'X-API-Key': '<primary>', Authorization: 'Bearer <primary>' };
    const body = { kind: 'text', text: '{"key":"<primary>"}' };
    expect(masked.request).toEqual({ method: 'GET', url: '/v1/jobs?key=<primary>', headers, body });
    expect(masked.answer?.headers).toEqual([['X-Echo', '<primary>']]);
  });

  it('recognizes a secret in an address and in JSON', () => {
    expect(mask.text('?t=a%22b%2Fc')).toBe('?t=<token>');
    expect(mask.text(JSON.stringify({ t: 'a"b/c' }))).toBe('{"t":"<token>"}');
  });

  it.each(Object.entries(DISGUISES))('recognizes a secret as %s', (_, disguise) => {
    const text = JSON.stringify({ before: 'a', key: 'KEY', after: [1, 'b'] }).replace('KEY', disguise(PRIMARY));
    const masked = mask.text(text);
    expect(masked).toMatch(/<primary(?: in (?:base64|hex))?>/);
    expect(readingsOf(masked).filter((reading) => reading.includes('a1b2c3'))).toEqual([]);
    expect(JSON.parse(masked)).toMatchObject({ before: 'a', after: [1, 'b'] });
  });

  it('names the encoding of a secret, except for mere escapes', () => {
    const basic = Buffer.from(`${PRIMARY}:`).toString('base64');
    expect(mask.text(`Basic ${basic}`)).toBe('Basic <primary in base64>6');
    expect(mask.text(`[${Buffer.from(PRIMARY).toString('hex')}]`)).toBe('[<primary in hex>]');
  });

  it.each([
    [PRIMARY.slice(0, -1), '<altered primary>'],
    [PRIMARY.toUpperCase(), '<altered primary>'],
    [`${PRIMARY}x`, '<primary>x'],
    ['pk_test_X1b2c3d4e5f6', '<altered primary>'],
    ['pk_test_unknown', 'pk_test_unknown'],
    ['', ''],
  ])('masks the key %j as %j', (key, shown) => {
    expect(mask.exchange(exchange({ 'x-api-key': key })).request.headers).toEqual({ 'x-api-key': shown });
  });

  it('removes longer parts of a random secret, and keeps words', () => {
    expect(mask.text('the key pk_test_a1b2c3d4… is wrong')).toBe('the key <altered primary>… is wrong');
    expect(mask.text('the key pk_test_…e5f6 is wrong')).toBe('the key pk_test_…e5f6 is wrong');
    const words = createMask([{ name: 'primary', secret: 'pk_test_completed_at' }]);
    expect(words.text('{"completed_at": "pk_test_completed"}')).toBe('{"completed_at": "pk_test_completed"}');
  });

  it('recognizes an altered key made of words if the answer repeats it', () => {
    const words = createMask([{ name: 'primary', secret: 'pk_test_demonstration' }]);
    const altered = 'pk_test_demonstratio';
    const recorded = exchange({ 'X-API-Key': altered }, '/', JSON.stringify({ no: altered }));
    const { request, answer } = words.exchange(recorded);
    expect(request.headers).toEqual({ 'X-API-Key': '<altered primary>' });
    expect(answer?.body).toEqual({ kind: 'text', text: '{"no":"<altered primary>"}' });
  });

  it('prefers the longest secret, and its first name', () => {
    const nested = createMask([
      { name: 'short', secret: 'secret' },
      { name: 'long', secret: 'secret-and-more' },
      { name: 'again', secret: 'secret' },
    ]);
    expect(nested.text('secret-and-more secret')).toBe('<long> <short>');
  });

  it('accepts more secrets later, and ignores empty ones', () => {
    const growing = createMask([{ name: 'none', secret: '' }]);
    expect(growing.text('late')).toBe('late');
    growing.add({ name: 'new', secret: 'late' });
    expect(growing.text('late')).toBe('<new>');
  });

  it('finds a short secret only if it is a separate word', () => {
    const short = createMask([{ name: 'primary', secret: 'k1' }]);
    expect(short.text('{"key":"k1","id":"job_xk12"}')).toBe('{"key":"<primary>","id":"job_xk12"}');
  });

  it('masks any JSON value', () => {
    expect(mask.value({ [PRIMARY]: [PRIMARY, 1, null], deep: { secret: PRIMARY } })).toEqual({
      '<primary>': ['<primary>', 1, null],
      deep: { secret: '<primary>' },
    });
  });

  it('keeps names that programs use, even if one of them is a secret', () => {
    const word = createMask([{ name: 'token', secret: 'secret' }]);
    expect(word.value({ secret: 'secret' })).toEqual({ secret: '<token>' });
  });

  it('keeps JSON valid if a secret was a number, or followed a backslash', () => {
    const number = createMask([{ name: 'token', secret: '31415926' }]);
    const { answer } = number.exchange(exchange({}, '/', '{"pi": 31415926, "a": 1}'));
    expect(answer?.body).toEqual({ kind: 'text', text: '{"pi":"<token>","a":1}' });
    const letter = createMask([{ name: 'token', secret: 'nobody-knows-1' }]);
    expect(letter.text(String.raw`{"a":"\nobody-knows-1"}`)).toBe('{"a":"<token>"}');
  });

  it('hides a random key in every encoding, changes nothing a second time, and keeps JSON valid', () => {
    fc.assert(
      fc.property(randomKey, disguised, fc.string(), (key, way, around) => {
        const hiding = createMask([{ name: 'primary', secret: key }]);
        const before = JSON.stringify({ around, key: 'KEY', other: around });
        const masked = hiding.text(before.replace('KEY', () => DISGUISES[way]?.(key) ?? ''));
        expect(readingsOf(masked, 2).some((reading) => reading.includes(key))).toBe(false);
        expect(hiding.text(masked)).toBe(masked);
        expect(JSON.parse(masked)).toMatchObject({ around, other: around });
      }),
      { numRuns: 200 },
    );
  });

  it('hides a random key in one disguise within another', () => {
    fc.assert(
      fc.property(randomKey, disguised, disguised, (key, inner, outer) => {
        const written = DISGUISES[outer]?.(DISGUISES[inner]?.(key) ?? '') ?? '';
        const masked = createMask([{ name: 'primary', secret: key }]).text(written);
        expect(masked).toContain('<primary');
        expect(readingsOf(masked).some((reading) => reading.includes(key))).toBe(false);
      }),
      { numRuns: 50, examples: [['pk_live_a0a0AaaAaAaa0AAAaA0A', 'entities', 'percent, here and there']] },
    );
  });

  it('finds a random key, or its end, at any place of a code, next to any bytes and across lines', () => {
    const bytes = fc.uint8Array({ maxLength: 7 });
    const encoding = fc.constantFrom<BufferEncoding>('base64', 'base64url', 'hex');
    const lines = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(
        ...([randomKey, fc.boolean(), bytes, bytes, encoding, fc.constantFrom('', '7', 'ab', 'abc'), lines] as const),
        (key, isWhole, before, after, how, begun, width) => {
          const hidden = isWhole ? key : key.slice(-16);
          const written = Buffer.concat([before, Buffer.from(hidden), after]).toString(how);
          const text = `${begun}${written}`.replace(new RegExp(`.{${width}}`, 'g'), '$&\n');
          const masked = createMask([{ name: 'primary', secret: key }]).text(text);
          expect(masked).toMatch(/<(?:altered )?primary in /);
          expect(readingsOf(masked.replaceAll('\n', ''), 1).some((reading) => reading.includes(hidden))).toBe(false);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('handles a long text that was made to be decoded over and over', () => {
    const long = createMask([{ name: 'primary', secret: PRIMARY }]);
    let deep = `${PRIMARY} `.repeat(1000);
    for (let depth = 0; depth < 4; depth += 1) deep = Buffer.from(deep).toString('base64');
    expect(long.text(deep)).toContain('<primary in base64>');
    for (const unit of ['\\', '%25', 'VVVV', '&#x0', 'pk_test_', 'a\n'])
      expect(long.text(unit.repeat(50_000))).toHaveLength(unit.length * 50_000);
  });
});

describe('What is sent back to the target', () => {
  const cursor = Buffer.from(JSON.stringify({ of: PRIMARY, at: 7 })).toString('base64');
  const own = () => createMask([{ name: 'primary', secret: PRIMARY }]);
  const shownOf = (body: Exchange['request']['body'] | undefined) =>
    body?.kind === 'text' ? JSON.parse(body.text) : {};

  it('is the original text if it was masked in an address, a header or a body', () => {
    const page = own();
    const { answer } = page.exchange(exchange({}, '/', JSON.stringify({ next_cursor: cursor })));
    const { next_cursor: shown } = shownOf(answer?.body);
    expect(shown).not.toBe(cursor);
    const again = page.unmasked({ url: `/v1/assets?cursor=${encodeURIComponent(shown)}`, body: `{"c":"${shown}"}` });
    expect(again).toEqual({ url: `/v1/assets?cursor=${encodeURIComponent(cursor)}`, body: `{"c":"${cursor}"}` });
  });

  it('does not restore headers that the target did not write', () => {
    expect(own().unmasked({ url: '/v1/jobs?key=<primary>' })).toEqual({ url: '/v1/jobs?key=<primary>' });
  });
});

describe('A delivery', () => {
  const SECRET = 'whsec_0123456789abcdef';
  const signed = (secret: string, body: string) =>
    `t=1700000000,v1=${createHmac('sha256', secret).update(`1700000000.${body}`).digest('hex')}`;
  const hook = (text: string, signature: string): ReceivedHook => ({
    ...{ hook: 'a', method: 'POST', path: '/', headers: [['Service-Signature', signature]] },
    ...{ raw: { text }, at: 0, target_at: 0, reply: '200' },
  });
  const opened = () => {
    const own = createMask([{ name: 'primary', secret: PRIMARY }]);
    return { own, outcome: own.drive({ output: { id: 'ep_1', secret: SECRET } }) };
  };

  it('keeps its bytes if they contain no secret', () => {
    const plain = hook('{"a": 1 }', 't=1,v1=00');
    expect(mask.hook(plain)).toEqual(plain);
  });

  it('reveals no secret of its endpoint, and its signature stays valid or invalid', () => {
    const { own, outcome } = opened();
    expect(outcome).toEqual({ output: { id: 'ep_1', secret: '<webhook secret 1>' } });
    const [header] = own.hook(hook('{}', signed(SECRET, '{}'))).headers;
    expect(header).toEqual(['Service-Signature', signed('<webhook secret 1>', '{}')]);
    const wrong = signed('another secret', '{}');
    expect(own.hook(hook('{}', wrong)).headers).toEqual([['Service-Signature', wrong]]);
    expect(own.secrets().map(({ name }) => name)).toEqual(['primary', 'webhook secret 1']);
  });

  it('has a signature over its masked bytes', () => {
    const body = `{"key":"${PRIMARY}"}`;
    const { raw, headers } = opened().own.hook(hook(body, signed(SECRET, body)));
    expect(raw).toEqual({ text: '{"key":"<primary>"}' });
    expect(headers[0]?.[1]).toBe(signed('<webhook secret 1>', '{"key":"<primary>"}'));
  });
});
