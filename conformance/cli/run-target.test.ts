import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../emulator/testing/scratch-folder.ts';
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

describe('the target of a run', () => {
  it('is what the file says, where no flag says otherwise', () => {
    expect(target({ target: file })).toMatchObject({
      ...{ name: 'file.test', version: '2', base_url: 'http://file.test', budget: { wall: 60_000, jobs: 5 } },
      keys: { primary: { secret: 'pk_test_file', scopes: ['skin'] }, other_account: { secret: 'pk_test_other' } },
      drivers: { url: null, named: { clock: 'http://file.test' } },
    });
  });

  it('takes address, keys, drivers and time from flags', () => {
    const flags = { target: file, key: ['env:K3'], drivers: '/drive', token: 'env:K2', wall: 'none', live: 'allow' };
    expect(target(flags, 'http://flag.test/')).toMatchObject({
      ...{ name: 'flag.test', base_url: 'http://flag.test', live_keys: 'allow', budget: { wall: null, jobs: 5 } },
      keys: { primary: { secret: 'pk_test_flag', scopes: null }, other_account: { secret: 'pk_test_other' } },
      drivers: { url: 'http://flag.test/drive', token: 'pk_test_other', named: { clock: 'http://file.test' } },
    });
  });

  it('has its drivers below its address, or at one of their own', () => {
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

  it('is called what a server is called that was started for the run', () => {
    expect(targetOf({}, { base_url: 'http://127.0.0.1:9', name: 'acme:1' }, ENV).name).toBe('acme:1');
  });
});
