import { beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../report/report.ts';
import { runCli, scratchFolder } from './testing/launch.ts';

const { path, read, write } = scratchFolder();

const whole = path('whole.json');
const shards = [path('1.json'), path('2.json')];
const OWN = ['--only', 'idempotency/replay,cancel/races', '--only', 'webhooks/retry-schedule'];

const run = (...args: string[]) => runCli(['run', '--emulator', '--seed', 'one', ...OWN, ...args]);
const reportIn = (name: string): Report => JSON.parse(read(name));

beforeAll(async () => {
  await Promise.all([
    run('--json', whole),
    ...shards.map((file, index) => run('--shard', `${index + 1}/2`, '--json', file)),
  ]);
});

describe('tryon-conformance verify', () => {
  it('finds that all verdicts follow from what was recorded', async () => {
    const { code, out } = await runCli(['verify', whole]);
    expect(out).toMatch(/: all \d+ verdicts follow from what was recorded\n$/);
    expect(code).toBe(0);
  });

  it('ends with 1 and tells the verdict that was changed by hand', async () => {
    const claimed = reportIn('whole.json');
    const rule = claimed.rules.find(({ verdict }) => verdict === 'pass');
    if (rule === undefined) throw new Error('nothing has passed');
    rule.verdict = 'fail';
    const { code, out } = await runCli(['verify', write('changed.json', JSON.stringify(claimed)), '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(out).differences).toEqual([`${rule.id} is said to be fail, and is pass`]);
  });
});

describe('tryon-conformance merge', () => {
  it('makes of two shards what the whole run has found', async () => {
    const { code, err } = await runCli(['merge', ...shards, '--json', path('merged.json')]);
    expect(err).toBe(`wrote ${path('merged.json')}\n`);
    const [one, two] = [reportIn('whole.json'), reportIn('merged.json')];
    expect(code).toBe(one.exit_code);
    const verdicts = ({ rules }: Report) => Object.fromEntries(rules.map(({ id, verdict }) => [id, verdict]));
    expect(verdicts(two)).toEqual(verdicts(one));
    expect(two.instances.map(({ id }) => id).sort()).toEqual(one.instances.map(({ id }) => id).sort());
    expect(two.options.shard).toBeNull();
  });

  it('gives a report that can be verified', async () => {
    await runCli(['merge', ...shards, '--json', path('again.json')]);
    expect(await runCli(['verify', path('again.json')])).toMatchObject({ code: 0 });
  });

  it.each([
    ['a shard twice', () => [whole, whole], 'merge each shard once'],
    [
      'a report of other scenarios',
      () => [
        write(
          'other.json',
          JSON.stringify({ ...reportIn('whole.json'), suite: { digest: 'x', scenarios: 1, rules: 1 } }),
        ),
      ],
      'other.json: it is of the suite x, and this is ',
    ],
  ])('refuses %s', async (_what, files, message) => {
    const { code, out, err } = await runCli(['merge', ...files()]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });
});

describe('tryon-conformance report', () => {
  it('prints a report as the run did, and ends as it did', async () => {
    const { code, out } = await runCli(['report', whole]);
    expect(code).toBe(reportIn('whole.json').exit_code);
    expect(out).toMatch(/^CONFORMANT {2}tryon-emulator: /m);
  });

  it('turns it into other forms', async () => {
    const { out } = await runCli(['report', whole, '--html', path('a/b.html'), '--junit', path('a/b.xml')]);
    expect(out).toBe(`wrote ${path('a/b.xml')}\nwrote ${path('a/b.html')}\n`);
    expect(read('a/b.html')).toMatch(/^<!doctype html>/);
    expect(read('a/b.xml')).toMatch(/<testsuites name="tryon conformance"/);
  });
});
