import { expect, it } from 'vitest';
import { startEmulator } from '../../run/self-test.ts';
import { targetFromFlags } from '../../target/target-from-flags.ts';
import { ruleIn } from '../../testing/graded.ts';
import { shippedSuite } from '../../testing/shipped-suite.ts';
import { verifiedReport } from '../../testing/verified.ts';

const ONLY = ['webhooks/cancelled-at-once'];

/** Time passes by itself, and jobs cannot be held: a job starts either after it is cancelled, or immediately. */
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

it('The event of a cancelled job is tested with a receiver, even without a driver that holds jobs', async () => {
  expect(await graded('1h')).toEqual(['pass', null]);
});

it('The event of a cancelled job fails its rule if it has another type', async () => {
  expect(await graded('1h', ['event-failed-for-cancelled'])).toEqual(['fail', null]);
});

it('The event of a cancelled job is not tested if every job starts immediately', async () => {
  expect(await graded('0ms')).toEqual(['inconclusive', 'condition']);
});
