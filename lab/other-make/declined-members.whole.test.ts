import { describe, expect, it } from 'vitest';
import { startEmulator } from '../../conformance/run/self-test.ts';
import { targetFromFlags } from '../../conformance/target/target-from-flags.ts';
import { shippedSuite } from '../../conformance/testing/shipped-suite.ts';
import { verifiedReport } from '../../conformance/testing/verified.ts';
import { serverOptions } from '../proof/choices.ts';
import { DECLINABLE, type Declining, decliningDrivers } from './testing/declining-drivers.ts';

const loaded = shippedSuite();

/**
 * The scenarios that need each member. A poor account, or one with other prices, may disturb any scenario with a
 * submission.
 */
const ABOUT: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^POST \/tenants (credits|unit_costs)$/, ['credits', 'cancel/queued', 'delete/aftermath', 'submits/refused']],
  [
    /^POST \/tenants (enforced|threshold|test_funded)$/,
    ['figures', 'exact', 'release', 'balance', 'changes', 'race'].map((name) => `credits/${name}`),
  ],
  [/^POST \/tenants features$/, ['features', 'delete/feature-off', 'credits/figures']],
  [/^POST \/tenants webhooks$/, ['webhooks/switched-off', 'webhooks/accounts']],
  [
    /^POST \/tenants/,
    ['auth/every-route', 'auth/scopes-submit', 'auth/disabled-account', 'livemode/truth', 'credits/test-free'],
  ],
  [
    /capabilities|clock/,
    ['webhooks/retry-schedule', 'webhooks/cut-off', 'jobs/long-waits', 'lists/expired', 'usage/midnight'],
  ],
  [/plans|jobs/, ['states/forward', 'jobs/stages', 'cancel/queued', 'cancel/races', 'credits/release', 'limits/quota']],
  [/credits/, ['credits/changes']],
  [/endpoints/, ['webhooks/subscriptions', 'webhooks/environments', 'webhooks/rotation', 'webhooks/resend']],
  [/switches/, ['auth/store-unreadable', 'credits/unreadable', 'errors/unavailable', 'limits', 'cancel/quota']],
];

/** The verdicts on the emulator when its drivers decline some members. */
async function graded(declines: readonly string[], how: Declining, only: readonly string[]) {
  const server = await startEmulator({ ...serverOptions({}), onUnexpected: () => {} });
  const drivers = await decliningDrivers(server, declines, how);
  try {
    const target = targetFromFlags({ base_url: server.base_url, drivers: { url: drivers.driver_url } });
    const { rules, errors } = await verifiedReport(loaded, target, { seed: 'declined', only });
    const of = (...verdicts: string[]) => rules.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);
    return { blamed: of('fail', 'warn'), passed: of('pass').length, errors };
  } finally {
    await drivers.close();
    await server.close();
  }
}

const SPARED = { blamed: [], errors: [], passed: expect.toSatisfy((passed: number) => passed > 20) };

describe('A driver that declines', () => {
  it.each(DECLINABLE)('%s causes no failed rule', async (member) => {
    const only = ABOUT.find(([about]) => about.test(member))?.[1] ?? [];
    // Add some scenarios that need no driver, so that some rules pass.
    expect(await graded([member], 'reported', [...only, 'jobs/fields'])).toEqual(SPARED);
  });

  it.each(['credits', 'enforced', 'threshold', 'test_funded', 'unit_costs', 'features', 'webhooks'])(
    '%s of an account, without saying so, causes no failed rule',
    async (member) => {
      const only = ABOUT.find(([about]) => about.test(`POST /tenants ${member}`))?.[1] ?? [];
      expect(await graded([`POST /tenants ${member}`], 'in_silence', only)).toEqual(SPARED);
    },
  );
});
