import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type CliCommand, EXIT } from './command.ts';
import { withCompletion } from './completion.ts';

const command = (flags: CliCommand['flags']): CliCommand => ({ flags, run: async () => EXIT.fine });

const COMMANDS = {
  start: {
    group: 'Run',
    summary: "run, until it's over",
    load: async () => command({ port: { about: 'where to listen', value: 'N' } }),
  },
  stop: { group: 'Run', summary: 'end', load: async () => command({}) },
};

async function scriptFor(shell: string): Promise<string> {
  let printed = '';
  const print = (text: string) => {
    printed = text;
  };
  const { completion } = withCompletion({ name: 'some-tool', commands: COMMANDS, print });
  expect(await (await completion?.load())?.run({}, [shell])).toBe(EXIT.fine);
  return printed;
}

/** The completions that bash offers after these words. */
async function offered(words: string[]): Promise<string[]> {
  const asked = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}`;
  const script = `${await scriptFor('bash')}\n${asked}; _some_tool; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\n').filter(Boolean);
}

describe('completion', () => {
  it.runIf(existsSync('/bin/bash')).each([
    ['some-tool ', 'start stop completion --help --version'],
    ['some-tool st', 'start stop'],
    ['some-tool start --', '--port --help'],
    ['some-tool stop --p', ''],
    ['some-tool nothing ', ''],
  ])('in bash for "%s" offers "%s"', async (line, expected) => {
    expect((await offered(line.split(' '))).join(' ')).toBe(expected);
  });

  it('for zsh and fish lists each command with its summary and flags', async () => {
    const [zsh, fish] = [await scriptFor('zsh'), await scriptFor('fish')];
    expect(zsh).toContain(`'start:run, until it'\\''s over'`);
    expect(zsh).toContain('start) compadd -- --port --help; _files ;;');
    expect(fish).toContain(`-a start -d 'run, until it'\\''s over'`);
    expect(fish).toContain("complete -c some-tool -n '__fish_seen_subcommand_from start' -l port");
  });

  it.each([[undefined], ['powershell']])('for %s is refused', async (shell) => {
    await expect(scriptFor(shell as string)).rejects.toThrow(
      'the word after completion must be one of bash, zsh, fish',
    );
  });
});
