import { describe, expect, it } from 'vitest';
import { emulatorFor } from '../../testing/client.ts';
import {
  accepted,
  after,
  balance,
  cancelLast,
  DAY_ONE,
  live,
  pass,
  type Step,
  submitLive,
  submitTest,
} from '../../testing/credit-steps.ts';
import type { Chosen } from '../../testing/question-rows.ts';

describe('credits and usage under several choices', () => {
  const shownUnder = (chosen: Chosen, ...steps: Step[]) => after(...steps)(chosen);

  it('a cancel gives back what was captured before', async () => {
    const steps = [submitLive, pass('1200ms'), cancelLast(live), pass('1s'), balance('held_units', 'settled_units')];
    expect(await shownUnder({ capture_moment: 'at_pick_up' }, ...steps)).toEqual([0, 10_000]);
  });

  it('a cancelled job that is not counted and would not be yet is taken out once', async () => {
    const chosen = { usage_cancelled: 'taken_out', usage_lag: '1m' };
    expect(await shownUnder(chosen, submitTest, submitTest, cancelLast(), pass('1m'), accepted())).toEqual([
      ['01-01', 'makeup.apply', 1],
    ]);
  });

  it('a lagging balance leaves out what another choice does', async () => {
    const chosen = { balance_object: 'absent', balance_lag: '5s', test_key_balance: 'empty' };
    expect(await shownUnder(chosen, balance('object', 'settled_units'))).toEqual([undefined, 10_000]);
  });

  it('are set while a world runs', async () => {
    const { emulator, client } = await emulatorFor();
    await client.submitOn('makeup.apply', live);
    await emulator.readings.set({ unit_costs: { 'makeup.apply': 5 }, usage_shape: 'days_map' });
    expect((await client.submitOn('makeup.apply', live)).status).toBe(202);
    expect((await client.get('/v1/credits/balance', live)).body.held_units).toBe(6);
    expect((await client.get('/v1/usage', live)).body).toEqual({ days: { [DAY_ONE]: { 'makeup.apply': 2 } } });
  });

  it('a price of an account’s own goes before that of the readings', async () => {
    const { emulator, client } = await emulatorFor({ readings: { unit_costs: { 'makeup.apply': 5 } } });
    const { keys } = emulator.tenants.create({ unit_costs: { 'skin.analyze': 4 } });
    const { body } = await client.get('/v1/credits/balance', { key: keys['live']?.secret ?? null });
    expect(body.unit_costs).toEqual({ 'hair.try_on': 2, 'makeup.apply': 5, 'skin.analyze': 4 });
  });
});
