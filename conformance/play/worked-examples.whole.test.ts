import { afterEach, describe, expect, it } from 'vitest';
import type { CertifyOptions } from '../certify.ts';
import type { Report } from '../report/report.ts';
import { startEmulator, type TestServer } from '../run/self-test.ts';
import { loadSuite } from '../suite/scenario/load-suite.ts';
import { suiteFiles } from '../suite/suite-files.ts';
import type { DriverName } from '../suite/vocabulary.ts';
import type { Target } from '../target/target.ts';
import { targetFromFlags } from '../target/target-from-flags.ts';
import { ruleIn } from '../testing/graded.ts';
import { verifiedReport } from '../testing/verified.ts';

const EXAMPLES = ['idempotency/replay', 'cancel/races', 'webhooks/retry-schedule'];

const TWO_JOBS = '2 * median_job_time';

/** Returns the shipped examples, with fewer and shorter samples if they are sampled. */
function examples() {
  const files = suiteFiles();
  const scenarios = files.scenarios
    .filter(({ file }) => EXAMPLES.some((id) => file.endsWith(`${id}.yaml`)))
    .map(({ file, text }) => ({ file, text: text.replace('times: 24', 'times: 4').replace(TWO_JOBS, '80ms') }));
  return loadSuite({ ...files, scenarios });
}

const STAGES = { queued: '30ms', picked_up: '20ms', preparing: '20ms', processing: '20ms' };
const opened: TestServer[] = [];

afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});

/** Grades with all drivers or with some. If the clock cannot be moved, it runs by itself. */
async function gradedWith(drivers: 'all' | DriverName[], options: CertifyOptions = {}): Promise<Report> {
  const isMoved = drivers === 'all' || drivers.includes('clock');
  const running = { clock: { mode: 'running', start: 'now' }, stages: STAGES, readings: { retry_after: 0 } } as const;
  const emulator = await startEmulator(isMoved ? {} : running);
  opened.push(emulator);
  const { base_url, driver_url: url } = emulator;
  if (drivers === 'all') return verifiedReport(examples(), targetFromFlags({ base_url, drivers: { url } }), options);
  const target = targetFromFlags({ base_url, keys: { primary: 'pk_live_demo', test: 'pk_test_demo' } });
  const named: Target['drivers']['named'] = Object.fromEntries(drivers.map((name) => [name, url]));
  return verifiedReport(
    examples(),
    { ...target, drivers: { ...target.drivers, named }, budget: { ...target.budget, wall: 60_000 } },
    options,
  );
}

function withVerdict({ rules }: Report, wanted: string, reason: string | null = null): string[] {
  return rules
    .filter((rule) => rule.verdict === wanted && (reason === null || rule.reason === reason))
    .map(({ id }) => id);
}

const armsIn = ({ instances }: Report) => [...new Set(instances.map(({ arm }) => arm))].sort();

const WEBHOOKS = ['BODY-IS-JOB', 'ID-STABLE', 'ATTEMPT-N', 'RESIGN', 'WAITS', 'COUNT', '24H', 'QUIET'].map(
  (rule) => `WH-${rule}`,
);
const IDEMPOTENCY = ['REPLAY-200', 'SAME-JOB', 'SET-ORDER', 'LIST-ORDER', 'DELETED-410'].map((rule) => `IDEM-${rule}`);

describe('The worked examples on the emulator', () => {
  it('all pass, with full control, if all drivers exist', async () => {
    const report = await gradedWith('all');
    expect([report.conclusion, report.exit_code]).toEqual(['conformant', 0]);
    expect(report.rules.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
    expect(armsIn(report)).toEqual([null, 'scripted', 'virtual'].sort());
    expect([report.leftovers, report.errors]).toEqual([[], []]);
    // A job that is to be observed at its end is read until it has ended, and no longer.
    const ended = report.instances.find(({ id }) => id === 'cancel/races[scripted/done]');
    const looks = ended?.tape.flatMap((entry) => (entry.kind === 'drive' && entry.call === 'jobs.read' ? entry : []));
    expect(looks?.at(-1)?.outcome).toMatchObject({ output: { stage: 'succeeded' } });
    expect(looks?.filter(({ outcome }) => JSON.stringify(outcome).includes('succeeded'))).toHaveLength(1);
  });

  it('prove less without drivers: rules that need a driver are inconclusive, and none fails', async () => {
    const report = await gradedWith([]);
    expect([withVerdict(report, 'fail'), withVerdict(report, 'warn'), report.errors]).toEqual([[], [], []]);
    expect([report.conclusion, report.exit_code]).toEqual(['incomplete', 3]);
    expect(armsIn(report)).toEqual([null, 'sampled'].sort());
    expect(withVerdict(report, 'inconclusive', 'needs-receiver')).toEqual(
      expect.arrayContaining([...WEBHOOKS, 'EVENT-ONE-TERMINAL']),
    );
    for (const id of ['CANCEL-BOUNDARY', 'CANCEL-RUNS-ON']) expect(ruleIn(report, id)?.verdict).toBe('inconclusive');
    expect(withVerdict(report, 'pass')).toEqual(expect.arrayContaining(IDEMPOTENCY));
  });
});
