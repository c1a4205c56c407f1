import { describe, expect, it } from 'vitest';
import { runCli } from '../testing/launch.ts';

describe('tryon-conformance plan', () => {
  it('reports the cost and what cannot be tested, and sends nothing', async () => {
    // Nothing listens on this port, so a request would be an error.
    const { code, out } = await runCli(['plan', 'http://127.0.0.1:1', '--key', 'pk_test_x', '--only', 'webhooks']);
    expect(code).toBe(0);
    expect(out).toMatch(/^127\.0\.0\.1:1: \d+ scenarios? in \d+ runs?, at most$/m);
    expect(out).toMatch(/^\s+0 credit units: no live key of yours is used$/m);
    expect(out).toMatch(/^\d+ cannot, needs-receiver: offer drivers\.webhooks/m);
    expect(out).toContain('WH-WAITS');
  });

  it('prints JSON with --json', async () => {
    const { out } = await runCli(['plan', 'http://127.0.0.1:1', '--drivers', '/_emulator/v1', '--json']);
    const plan = JSON.parse(out);
    expect(plan.untestable).toEqual([]);
    expect(plan.rules.testable).toBe(plan.rules.graded);
    expect(plan.requests).toBeGreaterThan(plan.jobs);
    const worth = Object.fromEntries(
      plan.without_driver.map(({ driver, testable }: { driver: string; testable: number }) => [driver, testable]),
    );
    expect(worth['webhooks']).toBeLessThan(worth['faults']);
    expect(worth['clock']).toBeLessThan(plan.rules.testable);
  });
});
