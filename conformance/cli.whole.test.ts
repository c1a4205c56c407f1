import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../emulator/testing/scratch-folder.ts';
import { CLI, launch, runCli } from './cli/testing/launch.ts';
import { sampleReport } from './report/testing/sample-report.ts';

const { path, write } = scratchFolder();

const COMMANDS = ['run', 'init', 'report', 'verify', 'merge', 'lint', 'trace', 'rules', 'new', 'schema'];
const CLOSED = 'http://127.0.0.1:1';

describe('tryon-conformance', () => {
  it('lists its commands', async () => {
    const [{ code, out }, help] = await Promise.all([runCli([]), runCli(['--help'])]);
    expect(code).toBe(0);
    expect(help).toEqual({ code, out, err: '' });
    for (const command of COMMANDS) expect(out).toMatch(new RegExp(`^ {2}${command} +\\w`, 'm'));
  });

  it.each(COMMANDS)('prints what %s does, and its flags', async (command) => {
    const { code, out, err } = await runCli([command, '--help']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(new RegExp(`^tryon-conformance ${command}`));
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(126);
  });

  it('ends as a process with the exit code of the command, and prints to the right channels', async () => {
    const [mistake, help] = await Promise.all([launch(['rnu']).ended, launch(['--help']).ended]);
    expect(mistake).toEqual({ code: 2, out: '', err: expect.stringContaining('did you mean run?') });
    expect(help).toEqual({ code: 0, out: expect.stringContaining('Usage: tryon-conformance'), err: '' });
  });

  it('ends quietly if the reader closes its output', () => {
    const script = `set -o pipefail; '${process.execPath}' '${CLI}' new rule MY-RULE | true`;
    const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('reports its version', async () => {
    const { code, out } = await runCli(['--version']);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });
});

const twoFaults = write('faults.yaml', 'target: {base_url: nowhere}\nkyes: {}\n');
const noReport = write('no-report.json', '{"report": 99}');
const { evidence: _evidence, instances: _instances, ...rest } = sampleReport();
const lost = write(
  'lost.json',
  JSON.stringify({ ...rest, report: 2, packed: { shapes: [], shared: [], value: '$5' } }),
);
const half = write('half.json', '{"report": 1, "tool": {}}');
const notJson = write('text.json', 'hello');
const there = write('there.yaml', '');

describe('A mistake on the command line', () => {
  it.each<[string[], string]>([
    [['rnu'], 'unknown command rnu; did you mean run?'],
    [['run'], 'no server: add its URL, --target FILE, --emulator or --image NAME'],
    [['explore'], 'no server: add its URL, --target FILE, --emulator or --image NAME'],
    [['plan'], 'no server: add its URL, or --target FILE'],
    [['explore', CLOSED, '--only', 'submitt'], '--only submitt: unknown operation or product; did you mean sub'],
    [['explore', CLOSED, '--steps', 'many'], '--steps must be an integer above 0, such as 500, not many'],
    [['explore', CLOSED, '--time', '5'], '--time must be a duration with a unit, such as 5m, not 5'],
    [['explore', CLOSED, '--twin', 'none.yaml'], '--twin none.yaml: there is no such file'],
    [['calibrate', CLOSED], 'either --out emulator.yaml'],
    [['calibrate', CLOSED, '--out', 'x.yaml', '--only', 'upload_stats'], 'did you mean upload_status'],
    [['compare', CLOSED], 'compare needs two servers'],
    [['run', CLOSED, '--shrad', '1/2'], 'run has no flag --shrad; did you mean --shard?'],
    [['run', CLOSED, '--seed'], '--seed needs a value'],
    [['run', CLOSED, '--seed', '-1'], '--seed needs a value; write a value that starts with a dash as --seed=-…'],
    [['run', CLOSED, '--key', 'pk_test_a\nb'], 'the key for primary must have no line break'],
    [['run', CLOSED, 'http://b'], 'unexpected argument "http://b"'],
    [['run', 'nowhere'], 'the base address is nowhere: write an address such as'],
    [['run', CLOSED, '--emulator'], 'one server is meant: http://127.0.0.1:1 or the emulator, not both'],
    [['run', CLOSED, '--port', '1'], '--port goes with --image NAME'],
    [['run', '--image', 'x', '--port', '0'], '--port must be the port that the container listens on'],
    [['run', '--image', 'x', '--env', 'A'], '--env must be NAME=value, not A'],
    [['run', CLOSED, '--key', 'primry=x'], 'the role of --key must be one of primary,'],
    [['run', CLOSED, '--key', 'env:NO_SUCH_KEY'], '--key primary: the variable NO_SUCH_KEY is not set'],
    [['run', CLOSED, '--key', 'pk_test_a', '--key', 'second=pk_test_a'], 'the key for second must be another key'],
    [['run', CLOSED, '--drivers', 'here'], 'the address of the drivers is here: write an address'],
    [['run', CLOSED, '--wall', '8'], '--wall must be a length of time with its unit, such as 8m'],
    [['run', CLOSED, '--live', 'yes'], '--live must be one of allow, refuse, not yes'],
    [['run', CLOSED, '--shard', '5/4'], '--shard must be a part such as 1/4, the first of four, or auto, not 5/4'],
    [['run', CLOSED, '--repeat', '0'], '--repeat must be an integer, 1 to 1000, not 0'],
    [['run', CLOSED, '--at-once', 'many'], '--at-once must be an integer, 1 to 256, not many'],
    [['run', CLOSED, '--only', 'CANCEL-TABEL'], 'did you mean CANCEL-TABLE?'],
    [['run', CLOSED, '--scenarios', 'nowhere'], '--scenarios nowhere: there is no such file or folder'],
    [['run', CLOSED, '--baseline', 'nowhere'], '--baseline nowhere: there is no such file'],
    [['run', CLOSED, '--json', `${there}/x.json`], '--json'],
    [['run', '--target', 'nowhere.yaml'], '--target nowhere.yaml: there is no such file'],
    [['run', '--target', '/'], '--target /: it is a folder; name a file'],
    [['run', '--target', twoFaults], `${twoFaults}:1:20: target.base_url is nowhere`],
    [['run', '--target', twoFaults], `${twoFaults}:2:1: a target file has no field kyes; did you mean keys?`],
    [['run', '--watch'], '--watch needs a scenario file: run --watch FILE'],
    [['run', '--watch', 'nowhere.yaml'], '--watch nowhere.yaml: there is no such file or folder'],
    [['init'], 'init needs a URL: tryon-conformance init http://127.0.0.1:8080'],
    [['init', CLOSED, there], `${there}: it is there already, and is left alone; name another file`],
    [['report'], 'report needs a file that run --json has written'],
    [['report', 'nowhere.json'], 'nowhere.json: there is no such file'],
    [['report', notJson], `${notJson}: it is not JSON, or incomplete; use a file from run --json`],
    [['report', noReport], `${noReport}: it is a report of version 99, and this reads versions 1 and 2`],
    [['report', lost], `${lost}: the report is incomplete: packed: $5 is none of what was shared before it`],
    [['verify', half], `${half}: the report is incomplete: `],
    [['verify', 'package.json'], 'package.json: it is not a report; create one with run --json FILE'],
    [['merge'], 'merge needs the reports that run --shard … --json has written'],
    [['lint', 'nowhere.yaml'], 'lint nowhere.yaml: there is no such file or folder'],
    [['trace', '--spec', 'nowhere.md'], '--spec nowhere.md: there is no such file'],
    [['trace', '--deviations', notJson], `--deviations ${notJson}: not a list of deviations`],
    [['rules', '--group', 'cansel'], '--group must be one of core,'],
    [['new'], 'the word after new must be one of rule, scenario'],
    [['new', 'rule'], 'new rule needs an ID'],
    [['new', 'rule', 'CANCEL-TABLE'], 'the rule CANCEL-TABLE already exists'],
    [['new', 'rule', 'NEW-ONE', '--level', 'gap'], 'NEW-ONE: only ids of gaps start with GAP-, and all of them do'],
    [['new', 'scenario', 'Big Words'], 'Big Words is not a scenario name: write topic/what-it-shows'],
    [['new', 'scenario', 'a/b', path('b.yaml'), '--rule', 'CANCEL-TABEL'], 'did you mean CANCEL-TABLE?'],
    [
      ['schema', 'scenery'],
      'the word after schema must be one of scenario, set-up, every-answer, rules, suite, target, report, packed-report, not scenery',
    ],
  ])('%j ends with 2 and is explained without a stack trace', async (args, message) => {
    const { code, out, err } = await runCli(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
    expect(err).not.toMatch(/\n\s+at /);
  });
});
