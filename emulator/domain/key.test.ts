import { describe, expect, it } from 'vitest';
import type { Account } from './account.ts';
import { isNetwork, isNetworkAllowed, isUsableKey, type Key } from './key.ts';

const NOW = Date.UTC(2026, 0, 1);
const EVERYTHING = { lists: true, cancel: true, delete: true, credits: true };

function keyWith(part: Partial<Key>): Key {
  return {
    id: 'key_1',
    name: null,
    secret: 'pk_live_demo',
    account: 'demo',
    environment: 'live',
    scopes: [],
    revokedAt: null,
    expiresAt: null,
    networks: null,
    ...part,
  };
}

function accountThatIs(disabled: boolean): Account {
  const unitCosts = { 'skin.analyze': 1, 'makeup.apply': 1, 'hair.try_on': 2 };
  return {
    name: 'demo',
    disabled,
    features: { live: EVERYTHING, test: EVERYTHING },
    hasTestKey: false,
    webhooks: true,
    dailyQuota: null,
    admissionPerMinute: null,
    keyAdmissions: {},
    ledger: { settled: 0, held: 0, testFunded: 0, enforced: true, lowBalanceAt: null, unitCosts },
  };
}

describe('isUsableKey', () => {
  it.each([
    ['is usable without an end', {}, false, true],
    ['is usable before it expires', { expiresAt: NOW + 1 }, false, true],
    ['is not usable at the instant at which it expires', { expiresAt: NOW }, false, false],
    ['is not usable after it expired', { expiresAt: NOW - 1 }, false, false],
    ['is usable before it is revoked', { revokedAt: NOW + 1 }, false, true],
    ['is not usable at the instant at which it is revoked', { revokedAt: NOW }, false, false],
    ['is not usable after it was revoked', { revokedAt: NOW - 1 }, false, false],
    ['is not usable when it was revoked before it would expire', { revokedAt: NOW, expiresAt: NOW + 1 }, false, false],
    ['is not usable on a disabled account', {}, true, false],
  ])('a key %s', (_, part, disabled, usable) => {
    expect(isUsableKey(keyWith(part), accountThatIs(disabled), NOW)).toBe(usable);
  });
});

describe('isNetworkAllowed', () => {
  it.each([
    ['everywhere', null, '203.0.113.7', true],
    ['nowhere', [], '203.0.113.7', false],
    ['the address itself', ['203.0.113.7'], '203.0.113.7', true],
    ['the address beside it', ['203.0.113.7'], '203.0.113.8', false],
    ['the first of a range', ['10.0.0.0/8'], '10.0.0.0', true],
    ['the last of a range', ['10.0.0.0/8'], '10.255.255.255', true],
    ['the one before a range', ['10.0.0.0/8'], '9.255.255.255', false],
    ['the one after a range', ['10.0.0.0/8'], '11.0.0.0', false],
    ['a range with host bits', ['192.168.1.77/24'], '192.168.1.3', true],
    ['a range of one', ['192.0.2.1/32'], '192.0.2.1', true],
    ['a range of one, missed', ['192.0.2.1/32'], '192.0.2.2', false],
    ['all of v4', ['0.0.0.0/0'], '203.0.113.7', true],
    ['all of v6', ['::/0'], '2001:db8::1', true],
    ['the second of several', ['10.0.0.0/8', '203.0.113.0/24'], '203.0.113.7', true],
    ['a v6 address', ['2001:db8::1'], '2001:db8::1', true],
    ['a v6 address in a longer spelling', ['2001:db8::1'], '2001:0db8:0:0:0:0:0:1', true],
    ['a v6 range', ['2001:db8::/32'], '2001:db8:ffff::1', true],
    ['outside a v6 range', ['2001:db8::/32'], '2001:db9::1', false],
    ['v6 loopback', ['::1'], '::1', true],
    ['v4 loopback by the v6 one', ['::1'], '127.0.0.1', false],
    ['v6 loopback by the v4 one', ['127.0.0.0/8'], '::1', false],
    ['a v4 address as a v6 socket shows it', ['10.0.0.0/8'], '::ffff:10.1.2.3', true],
    ['a v4 address outside, as a v6 socket shows it', ['10.0.0.0/8'], '::ffff:11.1.2.3', false],
    ['something other than an address', ['0.0.0.0/0'], 'localhost', false],
    ['no address at all', ['0.0.0.0/0', '::/0'], '', false],
  ])('checks %s: %j and %s', (_, networks, address, allowed) => {
    expect(isNetworkAllowed(keyWith({ networks }), address)).toBe(allowed);
  });
});

describe('isNetwork', () => {
  it.each(['10.0.0.0/8', '10.0.0.1', '0.0.0.0/0', '10.0.0.1/32', '::1', '::/0', '2001:db8::/32', '::1/128'])(
    'accepts %s',
    (text) => {
      expect(isNetwork(text)).toBe(true);
    },
  );

  it.each([
    '',
    'localhost',
    '10.0.0',
    '10.0.0.256',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0.0/255.0.0.0',
    '::1/129',
    '::g',
    '/8',
  ])('refuses %j', (text) => {
    expect(isNetwork(text)).toBe(false);
  });
});
