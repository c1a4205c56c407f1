import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { launch } from './testing/launch.ts';
import { runCli } from './testing/run-cli.ts';
import { scratchFolder } from './testing/scratch-folder.ts';

describe('tryon-emulator', () => {
  const { path, write: configFile } = scratchFolder();

  it('start prints its address and keys, and exits with 0 when interrupted', async () => {
    const { child, ended, lines } = launch(['start', '--port', '0']);
    const url = /http:\/\/\S+/.exec((await lines(1))[0] ?? '')?.[0];
    const answer = await fetch(`${url}/v1/usage`, { headers: { 'X-API-Key': 'pk_test_demo' } });
    expect(answer.status).toBe(200);
    child.kill('SIGINT');
    const { code, out, err } = await ended;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('pk_live_demo');
  });

  it('start reads accounts, seed and clock from a file, and flags override the file', async () => {
    const file = configFile(
      'good.yaml',
      'seed: one\nclock: frozen\nreadings: {base_path: one_segment}\naccounts: [{name: a, keys: [{secret: pk_test_mine}]}]\nmemory: {worlds: 7, picture_bytes: 1GB}\n',
    );
    const flags = ['--clock', 'auto', '--seed', 'two', '--memory', 'picture_bytes=64MB', '--memory', 'snapshots=5'];
    const { child, ended, lines } = launch(['start', '--port', '0', '--config', file, ...flags]);
    const [url] = /http:\/\/\S+/.exec((await lines(1))[0] ?? '') ?? [];
    const health = await (await fetch(`${url}/_emulator/v1/health`)).json();
    child.kill('SIGTERM');
    const { code, out } = await ended;
    expect(code).toBe(0);
    expect(health).toMatchObject({ memory: { bounds: { worlds: 7, snapshots: 5, picture_bytes: 64 * 2 ** 20 } } });
    expect(out).toContain('pk_test_mine');
    expect(out).toContain('2026-01-01T00:00:00.000Z');
    expect(out).toMatch(/curl .*:\d+\/tryon\/v1\/usage/);
  });

  it('start prints at most ten lines of 80 columns, with one hint', async () => {
    const flags = ['--data-dir', path('kept'), '--record', path('session')];
    const { child, ended, lines } = launch(['start', '--port', '0', '--host', '127.0.0.1', ...flags], {
      TRYON_TOKEN: 'x',
    });
    await lines(1);
    child.kill('SIGTERM');
    const printed = (await ended).out.trimEnd().split('\n');
    expect(printed).toHaveLength(10);
    expect(printed.map((line) => line.replace(path(''), '')).filter((line) => line.length > 80)).toEqual([]);
    expect(printed.filter((line) => /\bcurl\b|--help|Try/.test(line))).toHaveLength(1);
  });

  it('shows the position of a mistake in the YAML syntax', async () => {
    const file = configFile('broken.yaml', 'seed: one\nreadings: {upload_status: 200\n');
    const { code, err } = await runCli(['start', '--config', file]);
    expect(code).toBe(2);
    expect(err).toMatch(/broken\.yaml:\d+:\d+: this is not YAML: [a-z]/);
    expect(err).not.toMatch(/at line/);
  });

  it('start reads its token from TRYON_TOKEN, and does not print it', async () => {
    const { child, ended, lines } = launch(['start', '--port', '0'], { TRYON_TOKEN: 'my-own' });
    const url = /http:\/\/\S+/.exec((await lines(1))[0] ?? '')?.[0] ?? '';
    const [refused, answered] = await Promise.all([
      runCli(['clock', '--url', url]),
      runCli(['clock', '--url', url], { TRYON_TOKEN: 'my-own' }),
    ]);
    child.kill('SIGTERM');
    const { code, out } = await ended;
    expect([refused.code, answered.code, code]).toEqual([2, 0, 0]);
    expect(out).toContain('token     see TRYON_TOKEN');
    expect(out).not.toContain('my-own');
  });

  it('start ignores an empty TRYON_TOKEN', async () => {
    const { child, ended } = launch(['start', '--port', '0'], { TRYON_TOKEN: '' });
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    child.kill('SIGTERM');
    expect((await ended).out).not.toContain('token');
  });

  it.each([
    [['start', '--config', 'nowhere.yaml'], 'there is no such file'],
    [['start', '--config', '.'], 'is a folder; Docker creates one if the mounted file does not exist'],
    [['start', '--token', ''], '--token must not be empty'],
    [['start', '--host', ''], '--host must not be empty: set an address'],
    [
      ['start', '--memory', 'pictures=1GB'],
      '--memory NAME=N: NAME must be one of worlds, snapshots, records, picture_bytes,',
    ],
    [['start', '--memory', 'picture_bytes=much'], '--memory picture_bytes=much: must be a size, such as 256MB'],
    [['start', '--memory', 'worlds=0'], '--memory worlds=0: must be an integer, at least 1'],
    [
      ['start', '--memory', 'records=0', '--port', '0'],
      'there is no room for more records of worlds and snapshots: 0 used, 3 more needed',
    ],
    [['start', '--port', '99999'], '--port must be a port'],
    [['start', '--clock', 'sundial'], '--clock must be one of auto, frozen, running'],
    [['start', '--host', '203.0.113.7', '--port', '0'], 'is not an address of this machine'],
  ])('answers %j with exit code 2 and the remedy', async (args, message) => {
    const { code, err } = await runCli(args);
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err).not.toMatch(/\n\s+at /);
  });

  it('exits as a process with the code of the command, and writes to the right output stream', async () => {
    const [mistake, help] = await Promise.all([launch(['strat']).ended, launch(['--help']).ended]);
    expect(mistake).toEqual({ code: 2, out: '', err: expect.stringContaining('did you mean start?') });
    expect(help).toEqual({ code: 0, out: expect.stringContaining('Usage: tryon-emulator'), err: '' });
  });

  it('reports that the port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { code, err } = await runCli(['start', '--port', String(port)]);
    server.close();
    expect(code).toBe(2);
    expect(err).toContain(`port ${port} is in use`);
  });

  it.each([[[]], [['--help']], [['start', '--help']], [['--version']]])(
    'answers %j with a text and exit code 0',
    async (args) => {
      const { code, out } = await runCli(args);
      expect(code).toBe(0);
      expect(out).toMatch(/tryon-emulator|^\d+\.\d+\.\d+/);
    },
  );
});
