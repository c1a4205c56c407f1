import { beforeAll, describe, expect, test } from 'vitest';
import type { Shard } from '../../conformance/plan/shard.ts';
import type { Report } from '../../conformance/report/report.ts';
import { targetFromFlags } from '../../conformance/target/target-from-flags.ts';
import { shippedSuite } from '../../conformance/testing/shipped-suite.ts';
import { verifiedReport } from '../../conformance/testing/verified.ts';
import { DECLINABLE } from './console/console.ts';
import type { OtherServerOptions } from './options.ts';
import { startOtherServer } from './start.ts';

const suite = shippedSuite();

/** A driver must have these calls. */
const NEEDED = [
  'tenants.make',
  'clock.read',
  'clock.advance',
  'credits.change',
  'jobs.plan',
  'webhooks.register',
  'faults.set',
];
const PARTS = DECLINABLE.filter((name) => name.includes('.') && !NEEDED.includes(name));
/** Every other call and member of the contract. declined-members.whole.test.ts declines each of them alone. */
const HALF = PARTS.filter((_, index) => index % 2 === 1);

/** Eight rows in sequence that each wait for fifteen seconds of real time. */
const LONGEST = 'usage/deleted-jobs';
const OTHERS = suite.suite.scenarios.map(({ id }) => id).filter((id) => id !== LONGEST);

type Way = { options: OtherServerOptions; byKeys?: boolean; shard?: Shard };

/** Runs the whole suite, or a half of it, on a server that follows the spec, with the given access. */
async function graded({ options, byKeys = false, shard }: Way): Promise<Report> {
  const server = await startOtherServer({ stage: 20, ...options });
  try {
    const reached = byKeys ? { keys: server.keys } : { drivers: { url: server.driver_url } };
    const target = targetFromFlags({ base_url: server.base_url, ...reached });
    const part = { only: byKeys ? OTHERS : [], ...(shard !== undefined && { shard }) };
    return await verifiedReport(suite, target, { seed: 'ways', ...part, atOnce: 16, keep: byKeys });
  } finally {
    await server.close();
  }
}

const WAYS = {
  'all drivers': { options: {} },
  'drivers that refuse calls with half of it': {
    options: { declines: HALF, declining: 'refused' },
    shard: { index: 2, of: 2 },
  },
  'keys alone': { options: {}, byKeys: true },
} as const satisfies Record<string, Way>;
type WayName = keyof typeof WAYS;
const NAMES = Object.keys(WAYS) as WayName[];

const NO_HURRY = 1_800_000;

describe('The whole suite on the other server', () => {
  const reports = new Map<WayName, Report>();

  beforeAll(async () => {
    const { 'keys alone': byKeys, ...driven } = WAYS;
    // The run with only keys spends most of its time waiting.
    const waiting = graded(byKeys);
    for (const [name, way] of Object.entries(driven)) reports.set(name as WayName, await graded(way));
    reports.set('keys alone', await waiting);
  }, NO_HURRY);

  const rulesOf = (name: WayName, ...verdicts: string[]) =>
    (reports.get(name)?.rules ?? []).filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);

  test.each(NAMES)('fails no rule, with %s', (name) => {
    const { failures = [], errors = [] } = reports.get(name) ?? {};
    const blamed = failures.map(({ rule, instance, step, mismatches: [first] }) => {
      return `${rule} ${instance} ${step}: ${first?.expected}, not ${JSON.stringify(first?.seen)}`;
    });
    expect([...blamed, ...errors.map(({ message }) => message)]).toEqual([]);
    expect(rulesOf(name, 'fail', 'warn')).toEqual([]);
  });

  test('has no scenario that fails in its set-up, with all drivers', () => {
    const stopped = reports.get('all drivers')?.instances.filter(({ outcome }) => outcome === 'setup_failed');
    expect(stopped?.map(({ id, detail }) => `${id}: ${detail}`)).toEqual([]);
  });

  test('passes fewer rules with less access, with the same rules not applicable', () => {
    const [all, none] = [rulesOf('all drivers', 'pass'), rulesOf('all drivers', 'not_applicable')];
    for (const name of NAMES.filter((one) => one !== 'all drivers')) {
      const some = rulesOf(name, 'pass');
      expect([name, some.length < all.length, some.length > all.length / 4]).toEqual([name, true, true]);
      expect(none).toEqual(expect.arrayContaining(rulesOf(name, 'not_applicable')));
    }
  });
});
