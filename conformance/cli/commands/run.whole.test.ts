import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../emulator/testing/scratch-folder.ts';
import { junitReport } from '../../forms.ts';
import { plainReport } from '../../recheck.ts';
import type { Report } from '../../report/report.ts';
import { startEmulator } from '../../run/self-test.ts';
import { launch, runCli } from '../testing/launch.ts';
import { openServer } from '../testing/servers.ts';

const { path, read, write } = scratchFolder();

const reportIn = (name: string): Report => plainReport(JSON.parse(read(name)));
const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('tryon-conformance run', () => {
  it('reports before anything else that the server refuses the key', async () => {
    const server = await startEmulator();
    const run = (key: string) => runCli(['run', server.base_url, '--key', key, '--only', 'errors/unknown-paths']);
    const [wrong, right, odd] = [await run('pk_test_wrong'), await run('pk_test_demo'), await run('wrong')];
    await server.close();
    const warning =
      'warning: the server answers 401 INVALID_API_KEY to GET /v1/usage with the primary key: set another with --key';
    expect(wrong.err).toContain(warning);
    expect(wrong.err.split('\n')[0]).toContain(warning);
    expect(right.err).not.toContain('warning');
    expect(odd.out.replaceAll(/\s+/g, ' ')).toContain('the primary key was refused: 401 INVALID_API_KEY');
  });

  it('first reports which key of a target is refused, or that the server does not answer', async () => {
    const server = await startEmulator();
    const keys = '{primary: pk_test_demo, second: pk_test_wrong, test: env:NOT_SET}';
    const file = write('wrong.yaml', `target: {base_url: "${server.base_url}", headers: {X-Zone: b}}\nkeys: ${keys}\n`);
    const only = ['--only', 'errors/unknown-paths'];
    const [second, gone] = [
      await runCli(['run', '--target', file, ...only]),
      await runCli(['run', 'http://127.0.0.1:9', '--target', file, ...only]),
    ];
    await server.close();
    expect(second.err.split('\n')[0]).toContain('401 INVALID_API_KEY to GET /v1/usage with the second key');
    expect(second.err).toContain('the variable NOT_SET is not set');
    expect(gone.err.split('\n')[0]).toContain('the server does not answer GET /v1/usage: ECONNREFUSED');
  });

  it('grades the emulator in this process, and writes every kind of report', async () => {
    const forms = ['json', 'junit', 'ctrf', 'html', 'summary', 'annotations', 'badge'];
    const files = forms.flatMap((form) => [`--${form}`, path(`out/report.${form}`)]);
    const { code, out, err } = await runCli([
      ...`run --emulator --only idempotency/replay --seed one`.split(' '),
      ...files,
    ]);
    expect(code).toBe(0);
    expect(out).toMatch(/^CONFORMANT {2}tryon-emulator: \d+ rules passed; .*exit code 0$/m);
    expect(out).not.toContain('\u001b');
    for (const form of forms) expect(err).toContain(`wrote ${path(`out/report.${form}`)}\n`);
    const report = reportIn('out/report.json');
    expect(report).toMatchObject({ exit_code: 0, options: { seed: 'one', only: ['idempotency/replay'] } });
    expect(read('out/report.junit')).toBe(junitReport(report));
    expect(junitReport(JSON.parse(read('out/report.json')))).toBe(junitReport(report));
    expect(JSON.parse(read('out/report.ctrf')).results.summary.failed).toBe(0);
    expect(read('out/report.html')).toMatch(/^<!doctype html>/);
    expect(read('out/report.summary')).toMatch(/^## tryon conformance: conformant/);
    expect(read('out/report.annotations')).not.toContain('::error');
    expect(read('out/report.badge')).toMatch(/^<svg /);
  });

  it('can use its own emulator even if there is a token for another one', async () => {
    const args = ['run', '--emulator', '--only', 'cancel/races'];
    const { code } = await runCli(args, { env: { TRYON_TOKEN: 'of-another' } });
    expect(code).toBe(0);
  });

  it('prints a command without the key that repeats a failure, and at most one hint', async () => {
    const server = await openServer((_request, response) => response.writeHead(500).end('{}'));
    const args = `run ${server.url} --key pk_test_hidden --only errors/unknown-paths --seed s --wall 8m`.split(' ');
    const env = { npm_command: '' };
    const [bare, paged] = [
      await runCli(args, { env }),
      await runCli([...args, '--html', path('again.html'), '--json', path('again.json')], { env }),
    ];
    await server.close();
    const command = `tryon-conformance run ${server.url} --key env:TRYON_KEY_PRIMARY --wall 8m`;
    expect(bare.out.replaceAll(/\s+/g, ' ')).toContain(`again: ${command} --only errors/unknown-paths --seed s `);
    expect(reportIn('again.json').command).toBe(command);
    const hints = ({ err }: { err: string }) =>
      err.split('\n').filter((one) => /--html report|calibrate|explore/.test(one));
    expect([hints(bare).length, hints(paged).length]).toEqual([1, 0]);
    for (const text of [bare.out, read('again.html'), read('again.json')]) expect(text).not.toContain('pk_test_hidden');
  });

  it('grades the chosen groups as of a version, and states this in each form', async () => {
    const server = await openServer((_request, response) => response.writeHead(200, JSON_TYPE).end('{}'));
    const scenario = (rules: string, step: string) => `scenario: one\nabout: x\ncovers: [${rules}]\nsteps: [${step}]\n`;
    const one = '{call: GET /v1/usage, expect: {USAGE-200: {status: 200}}}';
    const two = '{call: GET /v1/usage, if: key.other_env, expect: {UPLOAD-STATUS: {status: 200}}}';
    const own = write('untested.yaml', scenario('USAGE-200, UPLOAD-STATUS', `${one}, ${two}`));
    const known = write('known.yaml', 'known_untested: [{rule: UPLOAD-STATUS, because: a test, until: 2999-12-31}]\n');
    const old = write('old.yaml', 'known_untested: [{group: core, because: a test, until: 2020-12-31}]\n');
    const args = ['run', server.url, '--key', 'pk_test_x', '--scenarios', own, '--groups', 'core'];
    const runWith = async (...more: string[]) => runCli([...args, ...more, '--junit', path('one.xml')]);
    const [bare, let_pass, late, older] = [
      await runWith(),
      await runWith('--baseline', known),
      await runWith('--baseline', old),
      await runWith('--as-of', '0.1.0'),
    ];
    await server.close();
    expect([bare.code, let_pass.code, late.code, older.code]).toEqual([3, 0, 1, 0]);
    expect(let_pass.out).toMatch(/^CONFORMANT in core; 1 known to be untested {2}127/m);
    expect(late.out).toContain('core was accepted only until 2020-12-31');
    expect(older.out).toMatch(/^CONFORMANT in core; as of 0\.1\.0 {2}/m);
    expect(read('one.xml')).toContain('<property name="verdict" value="conformant in core; as of 0.1.0"/>');
  });

  it.each([
    ['--groups', 'core,cancl', 'did you mean cancel?'],
    ['--as-of', 'soon', '--as-of must be a suite version such as 0.1.0, not soon'],
    ['--as-of', '99.0.0', '--as-of 99.0.0: the suite has version '],
  ])('refuses %s %s before it sends a request', async (flag, word, message) => {
    const { code, err } = await runCli(['run', 'http://127.0.0.1:1', flag, word]);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  it('reports what it has found when it is interrupted, and ends with 130', async () => {
    let asked: () => void = () => undefined;
    const isAsked = new Promise<void>((done) => {
      asked = done;
    });
    const patience = write('patience.yaml', 'target: {base_url: "http://127.0.0.1:1"}\ntimeouts: {answer: 500ms}\n');
    const server = await openServer((request, response) => {
      // The answer that the scenario waits for never arrives; all other requests are answered.
      if (request.url === '/v1/slow') asked();
      else response.writeHead(404).end('{}');
    });
    const own = write(
      'slow.yaml',
      'scenario: slow\ncovers: [USAGE-200]\nsteps: [{call: GET /v1/slow, expect: {USAGE-200: {status: 200}}}]\n',
    );
    const { child, ended } = launch(
      `run ${server.url} --target ${patience} --key pk_test_x --scenarios ${own} --json ${path('cut.json')}`.split(' '),
    );
    await isAsked;
    child.kill('SIGINT');
    const { code, out, err } = await ended;
    await server.close();
    expect(code).toBe(130);
    expect(err).toContain('cleaning up; once more ends it at once');
    expect(out).toMatch(/^INCOMPLETE /m);
    expect(reportIn('cut.json').rules.find(({ id }) => id === 'USAGE-200')?.verdict).toBe('inconclusive');
  });

  it('removes the report of an earlier run, in case it is killed before it writes its own', async () => {
    const old = write('old.json', '{"report": 1}');
    const seen: string[] = [];
    const server = await openServer((_request, response) => {
      seen.push(read('old.json'));
      response.writeHead(500).end('{}');
    });
    await runCli(['run', server.url, '--key', 'pk_test_x', '--only', 'usage/any-key', '--json', old]);
    await server.close();
    expect(new Set(seen)).toEqual(new Set(['']));
    expect(reportIn('old.json').conclusion).toBe('incomplete');
  });
});
