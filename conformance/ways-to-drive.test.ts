import { beforeAll, describe, expect, test } from 'vitest';
import type { Report } from './report/report.ts';
import { targetFromFlags } from './target/target-from-flags.ts';
import { DECLINABLE } from './testing/other-make/console/console.ts';
import type { OtherServerOptions } from './testing/other-make/options.ts';
import { startOtherServer } from './testing/other-make/start.ts';
import { shippedSuite } from './testing/shipped-suite.ts';
import { verifiedReport } from './testing/verified.ts';

const suite = shippedSuite();

/** Without these calls a driver is none. */
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
/** Every other call and member of the contract, and the rest of them. */
const [ONE_HALF, OTHER_HALF] = [0, 1].map((half) => PARTS.filter((_, index) => index % 2 === half));

/** Eight rows that each wait for fifteen real seconds, one after the other. */
const LONGEST = 'usage/deleted-jobs';
const OTHERS = suite.suite.scenarios.map(({ id }) => id).filter((id) => id !== LONGEST);

type Way = { options: OtherServerOptions; byKeys?: boolean };

/** What the whole suite says of a server that keeps the spec, as far as somebody can drive it. */
async function graded({ options, byKeys = false }: Way): Promise<Report> {
  const server = await startOtherServer({ stage: 20, ...options });
  try {
    const reached = byKeys ? { keys: server.keys } : { drivers: { url: server.driver_url } };
    const target = targetFromFlags({ base_url: server.base_url, ...reached });
    return await verifiedReport(suite, target, { seed: 'ways', only: byKeys ? OTHERS : [], atOnce: 16, keep: byKeys });
  } finally {
    await server.close();
  }
}

/** From the one that shows most to the one that shows least. */
const WAYS = {
  'all drivers': { options: {} },
  'drivers that decline half of it': { options: { declines: ONE_HALF ?? [] } },
  'drivers that decline the other half': { options: { declines: OTHER_HALF ?? [] } },
  'drivers that decline half of it, and do not say so': {
    options: { declines: ONE_HALF ?? [], declining: 'in_silence' },
  },
  'drivers that refuse what has the other half': { options: { declines: OTHER_HALF ?? [], declining: 'aloud' } },
  'keys alone': { options: {}, byKeys: true },
} as const satisfies Record<string, Way>;
type WayName = keyof typeof WAYS;

const NO_HURRY = 1_800_000;

describe('Whoever can drive a server in another way', () => {
  const reports = new Map<WayName, Report>();

  beforeAll(async () => {
    const all = Object.entries(WAYS) as [WayName, Way][];
    await Promise.all(all.map(async ([name, way]) => reports.set(name, await graded(way))));
  }, NO_HURRY);

  test.each(Object.keys(WAYS) as WayName[])('blames it for nothing, with %s', (name) => {
    const { failures = [], errors = [] } = reports.get(name) ?? {};
    const told = failures.map(({ rule, instance, step, mismatches: [first] }) => {
      return `${rule} ${instance} ${step}: ${first?.expected}, not ${JSON.stringify(first?.seen)}`;
    });
    expect([...told, ...errors.map(({ message }) => message)]).toEqual([]);
  });

  test('tests less of it, and nothing that those do not who can drive all', () => {
    const passed = (name: WayName) =>
      reports.get(name)?.rules.flatMap(({ id, verdict }) => (verdict === 'pass' ? [id] : [])) ?? [];
    const most = passed('all drivers');
    for (const name of Object.keys(WAYS) as WayName[]) {
      const some = passed(name);
      expect([name, some.filter((rule) => !most.includes(rule))]).toEqual([name, []]);
      expect(name === 'all drivers' || some.length < most.length, name).toBe(true);
      expect(some.length, name).toBeGreaterThanOrEqual(passed('keys alone').length);
    }
  });
});
