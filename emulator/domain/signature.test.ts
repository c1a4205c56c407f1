import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkSignature, signatureHeader } from './signature.ts';

const SECRET = 'whsec_one';
const OTHER = 'whsec_two';
const TIME = 1_800_000_000;
const BODY = '{"id":"evt_1","name":"Zoë"}';

const hmac = (secret: string, time: number | string, body: string) =>
  createHmac('sha256', secret).update(`${time}.${body}`, 'utf8').digest('hex');
const GOOD = hmac(SECRET, TIME, BODY);
const ELSE = hmac(OTHER, TIME, BODY);

type Case = { header?: string; body?: string | Uint8Array; secret?: string | string[]; seconds?: number };

function check({ header = `t=${TIME},v1=${GOOD}`, body = BODY, secret = SECRET, seconds = 0 }: Case = {}) {
  const now = new Date((TIME + seconds) * 1_000);
  return checkSignature({ body, header, secret, now, toleranceSeconds: 300 });
}

describe('6.3 Service-Signature', () => {
  it('is t and one v1, the HMAC-SHA256 of "t.body" with the whole secret as the key', () => {
    expect(signatureHeader([SECRET], TIME, BODY)).toBe(`t=${TIME},v1=${GOOD}`);
  });

  it('has one v1 for each secret, in the order of the secrets', () => {
    expect(signatureHeader([SECRET, OTHER], TIME, BODY)).toBe(`t=${TIME},v1=${GOOD},v1=${ELSE}`);
  });
});

describe('6.4 a verifier accepts', () => {
  const accepted: [string, Case][] = [
    ['a good signature', {}],
    ['a body of bytes', { body: Buffer.from(BODY) }],
    ['a body of plain bytes', { body: new TextEncoder().encode(BODY) }],
    ['a time 300 seconds ago', { seconds: 300 }],
    ['a time 300 seconds ahead', { seconds: -300 }],
    ['schemes that it does not know', { header: `t=${TIME},v0=${ELSE},v2=x,w,v1=${GOOD},v10=${ELSE}` }],
    ['parts in another order', { header: `v1=${GOOD},t=${TIME}` }],
    ['spaces between the parts', { header: `t=${TIME}, v1=${GOOD}` }],
    ['any of several v1, the first', { header: `t=${TIME},v1=${GOOD},v1=${ELSE}` }],
    ['any of several v1, the last', { header: `t=${TIME},v1=${ELSE},v1=short,v1=${GOOD}` }],
    ['any of several secrets', { secret: ['whsec_none', OTHER, SECRET] }],
    ['a v1 of the older secret', { header: `t=${TIME},v1=${GOOD},v1=${ELSE}`, secret: OTHER }],
  ];
  it.each(accepted)('%s', (_, input) => {
    expect(check(input)).toEqual({ ok: true, timestamp: TIME, event: JSON.parse(BODY) });
  });
});

describe('6.4 a verifier refuses', () => {
  const refused: [string, string, Case][] = [
    ['a changed byte of the body', 'mismatch', { body: BODY.replace('evt_1', 'evt_2') }],
    ['a changed byte of the bytes', 'mismatch', { body: Buffer.from(BODY.replace('ë', 'é')) }],
    ['JSON that means the same in other bytes', 'mismatch', { body: `${BODY} ` }],
    ['a changed v1', 'mismatch', { header: `t=${TIME},v1=${GOOD.slice(0, -1)}${GOOD.endsWith('0') ? '1' : '0'}` }],
    ['a v1 that is cut short', 'mismatch', { header: `t=${TIME},v1=${GOOD.slice(0, 10)}` }],
    ['an empty v1', 'mismatch', { header: `t=${TIME},v1=` }],
    ['a changed time', 'mismatch', { header: `t=${TIME + 1},v1=${GOOD}` }],
    ['another secret', 'mismatch', { secret: OTHER }],
    ['a secret without its prefix', 'mismatch', { secret: SECRET.replace('whsec_', '') }],
    ['no secret at all', 'mismatch', { secret: [] }],
    ['a time 301 seconds ago', 'stale', { seconds: 301 }],
    ['a time 301 seconds ahead', 'stale', { seconds: -301 }],
    ['a clock without a time', 'stale', { seconds: Number.NaN }],
    ['a repeated time', 'malformed', { header: `t=${TIME},t=${TIME},v1=${GOOD}` }],
    ['no time', 'malformed', { header: `v1=${GOOD}` }],
    ['an empty time', 'malformed', { header: `t=,v1=${GOOD}` }],
    ['a time in words', 'malformed', { header: `t=now,v1=${GOOD}` }],
    ['a time with a fraction', 'malformed', { header: `t=${TIME}.5,v1=${GOOD}` }],
    ['a time with an exponent', 'malformed', { header: `t=18e8,v1=${GOOD}` }],
    ['a time before 1970', 'malformed', { header: `t=-${TIME},v1=${GOOD}` }],
    ['a time in base 16', 'malformed', { header: `t=0x6b49d200,v1=${GOOD}` }],
    ['no v1', 'malformed', { header: `t=${TIME}` }],
    ['a v1 under another name', 'malformed', { header: `t=${TIME},v0=${GOOD},V1=${GOOD}` }],
    ['an empty header', 'malformed', { header: '' }],
    ['a header of something else', 'malformed', { header: `sha256=${GOOD}` }],
  ];
  it.each(refused)('%s as %s', (_, reason, input) => {
    expect(check(input)).toEqual({ ok: false, reason });
  });

  it('a genuine body that is not JSON, with its own reason', () => {
    const body = 'not json';
    const header = `t=${TIME},v1=${hmac(SECRET, TIME, body)}`;
    expect(check({ body, header })).toEqual({ ok: false, reason: 'not_json' });
  });

  it('a forged body before it checks whether it is JSON', () => {
    expect(check({ body: 'not json' })).toEqual({ ok: false, reason: 'mismatch' });
    expect(check({ body: 'not json', seconds: 301 })).toEqual({ ok: false, reason: 'stale' });
  });
});
