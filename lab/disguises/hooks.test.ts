import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { signedAgain } from './hooks.ts';

const sign = (secret: string, body: string) => createHmac('sha256', secret).update(`7.${body}`).digest('hex');

it('Each valid signature is made again with the shown secret, and nothing else changes', () => {
  const known = new Map([
    ['old', 'shown old'],
    ['new', 'shown new'],
  ]);
  const header = `t=7,v0=x,v1=${sign('new', 'was')},v1=${sign('old', 'was')},v1=${sign('wrong', 'was')}`;
  expect(signedAgain(header, { was: Buffer.from('was'), body: Buffer.from('is'), known })).toBe(
    `t=7,v0=x,v1=${sign('shown new', 'is')},v1=${sign('shown old', 'is')},v1=${sign('wrong', 'was')}`,
  );
});
