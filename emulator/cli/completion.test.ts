import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.ts';

/** What bash offers for the last of some words. */
function offered(script: string, words: string[]): string[] {
  const line = `${script}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_tryon_emulator; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-euc', line], { encoding: 'utf8' }).trim().split('\n');
}

describe('tryon-emulator completion', () => {
  it('completes commands and the flags of each in bash, from the table of the help', async () => {
    const { code, out } = await runCli(['completion', 'bash']);
    expect(code).toBe(0);
    expect(offered(out, ['tryon-emulator', 'sn'])).toEqual(['snapshot']);
    expect(offered(out, ['tryon-emulator', 'start', '--wa'])).toEqual(['--watch']);
    expect(offered(out, ['tryon-emulator', 'clock', 'advance', '--'])).toContain('--idle');
  });

  it('tells zsh and fish the same, with what each command does', async () => {
    const [zsh, fish] = [await runCli(['completion', 'zsh']), await runCli(['completion', 'fish'])];
    expect(zsh.out).toContain("'snapshot:save or load all that a world is'");
    expect(zsh.out).toMatch(/clock\) compadd -- .*--idle/);
    expect(fish.out).toContain("-n __fish_use_subcommand -a snapshot -d 'save or load all that a world is'");
    expect(fish.out).toContain("-n '__fish_seen_subcommand_from clock' -l idle");
  });
});
