import { describe, expect, it } from 'vitest';
import { FEATURES, type Feature, ROLES, type Role } from '../suite/vocabulary.ts';
import { initTarget, variableOf } from './init.ts';
import type { Probe } from './probe.ts';
import { readTarget } from './read-target.ts';
import { targetFromFlags } from './target-from-flags.ts';

const NOTHING = Object.fromEntries(Object.keys(FEATURES).map((name) => [name, null])) as Probe['features'];
const ROLE_NAMES = Object.keys(ROLES) as Role[];

function probeWith(features: Partial<Record<Feature, boolean>>, rest: Partial<Probe> = {}): Probe {
  const found = { reachable: true, detail: null, key_works: true, unknown_path: null, differs: [], products: null };
  return { ...found, ...rest, features: { ...NOTHING, ...features } };
}

describe('The target file that init writes', () => {
  it('is read back as the flags and the results of the probe', () => {
    const text = initTarget('http://t:1/api', 'pk_test_a', probeWith({ lists: false, hair: true }));
    const read = readTarget('target.yaml', text, { [variableOf('primary')]: 'pk_test_a' });
    const flags = targetFromFlags({ base_url: 'http://t:1/api', keys: { primary: 'pk_test_a' } });
    expect(read).toEqual({ ...flags, spec: '1.0.0-rc.1', features: { ...flags.features, lists: 'off', hair: 'on' } });
  });

  it('tries on what the server accepts', () => {
    const products = [{ category: 'lipstick', color: 'rgb(161, 48, 74)' }];
    const text = initTarget('http://t', null, probeWith({}, { products }));
    expect(readTarget('target.yaml', text, {}).data['products']).toEqual(products);
  });

  it('contains no key, and can be read without the variable, too', () => {
    const text = initTarget('http://t', 'pk_live_hush', probeWith({}));
    expect(text).not.toContain('hush');
    const { keys, warnings } = readTarget('target.yaml', text, {});
    expect([keys, warnings]).toEqual([{}, [expect.stringContaining(variableOf('primary'))]]);
  });

  it('lists a variable for every role and a word for every feature', () => {
    const text = initTarget('http://t', null, probeWith({}));
    for (const role of ROLE_NAMES)
      expect(text).toMatch(new RegExp(`^  # ${role}: env:${variableOf(role)} +# \\w`, 'm'));
    for (const feature of Object.keys(FEATURES)) expect(text).toMatch(new RegExp(`^  ${feature}: auto +# \\w`, 'm'));
  });

  it('remains valid if every example in it is uncommented', () => {
    const text = initTarget('http://t', null, probeWith({}));
    const all = text
      .replace(/^( *)# ([a-z_]+: |hair:)/gm, '$1$2')
      .replace(/^# {2}( +\w+: )/gm, ' $1')
      .replace(/^ {2}webhooks: http.*\n/m, '');
    const secrets = { TRYON_DRIVER_TOKEN: 'token', TRYON_WEBHOOK_SECRET: 'whsec_a' };
    const environment = (role: Role) => (['other_env', 'test'].includes(role) ? 'test' : 'live');
    const keys = ROLE_NAMES.map((role) => [variableOf(role), `pk_${environment(role)}_${role}`]);
    const target = readTarget('target.yaml', all, { ...secrets, ...Object.fromEntries(keys) });
    expect(Object.keys(target.keys).sort()).toEqual([...ROLE_NAMES].sort());
    const url = 'http://127.0.0.1:4011';
    const receiver = { secret: 'whsec_a', listen: { port: 8443 } };
    const drivers = { url, token: 'token', named: { clock: url }, receiver };
    expect(target).toMatchObject({ version: '1.0.0', hair: { mapped: true }, drivers, warnings: [] });
  });

  it.each([
    [{ reachable: false, detail: 'ECONNREFUSED', key_works: null }, 'It did not answer (ECONNREFUSED)'],
    [{ key_works: false }, 'It refused the key'],
    [{ key_works: null }, 'without a usable key'],
    [{}, 'and took the key'],
  ])('says what was found out about %j', (found, words) => {
    expect(initTarget('http://t', 'pk_test_a', probeWith({}, found))).toContain(words);
  });
});
