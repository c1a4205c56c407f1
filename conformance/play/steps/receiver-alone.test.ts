import { expect, it } from 'vitest';
import { startEmulator } from '../../run/self-test.ts';
import { targetFromFlags } from '../../target/target-from-flags.ts';
import { ruleIn } from '../../testing/graded.ts';
import { shippedSuite } from '../../testing/shipped-suite.ts';
import { verifiedReport } from '../../testing/verified.ts';

const ONLY = ['webhooks/cancelled-at-once'];

/** Time passes by itself, and jobs cannot be held: no one picks one up before it is cancelled, or at once. */
async function graded(queued: string, deviate: string[] = []) {
  const { base_url, driver_url, close } = await startEmulator({
    clock: { mode: 'running', start: 'now' },
    stages: { queued, picked_up: '0ms', preparing: '0ms', processing: '10ms' },
    readings: { retry_after: 0 },
    deviate,
  });
  const target = targetFromFlags({ base_url, keys: { primary: 'pk_test_demo' } });
  const drivers = { ...target.drivers, named: { webhooks: driver_url } };
  try {
    const report = await verifiedReport(shippedSuite(), { ...target, drivers }, { only: ONLY });
    const { verdict, reason } = ruleIn(report, 'EVENT-CANCELLED') ?? {};
    return [verdict, reason];
  } finally {
    await close();
  }
}

it('The event of a cancelled job is seen where there is a receiver, and no driver that holds jobs', async () => {
  expect(await graded('1h')).toEqual(['pass', null]);
});

it('The event of a cancelled job is blamed there where it is of another type', async () => {
  expect(await graded('1h', ['event-failed-for-cancelled'])).toEqual(['fail', null]);
});

it('The event of a cancelled job does not come up where each job is at work at once', async () => {
  expect(await graded('0ms')).toEqual(['inconclusive', 'condition']);
});
