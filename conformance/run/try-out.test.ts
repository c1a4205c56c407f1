import { describe, expect, it } from 'vitest';
import { createAllowance } from '../effects/allowance.ts';
import { targetFromFlags } from '../target/target-from-flags.ts';
import { clientOf, closing } from '../testing/one-request.ts';
import { type Discovered, discover } from './discover.ts';
import { startEmulator } from './self-test.ts';

type Options = NonNullable<Parameters<typeof startEmulator>[0]>;

const KEY = 'pk_test_mine';
/** What is found of an emulator that chooses so, and what its account has then. */
async function discovered(readings: Options['readings'], budget = {}) {
  const server = await startEmulator({
    clock: 'frozen',
    accounts: [{ name: 'mine', keys: [{ secret: KEY }] }],
    readings,
  });
  closing.push(server.close);
  const client = clientOf(server.base_url);
  const target = targetFromFlags({
    base_url: server.base_url,
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
  it('a server that has no time now and then is asked again for its pictures', async () => {
    const { found } = await discovered({
      sometimes_unavailable: 'every_route',
      retry_after_on_503: 'absent',
      image_max_side: 500,
    });
    expect(found.pictures).toMatchObject({ taken: true, longest_side: 500 });
  });

  it('and for its colors', async () => {
    const readings = { sometimes_unavailable: 'every_route', retry_after_on_503: 'absent' } as const;
    const { found } = await discovered({ ...readings, color_format: 'hex_without_mark' });
    expect(colorsIn(found)).toEqual(['caa184', 'a1304a']);
  });

  it.each([3_600, -300, 0])('the time of its answers is seen to be %i s ahead', async (seconds) => {
    const { found } = await discovered({ clock_ahead_seconds: seconds });
    expect(found.clockAhead).toBe(seconds * 1000);
  });

  const LAST = { check_order: { form_and_input: 'input_first' } } as const;

  it('colors that are looked at last are tried on a picture that is there, and no job is left', async () => {
    const { found, jobs } = await discovered({ color_format: 'rgb_function', ...LAST });
    expect([colorsIn(found), jobs]).toEqual([['rgb(202, 161, 132)', 'rgb(161, 48, 74)'], []]);
  });

  it('no colors are tried so where no job may be made', async () => {
    const { found } = await discovered({ color_format: 'rgb_function', ...LAST }, { jobs: 0 });
    expect(colorsIn(found)).toBeNull();
  });
});
