import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../emulator/testing/scratch-folder.ts';
import type { Report } from '../report/report.ts';
import { runCli } from './testing/launch.ts';
import { BROKEN, openServer } from './testing/servers.ts';

const { path, read, write } = scratchFolder();

/** Waits are short, so that a server that says nothing is soon given up. */
const target = write(
  'target.yaml',
  'target: {base_url: "http://127.0.0.1:1"}\nbudget: {wall: 3s}\ntimeouts: {answer: 200ms}\n',
);

async function graded(url: string, name: string) {
  const file = path(`${name}.json`);
  const args = [
    'run',
    url,
    '--target',
    target,
    '--key',
    'pk_test_x',
    '--only',
    'idempotency/replay,idempotency/spellings',
    '--json',
    file,
  ];
  const ended = await runCli(args);
  return { ...ended, report: JSON.parse(read(`${name}.json`)) as Report };
}

describe('a server that', () => {
  it.each(Object.keys(BROKEN) as (keyof typeof BROKEN)[])('%s gets a clear verdict within the budget', async (name) => {
    const server = await openServer(BROKEN[name]);
    const { code, out, err, report } = await graded(server.url, name.replaceAll(' ', '-')).finally(server.close);
    expect([1, 3]).toContain(code);
    expect(report.exit_code).toBe(code);
    expect(report.errors).toEqual([]);
    expect(report.rules.filter(({ verdict, group }) => verdict === 'pass' && group !== 'core')).toEqual([]);
    expect(out).toContain(new URL(server.url).host);
    expect(out).toMatch(code === 1 ? /^NON-CONFORMANT /m : /^INCOMPLETE /m);
    expect(out + err).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m);
    expect(report.took).toBeLessThanOrEqual(10_000);
  });

  it('is not there is told at once, with what to look for', async () => {
    const { code, out, report } = await graded('http://127.0.0.1:1', 'nobody');
    expect(code).toBe(3);
    expect(out).toContain('the target did not answer; is it running, and is base_url right?');
    expect(new Set(report.rules.map(({ verdict }) => verdict))).toEqual(new Set(['inconclusive']));
  });

  it('has no such host is told as well', async () => {
    const { code, out } = await graded('http://no-such-host.invalid', 'no-host');
    expect(code).toBe(3);
    expect(out).toContain('ENOTFOUND');
  });
});
