import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountRows } from '../../control/account-rows.ts';
import { accountSchema } from '../../control/schemas/account-input.ts';
import { parseConfig } from '../../control/schemas/read-config.ts';
import { DAY, HOUR, type Instant } from '../../domain/values/time.ts';
import type { Endpoint } from '../../domain/webhook.ts';
import { emptyWorld } from '../../host/build-world.ts';
import { execute } from '../commands.ts';

const BEGIN = Date.UTC(2026, 0, 1);

type Step = { wait: number; status: number | null; enable: boolean };

/** An endpoint that receives one event after the other; the steps define the outcomes of the attempts. */
function openEndpoint() {
  const world = emptyWorld(parseConfig({}), BEGIN);
  execute(world, BEGIN, 'add_account', accountRows(accountSchema.parse({ name: 'demo' })));
  const registration = {
    owner: 'demo/test',
    url: 'http://127.0.0.1:1/',
    events: ['job.failed'],
    secret: null,
  } as const;
  const { id } = execute(world, BEGIN, 'register_endpoint', registration);
  const read = (): Endpoint => {
    const endpoint = world.state.endpoints.get(id);
    if (endpoint === undefined) throw new Error('the endpoint is gone');
    return endpoint;
  };
  return {
    read,
    enable: (at: Instant) => execute(world, at, 'enable_endpoint', { id, enabled: true }),
    attempt: (at: Instant, status: number | null) => {
      execute(world, at, 'ping_endpoint', { id });
      const [effect = -1] = world.state.effects.keys();
      const failure = status === null ? 'timeout' : null;
      execute(world, at, 'attempted', { effect, outcome: { status, failure, took: 5, answer: '' }, endedAt: at });
    },
    states: () => [...world.state.deliveries.values()].map(({ state }) => state),
  };
}

/** Spec 6.5, written out again: how many of the last attempts failed, and for how long. */
function isDisabledBy(attempts: readonly { at: Instant; ok: boolean }[]): boolean {
  const run = attempts.slice(attempts.findLastIndex(({ ok }) => ok) + 1);
  const [first] = run;
  const last = run.at(-1);
  return first !== undefined && last !== undefined && run.length >= 20 && last.at - first.at >= DAY;
}

/** Plays the steps, and compares the endpoint with the rule after each. Returns how often the endpoint was disabled. */
function follow(steps: readonly Step[]): number {
  const endpoint = openEndpoint();
  let now = BEGIN;
  let attempts: { at: Instant; ok: boolean }[] = [];
  let disabled = 0;
  for (const { wait, status, enable } of steps) {
    now += wait;
    if (enable) {
      const before = endpoint.states();
      endpoint.enable(now);
      attempts = [];
      expect(endpoint.read()).toMatchObject({ enabled: true, failing: null });
      expect(endpoint.states()).toEqual(before);
    }
    if (!endpoint.read().enabled) continue;
    endpoint.attempt(now, status);
    attempts.push({ at: now, ok: status !== null && status >= 200 && status < 300 });
    expect(endpoint.read().enabled).toBe(!isDisabledBy(attempts));
    if (!endpoint.read().enabled) disabled += 1;
  }
  return disabled;
}

const failures = (count: number, over: number): Step[] =>
  Array.from({ length: count }, (_, index) => ({
    wait: index === count - 1 && count > 1 ? over : 0,
    status: index % 2 === 0 ? 500 : null,
    enable: false,
  }));
const success: Step = { wait: 0, status: 204, enable: false };
const enabling: Step = { wait: 0, status: 500, enable: true };

describe('6.5 automatic disabling', () => {
  it.each<[string, Step[], number]>([
    ['20 in a row, the first of them exactly 24 hours ago: disabled', failures(20, DAY), 1],
    ['20 in a row, a millisecond short of 24 hours: not', failures(20, DAY - 1), 0],
    [
      '20 in a row within the 24 hours and one more at their end: disabled',
      [...failures(20, 1), ...failures(1, 0).map((step) => ({ ...step, wait: DAY }))],
      1,
    ],
    ['19 in a row in a week: not', failures(19, 7 * DAY), 0],
    ['1000 in a row in an instant: not', failures(1_000, 0), 0],
    ['19, a success, and 19: not', [...failures(19, DAY), success, ...failures(19, DAY)], 0],
    ['a success in between restarts the 24 hours as well', [...failures(19, DAY), success, ...failures(20, HOUR)], 0],
    ['enabled in between: counted again', [...failures(19, DAY), enabling, ...failures(18, DAY)], 0],
    [
      'enabled after it: disabled once more by another 20 and 24 hours',
      [...failures(20, DAY), enabling, ...failures(19, DAY)],
      2,
    ],
  ])('%s', (_, steps, times) => {
    expect(follow(steps)).toBe(times);
  });

  it('happens if and only if both conditions hold, for any attempts', () => {
    const wait = fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 0, max: 3 * HOUR }) },
      { weight: 2, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.constantFrom(DAY, DAY - 1, 1, 5 * HOUR) },
    );
    const failing = fc.constantFrom(null, 199, 300, 302, 400, 410, 429, 500, 503);
    const status = fc.oneof(
      { weight: 30, arbitrary: failing },
      { weight: 1, arbitrary: fc.constantFrom(200, 204, 299) },
    );
    const enable = fc.oneof({ weight: 20, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });
    const steps = fc.array(fc.record({ wait, status, enable }), { minLength: 25, maxLength: 90, size: 'max' });
    let disabled = 0;
    fc.assert(
      fc.property(steps, (taken) => {
        disabled += follow(taken);
      }),
      { numRuns: 200, seed: 6 },
    );
    expect(disabled).toBeGreaterThan(50);
  });
});
