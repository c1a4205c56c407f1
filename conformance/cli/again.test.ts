import { describe, expect, it } from 'vitest';
import { againCommand, programOf } from './again.ts';

const again = (flags: Parameters<typeof againCommand>[0], words: string[] = []) =>
  againCommand(flags, words, { outputs: ['html'], program: 'tryon-conformance' });

describe('The command of a run, to be run again', () => {
  it('has the server and the flags that were given, without the choice of scenarios and what is written', () => {
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

  it('shows a secret by its variable, and one that was given as it is by a variable that stands for it', () => {
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

  it('begins with npx where npx has started it', () => {
    expect(programOf({ npm_command: 'exec' })).toBe('npx tryon-conformance');
    expect(programOf({})).toBe('tryon-conformance');
  });
});
