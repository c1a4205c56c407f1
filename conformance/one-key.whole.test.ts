import { describe, expect, it } from 'vitest';
import { clientOf } from '../emulator/testing/client.ts';
import { startEmulator } from './run/self-test.ts';
import { targetFromFlags } from './target/target-from-flags.ts';
import { shippedSuite } from './testing/shipped-suite.ts';
import { tamperingProxy } from './testing/tampering-proxy.ts';
import { verifiedReport } from './testing/verified.ts';

const loaded = shippedSuite();
const LIVE = 'pk_live_demo';
const TEST = 'pk_test_demo';

type Asked = { rule: string; only: string; key: string; server?: Parameters<typeof startEmulator>[0] };

/**
 * The verdict of a rule if the tester has one key, and a clock so that nothing has to wait. `others` acts before each
 * read of the usage or the balance.
 */
async function verdict({ rule, only, key, server: options = {} }: Asked, others?: (base_url: string) => Promise<void>) {
  const server = await startEmulator({ ...options, onUnexpected: () => {} });
  const proxy = await tamperingProxy(server);
  proxy.before = async (_, url) => {
    if (/^\/v1\/(usage|credits)/.test(url)) await others?.(server.base_url);
    return null;
  };
  const target = targetFromFlags({ base_url: proxy.base_url, keys: { primary: key } });
  const drivers = { ...target.drivers, named: { clock: server.driver_url } };
  const { rules } = await verifiedReport(loaded, { ...target, drivers }, { only: [only] });
  await proxy.close();
  await server.close();
  const found = rules.find(({ id }) => id === rule);
  return found?.verdict === 'inconclusive' ? 'untested' : found?.verdict;
}

/** Another client of the account, which submits a job. */
const submitsAJob = (key: string) => async (base_url: string) => {
  const keys = { live: null, test: key };
  await clientOf({ keys, fetch: (path, init) => fetch(base_url + path, init) }).submitOn('skin.analyze', {
    idempotencyKey: crypto.randomUUID(),
  });
};

describe('With one key and no account of its own, a run finds', () => {
  const usage = { rule: 'USAGE-COUNTS', only: 'usage/shared-account', key: LIVE };
  const free = { rule: 'CREDIT-TEST-FREE', only: 'credits/test-free-shared', key: TEST };

  it.each([
    ['a replay that is counted', usage, 'usage-counts-replays', 'warn'],
    ['a refusal that is counted', usage, 'usage-counts-refusals', 'warn'],
    ['a test job that costs units', free, 'test-jobs-cost', 'fail'],
  ])('%s', async (_, asked, deviation, found) => {
    expect(await verdict(asked)).toBe('pass');
    expect(await verdict({ ...asked, server: { deviate: [deviation] } })).toBe(found);
  });

  it.each([
    ['the usage', usage, LIVE],
    ['the balance', free, LIVE],
  ])('nothing if others change %s at the same time', async (_, asked, key) => {
    expect(await verdict(asked, submitsAJob(key))).toBe('untested');
  });

  it.each([
    ['too few units', { granted: 0 }, 'CREDIT-402', 'credits-never-refused'],
    ['exactly enough', { granted: 1 }, 'CREDIT-402-EXACT', 'credits-exact-refused'],
    ['test money alone', { granted: 5, test_funded: 5 }, 'CREDIT-402-TEST-FUNDED', 'credits-test-funds-pay'],
  ])('problems of an account with %s', async (_, units, rule, deviation) => {
    const unit_costs = { 'skin.analyze': 1, 'makeup.apply': 1, 'hair.try_on': 1 };
    const accounts = [{ name: 'poor', credits: { enforced: true, unit_costs, ...units }, keys: [{ secret: LIVE }] }];
    const asked = { rule, only: 'credits/as-found', key: LIVE };
    expect(await verdict({ ...asked, server: { accounts } })).toBe('pass');
    expect(await verdict({ ...asked, server: { accounts, deviate: [deviation] } })).toBe('fail');
  });
});
