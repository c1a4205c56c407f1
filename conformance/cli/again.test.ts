import { describe, expect, it } from 'vitest';
import { againCommand, programOf } from './again.ts';

const again = (flags: Parameters<typeof againCommand>[0], words: string[] = []) =>
  againCommand(flags, words, { outputs: ['html'], program: 'tryon-conformance' });

describe('The command that repeats a run', () => {
  it('has the server and the given flags, but not the choice of scenarios or the output files', () => {
    const flags = {
      target: 'my target.yaml',
      wall: '8m',
      keep: true,
      only: ['a'],
      seed: 'x',
      shard: '1/4',
      html: 'r.html',
    };
    expect(again({ ...flags, verbose: true, watch: true }, ['http://127.0.0.1:4011'])).toBe(
      'tryon-conformance run http://127.0.0.1:4011 --target "my target.yaml" --wall 8m --keep',
    );
  });

  it('names the variable of a secret, and replaces a literal secret by a variable', () => {
    const key = ['env:MY_KEY', 'second=env:OTHER', 'pk_test_hidden1', 'live=pk_live_hidden2'];
    const header = ['X-Zone: env:ZONE', 'X-Gateway: hidden3'];
    const text = again({ key, header, token: 'hidden4', env: ['PASSWORD=hidden5', 'TOKEN=env:X'] });
    expect(text).toBe(
      [
        'tryon-conformance run --key env:MY_KEY --key "second=env:OTHER" --key env:TRYON_KEY_PRIMARY',
        '--key "live=env:TRYON_KEY_LIVE" --header "X-Zone: env:ZONE" --header "X-Gateway: env:X_GATEWAY"',
        '--token env:TRYON_DRIVER_TOKEN --env "PASSWORD=VALUE" --env "TOKEN=VALUE"',
      ].join(' '),
    );
  });

  it('begins with npx if npx has started the program', () => {
    expect(programOf({ npm_command: 'exec' })).toBe('npx tryon-conformance');
    expect(programOf({})).toBe('tryon-conformance');
  });
});
