import { describe, expect, it } from 'vitest';
import { cases } from '../../shared/testing/cases.ts';
import { BadSource } from '../suite/yaml/problem.ts';
import { readTarget } from './read-target.ts';
import { BadFlag, liveKeyRefusal } from './target.ts';
import { targetFromFlags } from './target-from-flags.ts';

const LEAST = 'target: {base_url: "http://t.test"}\n';
const ENV = { K1: 'pk_live_one', K2: 'pk_live_two', T1: 'pk_test_one', EMPTY: '' };

const read = (text: string) => readTarget('target.yaml', text, ENV);

function problemsOf(text: string): string[] {
  try {
    read(text);
  } catch (error) {
    if (error instanceof BadSource) return error.message.split('\n');
    throw error;
  }
  return [];
}

describe('A target file', () => {
  it('can contain everything in a few lines', () => {
    const target = read(`
target: {name: acme, version: 2.10, base_url: "https://api.acme.test/", spec: 1.0.0-rc.1, data: {shade: fair}}
keys: {primary: env:K1, other_account: {secret: env:K2, scopes: [skin.analyze]}, other_env: env:T1}
features: {job.cancel: on, lists: off, hair: true, credits.balance: auto}
drivers: {clock: "http://127.0.0.1:4011/clock", jobs: "http://d/v2/jobs/", webhooks: {listen: ":443", public_url: "https://me.test/", secret: env:K2}}
budget: {wall: 8m, jobs: 60, credit_units: null, live_keys: allow}
timeouts: {answer: 2s}
hair: {dark: shadow}
`);
    expect(target).toMatchObject({
      name: 'acme',
      version: '2.10',
      base_url: 'https://api.acme.test',
      spec: '1.0.0-rc.1',
      data: { shade: 'fair', products: expect.any(Array) },
      features: { 'job.cancel': 'on', lists: 'off', hair: 'on', 'credits.balance': 'auto', 'job.delete': 'auto' },
      budget: { wall: 480_000, jobs: 60, credit_units: null },
      live_keys: 'allow',
      timeouts: { answer: 2_000 },
      hair: { mapped: true, fields: { dark: 'shadow', light: 'light' } },
      warnings: [],
    });
    expect(target.drivers).toEqual({
      url: null,
      token: null,
      named: { clock: 'http://127.0.0.1:4011', jobs: 'http://d/v2' },
      receiver: { listen: { host: '0.0.0.0', port: 443 }, public_url: 'https://me.test', secret: 'pk_live_two' },
    });
    const one = { secret: 'pk_live_one', environment: 'live', scopes: null };
    const test = { secret: 'pk_test_one', environment: 'test', scopes: null };
    const two = { secret: 'pk_live_two', environment: 'live', scopes: ['skin.analyze'] };
    expect(target.keys).toEqual({ primary: one, live: one, test, other_env: test, other_account: two });
  });

  it('needs only a base address', () => {
    expect(read(LEAST)).toMatchObject({
      name: 't.test',
      version: null,
      keys: {},
      drivers: { url: null, named: {}, receiver: null },
      budget: { wall: 600_000, jobs: null, credit_units: null },
      live_keys: 'refuse',
      timeouts: { answer: 10_000 },
      hair: { mapped: false, fields: { asset_id: 'asset_id' } },
    });
  });

  it('can give a reason why a feature is off', () => {
    const { features, declared_off } = read(`${LEAST}features: {webhooks: {off: "we poll"}, lists: off}`);
    expect([features.webhooks, features.lists, declared_off]).toEqual(['off', 'off', { webhooks: 'we poll' }]);
  });

  it('treats an unset variable as a missing key', () => {
    const { keys, warnings } = read(`${LEAST}keys: {primary: env:NONE, second: env:EMPTY, test: env:T1}`);
    expect(Object.keys(keys)).toEqual(['test']);
    expect(warnings).toEqual([
      expect.stringContaining('keys.primary: the variable NONE is not set'),
      expect.stringContaining('EMPTY'),
    ]);
  });

  it('can contain a test key, which is harmless', () => {
    expect(read(`${LEAST}keys: {primary: pk_test_open}`).keys.primary?.secret).toBe('pk_test_open');
  });

  it.each([
    ['"[::1]:0"', { host: '::1', port: 0 }],
    ['"localhost:8443"', { host: 'localhost', port: 8443 }],
  ])('can listen on %s', (listen, expected) => {
    expect(read(`${LEAST}drivers: {webhooks: {listen: ${listen}}}`).drivers.receiver?.listen).toEqual(expected);
  });

  it.each(
    cases(`
keys: {primary: pk_live_hush}
=> 2:17: keys.primary must not be written in a file: write env:NAME
keys: {primry: env:K1}
=> 2:8: keys has no field primry; did you mean primary?
keys: {primary: {scopes: []}}
=> 2:17: keys.primary needs secret
keys: {primary: env:K1, second: env:K1}
=> 2:33: keys.second must be another key
keys: {primary: env:K1, other_env: env:K2}
=> 2:36: keys.other_env must be of the other
keys: {primary: env:K1, other_account: env:T1}
=> 2:40: keys.other_account must be of the same
keys: {live: env:T1}
=> 2:14: keys.live must be a key that starts with pk_live_
features: {job.cancle: on}
=> 2:12: features has no field job.cancle; did you mean job.cancel?
features: {lists: onn}
=> 2:19: features.lists is on or off or auto, not onn; did you mean on?
features: {webhooks: {off: ""}}
=> 2:28: features.webhooks.off must be why the
features: {webhooks: {off: "x", on: "y"}}
=> 2:33: features.webhooks has no field on
features: {idempotency: {off: "hard"}}
=> 2:12: features.idempotency: idempotency is not a feature and cannot be switched off; it is required
features: {auth: off}
=> 2:12: features.auth: authentication is not a feature
features: {isolation: off}
=> 2:12: features.isolation: isolation is not a feature
features: {live-mode: off, test-mode: off}
=> 2:23: features.live-mode and features.test-mode are both off
drivers: {clok: "http://d/clock"}
=> 2:11: drivers has no field clok; did you mean clock?
drivers: {clock: "http://d"}
=> 2:18: drivers.clock must name the resource, as in http://d/clock
drivers: {clock: {url: "http://d"}}
=> 2:18: drivers.clock must be an address
drivers: {url: "d:4011"}
=> 2:16: drivers.url is d:4011: write an address such as
drivers: {url: "http://d", token: hush}
=> 2:35: drivers.token contains a secret: write env:NAME
drivers: {webhooks: {listen: ":70000"}}
=> 2:30: drivers.webhooks.listen is :70000: write host:port
budget: {wall: 8}
=> 2:16: budget.wall must be a length of time with its unit
budget: {wall: "8"}
=> 2:16: budget.wall must be a length of time
timeouts: {answer: 0s}
=> 2:20: timeouts.answer must be a length of time
budget: {jobs: 0.5}
=> 2:16: budget.jobs must be an integer, or null
budget: {live_keys: allowed}
=> 2:21: budget.live_keys is refuse or allow, not allowed; did you mean allow?
hair: {darkk: d}
=> 2:8: hair has no field darkk; did you mean dark?
key: {}
=> 2:1: a target file has no field key; did you mean keys?
---
target: {}
=> 3:1: a target is one document
`),
  )('is rejected with %s, at its place', (text, [problem = '']) => {
    const problems = problemsOf(`${LEAST}${text}`);
    expect(problems).toEqual([expect.stringContaining(`target.yaml:${problem}`)]);
  });

  it.each([
    ['', 'target.yaml:1:1: this file contains no target'],
    ['keys: {}', 'a target file needs target'],
    ['target: {}', 'target needs base_url'],
    ['target: {base_url: "https://t.test/v1/"}', 'must end before /v1: write https://t.test'],
    ['target: {base_url: "https://t.test?x=1"}', 'write an address such as'],
    ['target: {base_url: "http://t", data: [1]}', 'target.data must be a map'],
  ])('%j is rejected as a whole', (text, problem) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(problem)]);
  });

  it('reports every mistake at once', () => {
    expect(problemsOf('target: {}\nkeys: {primary: hush}\nbudget: {wall: soon}')).toHaveLength(3);
  });
});

describe('The flags of a command line', () => {
  it('describe a target, including its keys', () => {
    const keys = { primary: 'pk_live_a', other_env: 'pk_test_a' };
    const target = targetFromFlags({ base_url: 'http://t:1/v1/', keys, drivers: { url: 'http://d/' } });
    expect(target).toMatchObject({
      name: 't:1',
      base_url: 'http://t:1',
      live_keys: 'refuse',
      drivers: { url: 'http://d' },
    });
    expect(target.keys.test?.secret).toBe('pk_test_a');
  });

  it.each([
    [' HTTP://T:80/?', 'http://t'],
    ['http:\\\\t\\face\\..\\api/#', 'http://t/api'],
  ])('accept %j as an address', (base_url, address) => {
    expect(targetFromFlags({ base_url }).base_url).toBe(address);
  });

  it.each([
    [{ base_url: 'localhost' }, 'the base address is localhost: write an address'],
    [{ base_url: 'http://:pw@t' }, 'the base address is http://…@t: write an address'],
    [{ base_url: 'http://t', drivers: { url: 'd' } }, 'the address of the drivers is d'],
    [{ base_url: 'http://t', keys: { primary: 'pk_live_a', second: 'pk_live_a' } }, 'second must be another'],
  ])('are rejected: %j', (flags, message) => {
    expect(() => targetFromFlags(flags)).toThrow(BadFlag);
    expect(() => targetFromFlags(flags)).toThrow(message);
  });
});

describe('A live key', () => {
  const remote = { base_url: 'https://api.acme.test' };
  it.each([
    ['of a server far away', remote, 'pk_live_a', false, true],
    ['that is a test key', remote, 'pk_test_a', false, false],
    ['of an account made for the test', remote, 'pk_live_a', true, false],
    ['that is allowed', { ...remote, live_keys: 'allow' as const }, 'pk_live_a', false, false],
    ['of this machine', { base_url: 'http://127.0.0.1:8080' }, 'pk_live_a', false, false],
    ['of this machine by name', { base_url: 'http://localhost:8080' }, 'pk_live_a', false, false],
    ['of a name that only begins so', { base_url: 'http://localhost.acme.test' }, 'pk_live_a', false, true],
    ['of a name that begins like one', { base_url: 'http://127.0.0.1.acme.test' }, 'pk_live_a', false, true],
  ])('%s', (_, flags, secret, makesAccounts, refused) => {
    const refusal = liveKeyRefusal(targetFromFlags(flags), secret, makesAccounts);
    expect(refusal === null).toBe(!refused);
    if (refused) expect(refusal).toContain('budget.live_keys: allow');
  });
});

describe('The connection to a server', () => {
  it('is read with its headers and its rate', () => {
    const { connection } = read(
      'target: {base_url: "http://t.test", headers: {X-Gateway: env:K1, X-Zone: b}}\nbudget: {rate: 2.5}',
    );
    expect(connection).toMatchObject({ headers: { 'X-Gateway': 'pk_live_one', 'X-Zone': 'b' }, rate: 2.5 });
  });

  it.each([
    ['headers: {X-API-Key: a}', '', 'target.headers.X-API-Key cannot be sent with every request: the key goes under'],
    ['headers: {"a b": a}', '', 'target.headers.a b is not a header'],
    ['headers: {a: ""}', '', 'must be a text of one line, or env:NAME'],
    ['', 'tls: {ca: none.pem}', 'tls.ca names none.pem, which cannot be read; the path is relative to the target file'],
    ['', 'tls: {insecure: maybe}', 'tls.insecure'],
    ['', 'budget: {rate: 0}', 'budget.rate must be more than 0'],
  ])('is rejected if it is given as %s %s', (member, more, problem) => {
    const text = `target: {base_url: "http://t.test"${member && `, ${member}`}}\n${more}`;
    expect(problemsOf(text).join()).toContain(problem);
  });

  it('is rejected without printing it if a header comes from a variable with a line break', () => {
    const text = 'target: {base_url: "http://t.test", headers: {X-Gateway: env:TWO}}\n';
    const reading = () => readTarget('target.yaml', text, { TWO: 'hidden\nX-More: 1' });
    expect(reading).toThrow(
      /target\.yaml:1:\d+: target\.headers\.X-Gateway: the value of its variable has a line break/,
    );
    expect(reading).not.toThrow(/hidden/);
  });

  it('causes a warning if it accepts any certificate', () => {
    expect(read(`${LEAST}tls: {insecure: true}`).warnings.join()).toContain('tls.insecure');
  });
});
