import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSignedWith, parseSignature } from './signatures.ts';

const RAW = Buffer.from('{"a": 1}');
const hex = (secret: string, t: number, raw = RAW) =>
  createHmac('sha256', secret).update(`${t}.`).update(raw).digest('hex');

describe('the header of a signature', () => {
  it('gives its time and every v1, and leaves other schemes out', () => {
    expect(parseSignature('t=12,v0=x,v1=aa,v1=bb')).toEqual({ t: 12, v1: ['aa', 'bb'] });
    expect(parseSignature('t=12, v1=aa')).toEqual({ t: 12, v1: ['aa'] });
  });

  it.each(['', 't=12', 'v1=aa', 't=12,t=12,v1=aa', 't=x,v1=aa', 't=1.5,v1=aa', 't=,v1=aa', 't12,v1=aa'])(
    '%j is none',
    (text) => {
      expect(parseSignature(text)).toBeNull();
    },
  );
});

it('a delivery is signed where one v1 fits secret, time and bytes', () => {
  const v1 = [hex('old', 12), hex('new', 12)];
  expect(isSignedWith('old', { t: 12, v1 }, RAW)).toBe(true);
  expect(isSignedWith('new', { t: 12, v1 }, RAW)).toBe(true);
  expect(isSignedWith('other', { t: 12, v1 }, RAW)).toBe(false);
  expect(isSignedWith('old', { t: 13, v1 }, RAW)).toBe(false);
  expect(isSignedWith('old', { t: 12, v1 }, Buffer.from('{"a":1}'))).toBe(false);
  expect(isSignedWith('old', { t: 12, v1: ['aa', 'x'.repeat(64)] }, RAW)).toBe(false);
});
