import { describe, expect, it } from 'vitest';
import type { EmulatorOptions } from '../index.ts';
import { type Client, emulatorFor } from '../testing/client.ts';
import { LIVE, UNTIL } from '../testing/steps.ts';

type Credits = NonNullable<NonNullable<EmulatorOptions['accounts']>[number]['credits']>;

const TEST = 'pk_test_demo';

const worldWith = (credits: Credits = {}) =>
  emulatorFor({ accounts: [{ name: 'demo', credits, keys: [{ secret: LIVE }, { secret: TEST }] }] });

async function balanceOf(client: Client, key = LIVE) {
  const reply = await client.get('/v1/credits/balance', { key });
  expect(reply.status).toBe(200);
  return reply.body;
}

/** The three numbers that a job moves: settled, held, available. */
async function unitsOf(client: Client): Promise<number[]> {
  const { settled_units, held_units, available_units } = await balanceOf(client);
  return [settled_units, held_units, available_units];
}

async function submitted(client: Client, key = LIVE): Promise<string> {
  const reply = await client.submitOn('hair.try_on', { key });
  expect(reply.status).toBe(202);
  return reply.body.id;
}

const cancel = (client: Client, id: string) => client.call('POST', `/v1/jobs/${id}/cancel`, { key: LIVE });

describe('2.5 the credit balance', () => {
  it('has these fields and no others', async () => {
    const { client, emulator } = await worldWith({ granted: 100, test_funded: 30, low_balance_at: 70 });
    await submitted(client);
    await emulator.clock.advance('500ms');
    expect(await balanceOf(client)).toEqual({
      object: 'credit_balance',
      as_of: '2026-01-01T00:00:00.500Z',
      settled_units: 100,
      held_units: 2,
      available_units: 98,
      test_funded_units: 30,
      spendable_units: 68,
      enforced: true,
      low_balance: true,
      unit_costs: { 'hair.try_on': 2, 'makeup.apply': 1, 'skin.analyze': 1 },
    });
  });

  it('shows the costs that are configured, and charges them', async () => {
    const unit_costs = { 'hair.try_on': 7, 'makeup.apply': 3, 'skin.analyze': 0 };
    const { client } = await worldWith({ granted: 100, unit_costs });
    expect((await balanceOf(client)).unit_costs).toEqual(unit_costs);
    await client.submitOn('hair.try_on', { key: LIVE });
    await client.submitOn('makeup.apply', { key: LIVE });
    await client.submitOn('skin.analyze', { key: LIVE });
    expect(await unitsOf(client)).toEqual([100, 10, 90]);
  });

  it.each([
    [true, 30, 70],
    [false, 30, 100],
    [true, 0, 100],
    [true, 130, -30],
  ])('with enforced %s and %d test-funded units of 100 has %d spendable', async (enforced, test_funded, spendable) => {
    const { client } = await worldWith({ granted: 100, enforced, test_funded });
    expect(await balanceOf(client)).toMatchObject({ available_units: 100, spendable_units: spendable, enforced });
  });

  it.each([
    ['no threshold', null, 0, false],
    ['a threshold below', 9, 0, false],
    ['a threshold just reached', 10, 0, true],
    ['a threshold above', 11, 0, true],
    ['a threshold below all units but above the spendable ones', 9, 1, true],
  ])('is low at 10 units with %s: %s, %d test-funded: %s', async (_, low_balance_at, test_funded, low) => {
    const { client } = await worldWith({ granted: 10, low_balance_at, test_funded });
    expect((await balanceOf(client)).low_balance).toBe(low);
  });

  it('becomes low by a hold, and is no longer low when the hold is released', async () => {
    const { client } = await worldWith({ granted: 10, low_balance_at: 8 });
    expect((await balanceOf(client)).low_balance).toBe(false);
    const id = await submitted(client);
    expect((await balanceOf(client)).low_balance).toBe(true);
    await cancel(client, id);
    expect((await balanceOf(client)).low_balance).toBe(false);
  });

  it('grows by a grant, and may be negative after an adjustment', async () => {
    const { client, emulator } = await worldWith({ granted: 10, low_balance_at: -5 });
    emulator.credits.adjust({ units: 5 });
    expect(await unitsOf(client)).toEqual([15, 0, 15]);
    emulator.credits.adjust({ units: -18 });
    expect(await balanceOf(client)).toMatchObject({ settled_units: -3, available_units: -3, low_balance: false });
    emulator.credits.adjust({ units: -2 });
    expect(await balanceOf(client)).toMatchObject({ available_units: -5, spendable_units: -5, low_balance: true });
  });
});

describe('3 the credits of a job', () => {
  it('are nothing for a test key (reading 26)', async () => {
    const { client, emulator } = await worldWith({ granted: 10 });
    await client.submitOn('hair.try_on', { key: TEST });
    expect(await unitsOf(client)).toEqual([10, 0, 10]);
    await emulator.clock.advance(UNTIL.ended);
    expect(await unitsOf(client)).toEqual([10, 0, 10]);
  });
});
