import { readFileSync, statSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../emulator/testing/scratch-folder.ts';
import { launch } from './cli/testing/launch.ts';
import { plainReport } from './recheck.ts';
import { type Report, reportSchema } from './report/report.ts';
import { startEmulator, type TestServer } from './run/self-test.ts';
import { HOSTILE, hostileBefore } from './testing/hostile-servers.ts';

const { path } = scratchFolder();
const FORMS = ['json', 'html', 'junit', 'ctrf'];
const WALL = '10s';
/** Servers on which sessions are played as well, since what a session knows grows with the answers. */
const IN_SESSIONS = ['nests 500,000 deep', 'has 250,000 values', 'has pages without end', 'has drivers that never end'];
/** Several times as many as a run against a correct server sends. */
const MOST_REQUESTS = 5_000;
const MEGABYTE = 1024 * 1024;
const MOST_HELD_MB = 300;
/** These do not meet the limit yet. A run against a correct server uses 200 MB. */
const HOLD_MORE: Readonly<Record<string, number>> = { 'has drivers that say three megabytes': 350 };

/** A part of the report about a server whose behavior violates a rule. */
const SHOWN: Readonly<Record<string, string>> = {
  'nests its usage 2,000 levels deep': 'the body is nested deeper than 200 levels',
};

/**
 * Prints a process's peak memory when it exits. On Linux, `maxRSS` includes the memory of the parent process, so the
 * process's own peak is read instead.
 */
const TELL_MEMORY = `data:text/javascript,${encodeURIComponent(`
  import { existsSync, readFileSync } from 'node:fs';
  const own = '/proc/self/status';
  process.on('exit', () => {
    const held = existsSync(own) ? /VmHWM:\\s*(\\d+)/.exec(readFileSync(own, 'utf8'))[1] : process.resourceUsage().maxRSS;
    process.stderr.write('held ' + held + ' KB');
  });
`)}`;

let server: TestServer;
beforeAll(async () => {
  server = await startEmulator();
});
afterAll(() => server.close());

/**
 * A run that ignores its time limit never ends, and its test fails. The tests run one at a time, since a run that is
 * short of time reaches less. A failed test is retried once: memory use depends on the timing of the garbage collection.
 */
describe('A hostile server', { retry: 1 }, () => {
  it.each(Object.entries(HOSTILE))('cannot break a run: it %s', async (name, hostile) => {
    const before = await hostileBefore(server, hostile);
    const file = (form: string) => path(`${name.replace(/\W+/g, '-')}.${form}`);
    try {
      const sessions = IN_SESSIONS.includes(name) ? [] : ['--sessions', '0'];
      const run = ['run', before.base_url, '--drivers', before.driver_url, '--wall', WALL, '--verbose', ...sessions];
      const chosen = hostile.only.flatMap((scenario) => ['--only', scenario]);
      const written = FORMS.flatMap((form) => [`--${form}`, file(form)]);
      const env = { NODE_OPTIONS: `--import=${TELL_MEMORY}` };
      const { code, out, err } = await launch([...run, ...chosen, ...written], { env }).ended;
      expect([0, 1, 3], err).toContain(code);
      const report: Report = reportSchema.parse(plainReport(JSON.parse(readFileSync(file('json'), 'utf8'))));
      expect(report.errors).toEqual([]);
      expect(report.requests).toBeLessThan(MOST_REQUESTS);
      expect(Number(/held (\d+) KB/.exec(err)?.[1]) / 1024).toBeLessThan(HOLD_MORE[name] ?? MOST_HELD_MB);
      for (const form of FORMS) expect(statSync(file(form)).size).toBeLessThan(20 * MEGABYTE);
      expect(out.length).toBeLessThan(20 * MEGABYTE);
      if (name in SHOWN) expect(JSON.stringify(report.failures)).toContain(SHOWN[name]);
    } finally {
      await before.close();
    }
  });
});
