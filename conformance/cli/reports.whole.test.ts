import { beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../emulator/testing/scratch-folder.ts';
import { plainReport } from '../recheck.ts';
import type { Report } from '../report/report.ts';
import { runCli } from './testing/launch.ts';

const { path, read, write } = scratchFolder();

const whole = path('whole.json');
const shards: [string, string] = [path('1.json'), path('2.json')];
/** Small scenarios: these tests of reports do not depend on which ones are used. */
const OWN = ['--only', 'cancel/races', '--only', 'webhooks/retry-schedule,usage/any-key'];

const run = (...args: string[]) => runCli(['run', '--emulator', '--seed', 'one', ...OWN, ...args]);
const reportIn = (name: string): Report => plainReport(JSON.parse(read(name)));

beforeAll(async () => {
  await Promise.all([
    run('--json', whole),
    ...shards.map((file, index) => run('--shard', `${index + 1}/2`, '--json', file)),
  ]);
});

describe('tryon-conformance verify', () => {
  it('finds that all verdicts follow from the recording', async () => {
    const { code, out } = await runCli(['verify', whole]);
    expect(out).toMatch(/: all \d+ verdicts follow from the recording\n$/);
    expect(code).toBe(0);
  });

  it('ends with 1 and reports a verdict that was changed by hand', async () => {
    const claimed = reportIn('whole.json');
    const rule = claimed.rules.find(({ verdict }) => verdict === 'pass');
    if (rule === undefined) throw new Error('nothing has passed');
    rule.verdict = 'fail';
    const { code, out } = await runCli(['verify', write('changed.json', JSON.stringify(claimed)), '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(out).differences).toEqual([`the report gives ${rule.id} as fail, but it is pass`]);
  });
});

describe('tryon-conformance merge', () => {
  it('names a missing shard, and is then incomplete whatever the others have shown', async () => {
    const { code, out } = await runCli(['merge', shards[1], '--json', path('part.json')]);
    expect(code).toBe(3);
    expect(out).toMatch(/^INCOMPLETE /m);
    expect(out).toContain('shard 1 of 2 is missing');
    expect(reportIn('part.json').rules.some(({ reason }) => reason === 'missing-shard')).toBe(true);
    expect(await runCli(['verify', path('part.json')])).toMatchObject({ code: 0 });
    for (const command of ['report', 'merge']) expect((await runCli([command, path('part.json')])).code).toBe(3);
  });

  it('treats the empty file of a killed shard as missing', async () => {
    const { code, out, err } = await runCli(['merge', shards[0] ?? '', write('killed.json', '')]);
    expect(code).toBe(3);
    expect(out).toContain('shard 2 of 2 is missing');
    expect(err).toContain('killed.json is empty: its run did not come to its end');
  });

  it.each([
    ['a report that is cut off', () => [shards[0], cut('2.json')], 'cut.json: it is not as the run wrote it: '],
    ['a report that is half written', () => [shards[0], half('2.json')], 'half.json: it is not JSON, or incomplete'],
    [
      'an empty report alone',
      () => [write('none.json', '')],
      'none.json: it is empty: the run that was to write it did',
    ],
    ['a report that is not there', () => [shards[0], path('3.json')], '3.json: there is no such file'],
    ['a report of other scenarios', () => [otherSuite()], 'other.json: it is of the suite x, and this is '],
  ])('refuses %s', async (_what, files, message) => {
    const { code, out, err } = await runCli(['merge', ...files()]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });
});

function cut(name: string): string {
  const report = reportIn(name);
  return write('cut.json', JSON.stringify({ ...report, instances: report.instances.slice(1) }));
}

function otherSuite(): string {
  const suite = { digest: 'x', scenarios: 1, rules: 1 };
  return write('other.json', JSON.stringify({ ...reportIn('whole.json'), suite }));
}

function half(name: string): string {
  return write('half.json', read(name).slice(0, 1000));
}
