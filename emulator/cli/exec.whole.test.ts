import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AUDIT_RULES } from '../domain/test-control/audit.ts';
import { launch } from '../testing/launch.ts';
import { runCli } from '../testing/run-cli.ts';
import { scratchFolder } from '../testing/scratch-folder.ts';
import { SHIPPED } from '../testing/shipped-package.ts';

const { write } = scratchFolder();

/** Runs a JavaScript program with `exec` and a new emulator. */
const exec = (flags: string[], program: string) =>
  launch(['exec', ...flags, '--', process.execPath, '-e', program]).ended;

/** The same without a separate process for the command line; the output of the program is not captured. */
const audit = (program: string, flags: string[] = [], env: NodeJS.ProcessEnv = {}) =>
  runCli(['exec', '--audit', ...flags, '--', process.execPath, '--input-type=module', '-e', program], env);

const EMBEDDED = `
  const { createEmulator } = await import(${JSON.stringify(new URL('index.js', SHIPPED).href)});
  const emulator = await createEmulator({ listen: false });
  const call = (path) => emulator.fetch(path, { headers: { 'X-API-Key': emulator.keys.live } });`;

const KEY_IN_URL = `fetch(process.env.TRYON_URL + '/v1/usage?key=' + process.env.TRYON_LIVE_KEY)`;

describe('tryon-emulator exec', () => {
  it('gives the command the address and the keys of the emulator, and returns its exit code', async () => {
    const program = `
      const { TRYON_URL: url, TRYON_LIVE_KEY: live, TRYON_TEST_KEY: test, TRYON_TOKEN: token } = process.env;
      const statuses = await Promise.all([live, test].map((key) =>
        fetch(url + '/v1/usage', { headers: { 'X-API-Key': key } }).then(({ status }) => status)));
      const { mode } = await (await fetch(url + '/_emulator/v1/clock')).json();
      console.log(JSON.stringify({ live, test, token, statuses, mode, args: process.argv.slice(1) }));
      process.exit(7)`;
    const args = ['exec', '--', process.execPath, '--input-type=module', '-e', program, '--', '--json', '-h'];
    const { code, out, err } = await launch(args).ended;
    expect({ code, err }).toEqual({ code: 7, err: '' });
    expect(JSON.parse(out)).toEqual({
      ...{ live: 'pk_live_demo', test: 'pk_test_demo', statuses: [200, 200], mode: 'auto' },
      args: ['--json', '-h'],
    });
  });

  it('passes on the token if there is one', async () => {
    const { code, out } = await exec(['--token', 'my-own'], 'console.log(process.env.TRYON_TOKEN)');
    expect({ code, out }).toEqual({ code: 0, out: 'my-own\n' });
  });

  it('passes a signal on to the command, and ends as the command does', async () => {
    const program = `process.on('SIGTERM', () => process.exit(9)); console.log('up'); setInterval(() => {}, 1000)`;
    const { child, lines, ended } = launch(['exec', '--', process.execPath, '-e', program]);
    expect((await lines(1))[0]).toBe('up');
    child.kill('SIGTERM');
    expect((await ended).code).toBe(9);
  });

  it('exits with 128 plus the number of the signal that ended the command', async () => {
    expect((await exec([], `process.kill(process.pid, 'SIGKILL')`)).code).toBe(137);
  });

  it('with --audit reports what the client did wrong and which plans were not used, and exits with 1', async () => {
    const config = write('plan.yaml', 'plans: [{match: {operation: hair.try_on}}]\n');
    const { code, out, err } = await exec(['--audit', '--config', config], KEY_IN_URL);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^tryon-emulator: unused plans: plan_\w+$/m);
    expect(err).toContain(
      `tryon-emulator: the client made these mistakes:\n  key-in-url: put a key in the query string. ${AUDIT_RULES['key-in-url']}\n`,
    );
  });

  it('with --audit --json prints the findings as JSON', async () => {
    const { code, out } = await exec(['--audit', '--json'], KEY_IN_URL);
    expect(code).toBe(1);
    const finding = { rule: 'key-in-url', exchange: 1, world: 'default' };
    expect(JSON.parse(out)).toMatchObject({
      any_request: true,
      findings: [finding],
      groups: [{ rule: 'key-in-url', count: 1, first: finding }],
      unused_plans: [],
    });
  });

  it('with --audit --expect ignores only the refusals with these statuses', async () => {
    const program = `
      const { TRYON_URL: url, TRYON_TEST_KEY: key } = process.env;
      for (const path of ['/v1/jobs?limit=0', '/v1/nothing']) await fetch(url + path, { headers: { 'X-API-Key': key } });`;
    expect((await audit(program, ['--expect', '400,402'])).err).not.toContain('400');
    expect((await audit(program, ['--expect', '400,402'])).code).toBe(1);
    expect(await audit(program, ['--expect', '400,404'])).toEqual({ code: 0, out: '', err: '' });
  });

  it('with --audit exits with 0 if all findings are ignored, and passes on the exit code of a failure', async () => {
    const ignored = exec(['--audit', '--ignore', 'key-in-url,poll-too-soon'], KEY_IN_URL);
    const failed = exec(['--audit'], `${KEY_IN_URL}.then(() => process.exit(3))`);
    expect(await ignored).toEqual({ code: 0, out: '', err: '' });
    expect((await failed).code).toBe(3);
  });

  it('with --audit fails if no request came, and explains what to do', async () => {
    const quiet = await audit('');
    expect(quiet).toMatchObject({ code: 1, out: '' });
    expect(quiet.err).toMatch(
      /^tryon-emulator: no request reached an emulator: .* the URL in TRYON_URL with the key in TRYON_TEST_KEY/,
    );
    expect((await audit('process.exit(3)')).code).toBe(3);
    const { code, out } = await audit(EMBEDDED, ['--json']);
    expect([code, JSON.parse(out)]).toEqual([
      1,
      { any_request: false, polls_not_judged: false, findings: [], groups: [], unused_plans: [] },
    ]);
  });

  it('with --audit includes the emulators that the command creates, however it ends, and leaves nothing behind', async () => {
    const folder = write('folder.txt', '');
    const program = `${EMBEDDED}
      (await import('node:fs')).writeFileSync(${JSON.stringify(folder)}, process.env.TRYON_AUDIT_FOLDER);
      emulator.plans.add({});
      await call('/v1/usage?key=pk_live_demo');
      process.exit(0);`;
    const { code, err } = await audit(program);
    expect(code).toBe(1);
    expect(err).toContain('  key-in-url: put a key in the query string');
    expect(err).toMatch(/^tryon-emulator: unused plans: plan_\w+$/m);
    expect(readFileSync(folder, 'utf8')).toContain('tryon-audit-');
    expect(existsSync(readFileSync(folder, 'utf8'))).toBe(false);
    expect(await audit(`${EMBEDDED} await call('/v1/usage'); process.exit(0)`)).toEqual({ code: 0, out: '', err: '' });
    const killed = await audit(
      `${EMBEDDED} await call('/v1/usage?key=pk_live_demo'); process.kill(process.pid, 'SIGKILL')`,
    );
    expect(killed).toMatchObject({ code: 137, err: expect.stringContaining('key-in-url') });
  });
});
