import { expect, it } from 'vitest';
import { ownerOf, roleSent } from './owner.ts';

const key = (secret: string, environment = 'live') => ({ secret, environment });
const keys = {
  primary: key('<primary>'),
  second: key('pk_live_2'),
  other_env: key('pk_test_1', 'test'),
  other_account: key('pk_live_3'),
  revoked: key('pk_live_4'),
  live: key('<primary>'),
  test: key('pk_test_2', 'test'),
};
const made = { keys, tenant: { id: 'tenant-1' } };

it.each([
  ['primary', 'own live', 'own live'],
  ['second', 'own live', 'own live'],
  ['other_env', 'own test', 'own test'],
  ['other_account', 'other live', 'other live'],
  ['test', 'own test', null],
  ['revoked', null, null],
  ['no_scope', null, null],
  ['none', null, null],
])('the key %s reaches %s if a driver made it, and else %s', (role, owner, given) => {
  expect([ownerOf(role, made), ownerOf(role, { keys, tenant: null })]).toEqual([owner, given]);
});

it.each([
  ['pk_live_2', 'second'],
  ['<second>', 'second'],
  ['<primary>', 'primary'],
  ['<live>', 'live'],
  ['<altered primary>', null],
  ['pk_live_9', null],
  [undefined, null],
])('the header %s has the key of %s', (header, role) => {
  expect(roleSent(header, { keys })).toBe(role);
});
