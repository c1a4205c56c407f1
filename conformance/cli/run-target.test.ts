import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../emulator/testing/scratch-folder.ts';
import { connectionLines } from '../target/connection.ts';
import { secretsOf } from '../target/target.ts';
import { targetOf } from './run-target.ts';

const { write } = scratchFolder();

const file = write(
  'target.yaml',
  [
    'target: {base_url: "http://file.test", version: 2}',
    'keys: {primary: {secret: env:K1, scopes: [skin]}, other_account: env:K2}',
    'drivers: {clock: "http://file.test/clock"}',
    'budget: {wall: 1m, jobs: 5}',
  ].join('\n'),
);
const ENV = { K1: 'pk_test_file', K2: 'pk_test_other', K3: 'pk_test_flag' };
const target = (flags: Parameters<typeof targetOf>[0], base_url?: string) => targetOf(flags, { base_url }, ENV);

describe('The target of a run', () => {
  it('is read from the file, unless a flag overrides it', () => {
    expect(target({ target: file })).toMatchObject({
      ...{ name: 'file.test', version: '2', base_url: 'http://file.test', budget: { wall: 60_000, jobs: 5 } },
      keys: { primary: { secret: 'pk_test_file', scopes: ['skin'] }, other_account: { secret: 'pk_test_other' } },
      drivers: { url: null, named: { clock: 'http://file.test' } },
    });
  });

  it('gets its address, keys, drivers and time from flags', () => {
    const flags = { target: file, key: ['env:K3'], drivers: '/drive', token: 'env:K2', wall: 'none', live: 'allow' };
    expect(target(flags, 'http://flag.test/')).toMatchObject({
      ...{ name: 'flag.test', base_url: 'http://flag.test', live_keys: 'allow', budget: { wall: null, jobs: 5 } },
      keys: { primary: { secret: 'pk_test_flag', scopes: null }, other_account: { secret: 'pk_test_other' } },
      drivers: { url: 'http://flag.test/drive', token: 'pk_test_other', named: { clock: 'http://file.test' } },
    });
  });

  it('has its drivers at a path of its own address, or at another address', () => {
    const driversAt = (drivers: string) => target({ drivers }, 'http://flag.test/face').drivers.url;
    expect(driversAt('/drive/')).toBe('http://flag.test/face/drive');
    expect(driversAt('http://other.test/drive')).toBe('http://other.test/drive');
    expect(() => driversAt('//other.test/drive')).toThrow('the address of the drivers is //other.test/drive');
    expect(() => driversAt('@other.test')).toThrow('the address of the drivers is …@other.test');
  });

  it('needs no file', () => {
    const flags = { key: ['pk_test_a', 'second=pk_test_b=c'], wall: '1h30m' };
    expect(target(flags, 'http://flag.test')).toMatchObject({
      ...{ name: 'flag.test', live_keys: 'refuse', budget: { wall: 5_400_000 } },
      keys: { primary: { secret: 'pk_test_a' }, second: { secret: 'pk_test_b=c' } },
    });
  });

  it('has the name of the server that was started for the run', () => {
    expect(targetOf({}, { base_url: 'http://127.0.0.1:9', name: 'acme:1' }, ENV).name).toBe('acme:1');
  });
});

describe('The connection to the server', () => {
  it('gets headers and a rate from flags, and proxies from the environment', () => {
    const flags = { header: ['X-Gateway: env:K1', 'x-zone: b'], rate: '0.5' };
    const env = { ...ENV, HTTPS_PROXY: 'http://me:hidden-word@proxy.test:3128', no_proxy: '.inner.test' };
    const { connection } = targetOf(flags, { base_url: 'https://flag.test' }, env);
    expect(connection).toMatchObject({ headers: { 'X-Gateway': 'pk_test_file', 'x-zone': 'b' }, rate: 0.5 });
    const lines = connectionLines({ base_url: 'https://flag.test', connection }).join();
    expect(lines).toContain('through the proxy http://…@proxy.test:3128');
    expect(lines).not.toMatch(/hidden-word|pk_test_file/);
    expect(connectionLines({ base_url: 'https://a.inner.test', connection }).join()).not.toContain('proxy');
  });

  it('masks the password of a proxy, also in its encoded form', () => {
    const { connection, ...target } = targetOf(
      {},
      { base_url: 'https://a.test' },
      { https_proxy: 'me:se%40cret-word@p.test' },
    );
    const secrets = secretsOf({ ...target, connection }).map(({ secret }) => secret);
    expect(secrets).toEqual(
      expect.arrayContaining(['se@cret-word', Buffer.from('me:se@cret-word').toString('base64')]),
    );
  });

  it.each([
    [{ header: ['X-Gateway'] }, {}, /--header must be a name and a value/],
    [{ header: ['X-API-Key: a'] }, {}, /the key goes under keys/],
    [{ header: ['X: env:NONE'] }, {}, /the variable NONE is not set/],
    [{ rate: '0' }, {}, /--rate must be a number/],
    [{}, { HTTPS_PROXY: 'http://me:100%@p.test' }, /^HTTPS_PROXY has an invalid percent sign in its name or password/],
    [{}, { http_proxy: 'socks5://p.test' }, /HTTP_PROXY is not the URL of an HTTP proxy/],
  ])('is refused with %j %j', (flags, env, problem) => {
    expect(() => targetOf(flags, { base_url: 'http://flag.test' }, env)).toThrow(problem);
  });
});
