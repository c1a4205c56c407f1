import { describe, expect, it } from 'vitest';
import { createAllowance } from '../effects/allowance.ts';
import { targetFromFlags } from '../target/target-from-flags.ts';
import { clientOf, closing } from '../testing/one-request.ts';
import { tamperingProxy } from '../testing/tampering-proxy.ts';
import { type Discovered, discover } from './discover.ts';
import { startEmulator } from './self-test.ts';

type Options = NonNullable<Parameters<typeof startEmulator>[0]>;

const KEY = 'pk_test_mine';
/** Each route refuses every other request, and does not say for how long. */
const BUSY: Options = {
  faults: [{ match: {}, every: 2, effect: { kind: 'error', error: 'service_unavailable', retry_after: null } }],
};

/** What is found of an emulator with these options, and what its account has then. */
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
  const list = await fetch(`${server.base_url}/v1/jobs`, { headers: { 'X-API-Key': KEY } });
  const { data } = (await list.json()) as { data: { operation: string }[] };
  return { found, jobs: data.map(({ operation }) => operation) };
}

const colorsIn = ({ found: { products } }: Discovered) =>
  products?.map((one) => (one as { color: string }).color) ?? null;

describe('Before the scenarios', () => {
  it('asks a busy server again for its pictures', async () => {
    const { found } = await discovered({ ...BUSY, readings: { image_max_side: 500 } });
    expect(found.pictures).toMatchObject({ taken: true, longest_side: 500 });
  });

  it('asks a busy server again for its colors', async () => {
    const { found } = await discovered({ ...BUSY, readings: { color_format: 'hex_without_mark' } });
    expect(colorsIn(found)).toEqual(['caa184', 'a1304a']);
  });

  it.each([3_600, -300, 0])('finds that answers are stamped %i s ahead of the clock of the driver', async (seconds) => {
    const shifted = (time: string) => new Date(Date.parse(time) + seconds * 1000).toISOString();
    const { found } = await discovered({}, { tamper: (name, text) => (name === 'created_at' ? shifted(text) : text) });
    expect(found.clockAhead).toBe(seconds * 1000);
  });

  const LAST = { color_format: 'rgb_function', check_order: { form_and_input: 'input_first' } } as const;

  it('tries colors that are checked last on a picture that is there, and leaves no job', async () => {
    const { found, jobs } = await discovered({ readings: LAST });
    expect([colorsIn(found), jobs]).toEqual([['rgb(202, 161, 132)', 'rgb(161, 48, 74)'], []]);
  });

  it('tries no such colors if it may not make a job', async () => {
    const { found } = await discovered({ readings: LAST }, { budget: { jobs: 0 } });
    expect(colorsIn(found)).toBeNull();
  });
});
