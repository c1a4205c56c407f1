import { describe, expect, it } from 'vitest';
import { createAllowance } from '../effects/allowance.ts';
import { targetFromFlags } from '../target/target-from-flags.ts';
import { clientOf, closing } from '../testing/one-request.ts';
import { tamperingProxy } from '../testing/tampering-proxy.ts';
import { type Discovered, discover } from './discover.ts';
import { startEmulator } from './self-test.ts';

type Options = NonNullable<Parameters<typeof startEmulator>[0]>;

const KEY = 'pk_test_mine';
/** Each route refuses every second request, without a Retry-After. */
const BUSY: Options = {
  faults: [{ match: {}, every: 2, effect: { kind: 'error', error: 'service_unavailable', retry_after: null } }],
};

/** Probes an emulator with these options. Returns the results, and what the account contains afterwards. */
async function discovered(options: Options, { budget = {}, tamper = (_: string, text: string) => text } = {}) {
  const server = await startEmulator({
    clock: 'frozen',
    accounts: [{ name: 'mine', keys: [{ secret: KEY }] }],
    ...options,
  });
  closing.push(server.close);
  const proxy = await tamperingProxy(server);
  closing.push(proxy.close);
  proxy.tamper = tamper;
  const client = clientOf(proxy.base_url);
  const target = targetFromFlags({
    base_url: proxy.base_url,
    keys: { primary: KEY },
    drivers: { url: server.driver_url },
  });
  const given = { ...target, budget: { ...target.budget, ...budget } };
  const found = await discover(given, client, createAllowance(given.budget, new AbortController().signal), []);
  const jobs = (await (await fetch(`${server.driver_url}/jobs`)).json()) as { operation: string }[];
  return { found, jobs: jobs.map(({ operation }) => operation) };
}

const colorsIn = ({ found: { products } }: Discovered) =>
  products?.map((one) => (one as { color: string }).color) ?? null;

describe('Before the scenarios, the kit', () => {
  it('retries if the server is too busy to accept pictures', async () => {
    const { found } = await discovered({ ...BUSY, readings: { image_max_side: 500 } });
    expect(found.pictures).toMatchObject({ taken: true, longest_side: 500 });
  });

  it('retries if the server is too busy to accept colors', async () => {
    const { found } = await discovered({ ...BUSY, readings: { color_format: 'hex_without_mark' } });
    expect(colorsIn(found)).toEqual(['caa184', 'a1304a']);
  });

  it.each([3_600, -300, 0])("finds that the times of answers are %i s ahead of the driver's clock", async (seconds) => {
    const shifted = (time: string) => new Date(Date.parse(time) + seconds * 1000).toISOString();
    const { found } = await discovered({}, { tamper: (name, text) => (name === 'created_at' ? shifted(text) : text) });
    expect(found.clockAhead).toBe(seconds * 1000);
  });

  const LAST = { color_format: 'rgb_function', check_order: { form_and_input: 'input_first' } } as const;

  it('if colors are checked last, tries them on an existing picture, and leaves no job behind', async () => {
    const { found, jobs } = await discovered({ readings: LAST });
    expect([colorsIn(found), jobs]).toEqual([['rgb(202, 161, 132)', 'rgb(161, 48, 74)'], []]);
  });

  it('tries no such colors if it must not make a job', async () => {
    const { found } = await discovered({ readings: LAST }, { budget: { jobs: 0 } });
    expect(colorsIn(found)).toBeNull();
  });
});
