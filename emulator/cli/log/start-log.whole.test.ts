import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { launch } from '../../testing/launch.ts';
import { runCli } from '../../testing/run-cli.ts';
import { scratchFolder } from '../../testing/scratch-folder.ts';
import { SHIPPED } from '../../testing/shipped-package.ts';

const { write } = scratchFolder();
const START = ['start', '--port', '0', '--json', '--clock', 'frozen'];
const AT = '2026-01-01T00:00:00.000Z';

/** Starts an emulator: its output after the first line, and a function to send it requests. */
async function started(flags: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { child, ended, lines } = launch([...START, ...flags], env);
  const { url } = JSON.parse((await lines(1))[0] ?? '');
  const ask = () =>
    fetch(`${url}/v1/usage`, { headers: { 'X-API-Key': 'pk_test_demo' } }).then((answer) => answer.text());
  const end = async () => {
    child.kill('SIGINT');
    const { code, out, err } = await ended;
    return { code, err, log: out.split('\n').slice(1, -1) };
  };
  return { child, ended, lines, ask, end };
}

describe('start', () => {
  it('logs nothing if its output is not a terminal or the log is off', async () => {
    for (const [flags, env] of [
      [[], {}],
      [['--log', 'off'], { TRYON_LOG: 'text' }],
    ] as const) {
      const { ask, end } = await started(flags, env);
      await ask();
      expect(await end()).toEqual({ code: 0, err: '', log: [] });
    }
  });

  it('prints a line for each exchange on request, and all of them before it exits', async () => {
    const { ask, end } = await started(['--log', 'json']);
    for (let time = 0; time < 3; time += 1) await ask();
    const { code, log } = await end();
    expect([code, log.map((line) => JSON.parse(line).serial)]).toEqual([0, [1, 2, 3]]);
  });

  it('takes the format from TRYON_LOG, and colors from FORCE_COLOR and NO_COLOR', async () => {
    const painted = await started([], { TRYON_LOG: 'text', FORCE_COLOR: '1' });
    await painted.ask();
    const { log } = await painted.end();
    expect(log).toEqual([
      expect.stringMatching(
        `^\\x1b\\[2m${AT}\\x1b\\[0m  \\x1b\\[32m200\\x1b\\[0m  GET      /v1/usage  \\x1b\\[2m\\d+ ms`,
      ),
    ]);
    const plain = await started([], { TRYON_LOG: 'text', FORCE_COLOR: '1', NO_COLOR: '1' });
    await plain.ask();
    expect((await plain.end()).log).toEqual([expect.stringMatching(`^${AT}  200  GET      /v1/usage  \\d+ ms$`)]);
  });

  it('prints colored lines on a terminal, until Ctrl-C', async () => {
    const { NO_COLOR: _no, FORCE_COLOR: _force, ...own } = process.env;
    // `script` gives a program a terminal. The shell is replaced with `exec`, because a waiting shell would report the
    // Ctrl-C itself, with 130.
    const command = `exec ${process.execPath} ${fileURLToPath(new URL('cli.js', SHIPPED))} start --port 0 --clock frozen`;
    const child = spawn('script', ['-qefc', command, '/dev/null'], {
      env: { ...own, SHELL: '/bin/sh', TRYON_LOG: '' },
    });
    let shown = '';
    const see = (text: string) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (shown.includes(text)) resolve();
        };
        child.stdout.on('data', look);
        look();
      });
    child.stdout.on('data', (data) => {
      shown += data;
    });
    await see('(Ctrl-C stops it)');
    const [url] = /http:\S+/.exec(shown) ?? [];
    await fetch(`${url}/v1/usage`);
    await see(`\x1b[2m${AT}\x1b[0m  \x1b[33m401\x1b[0m  GET      /v1/usage  `);
    const ended = once(child, 'exit');
    child.stdin.write('\x03');
    expect((await ended)[0]).toBe(0);
  });

  it('continues after the configuration is reloaded', async () => {
    const file = write('emulator.yaml', 'seed: one\n');
    const { child, lines, ask, end } = await started(['--log', 'json', '--config', file]);
    write('emulator.yaml', 'seed: two\n');
    child.kill('SIGHUP');
    await lines(3);
    await ask();
    expect((await end()).log.slice(2).map((line) => JSON.parse(line).path)).toEqual(['/v1/usage']);
  });

  it('exits without an error when its lines are no longer read', async () => {
    const { child, ended, ask } = await started(['--log', 'text']);
    child.stdout?.destroy();
    await once(child.stdout ?? child, 'close');
    await ask().catch(() => null);
    expect(await ended).toMatchObject({ code: 0, err: '' });
  });

  it('accepts only known formats, on the command line and in the environment', async () => {
    const wrong = 'must be one of text, json, off, not';
    expect(await runCli(['start', '--log', 'jsno'])).toMatchObject({
      code: 2,
      err: expect.stringContaining(`--log ${wrong} jsno`),
    });
    const result = await runCli(['start'], { TRYON_LOG: 'loud' });
    expect(result).toMatchObject({ code: 2, err: expect.stringContaining(`TRYON_LOG ${wrong} loud`) });
  });
});
