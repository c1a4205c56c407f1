import { describe, expect, it } from 'vitest';
import { AUDIT_RULES } from '../domain/audit.ts';
import { launch, scratchFolder } from '../testing/launch.ts';

const { write } = scratchFolder();

/** Runs a program of ours, in JavaScript, against an emulator of its own. */
const exec = (flags: string[], program: string) =>
  launch(['exec', ...flags, '--', process.execPath, '-e', program]).ended;

const KEY_IN_URL = `fetch(process.env.TRYON_URL + '/v1/usage?key=' + process.env.TRYON_LIVE_KEY)`;

describe('tryon-emulator exec', () => {
  it('tells the command where the emulator is and its keys, and hands its exit code on', async () => {
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

  it('hands on the token where there is one', async () => {
    const { code, out } = await exec(['--token', 'my-own'], 'console.log(process.env.TRYON_TOKEN)');
    expect({ code, out }).toEqual({ code: 0, out: 'my-own\n' });
  });

  it('passes a signal on to the command, and ends as it does', async () => {
    const program = `process.on('SIGTERM', () => process.exit(9)); console.log('up'); setInterval(() => {}, 1000)`;
    const { child, lines, ended } = launch(['exec', '--', process.execPath, '-e', program]);
    expect((await lines(1))[0]).toBe('up');
    child.kill('SIGTERM');
    expect((await ended).code).toBe(9);
  });

  it('ends with 128 and the number of the signal that ended the command', async () => {
    expect((await exec([], `process.kill(process.pid, 'SIGKILL')`)).code).toBe(137);
  });

  it('with --audit says what the client did wrong, which plans were not used, and ends with 1', async () => {
    const config = write('plan.yaml', 'plans: [{match: {operation: hair.try_on}}]\n');
    const { code, out, err } = await exec(['--audit', '--config', config], KEY_IN_URL);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^tryon-emulator: plans that decided no job: plan_\w+$/m);
    expect(err).toContain(
      `tryon-emulator: the client did this wrong:\n  key-in-url: put a key in the query string. ${AUDIT_RULES['key-in-url']}\n`,
    );
  });

  it('with --audit --json prints the findings as JSON', async () => {
    const { code, out } = await exec(['--audit', '--json'], KEY_IN_URL);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ findings: [{ rule: 'key-in-url', exchange: 1 }], unused_plans: [] });
  });

  it('with --audit ends with 0 where all findings are ignored, and hands a failure on as it is', async () => {
    const ignored = exec(['--audit', '--ignore', 'key-in-url,etag-ignored'], KEY_IN_URL);
    const failed = exec(['--audit'], `${KEY_IN_URL}.then(() => process.exit(3))`);
    expect(await ignored).toEqual({ code: 0, out: '', err: '' });
    expect((await failed).code).toBe(3);
  });
});
