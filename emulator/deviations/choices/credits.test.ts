import { describe, expect, it } from 'vitest';
import { type Chosen, type QuestionRow, testQuestions } from '../../testing/choices/question-rows.ts';
import { emulatorFor } from '../../testing/client.ts';
import {
  accepted,
  after,
  cancelLast,
  live,
  pass,
  type Step,
  submitLive,
  submitTest,
} from '../../testing/question-steps.ts';

const DAY_ONE = '2026-01-01';
const spend: Step = async ({ emulator }) => emulator.tenants.credits(null, { adjust: -10_000 });
const deleteLast: Step = ({ emulator, client }) =>
  client.call('DELETE', `/v1/jobs/${emulator.jobs.list()[0]?.id}`, live);
const failing: Step = async ({ emulator }) =>
  emulator.plans.add({ outcome: { status: 'failed', code: 'PROCESSING_FAILED' } });

const balance =
  (...fields: string[]): Step =>
  async ({ client }) => {
    const { body } = await client.get('/v1/credits/balance', live);
    return fields.map((field) => body[field]);
  };
const statusOf =
  (step: Step): Step =>
  async (world) =>
    ((await step(world)) as { status: number }).status;

const moment = (
  choice: string,
  time: string,
  is: readonly number[],
  usually: readonly number[] = [1, 10_000],
): QuestionRow => ({
  question: 'capture_moment',
  choice,
  shown: after(submitLive, pass(time), balance('held_units', 'settled_units')),
  is,
  usually,
});

testQuestions('credits', /^(?!usage_)/, [
  {
    question: 'unit_costs',
    choice: { 'hair.try_on': 3, 'makeup.apply': 11, 'skin.analyze': 7 },
    shown: after(submitLive, balance('unit_costs', 'held_units')),
    is: [{ 'hair.try_on': 3, 'makeup.apply': 11, 'skin.analyze': 7 }, 11],
    usually: [{ 'hair.try_on': 2, 'makeup.apply': 1, 'skin.analyze': 1 }, 1],
  },
  {
    question: 'unit_costs_operations',
    choice: 'enabled',
    shown: (chosen) => after(balance('unit_costs'))({ ...chosen, hair_endpoint: 'absent' }),
    is: [{ 'makeup.apply': 1, 'skin.analyze': 1 }],
    usually: [{ 'hair.try_on': 2, 'makeup.apply': 1, 'skin.analyze': 1 }],
  },
  {
    question: 'balance_object',
    choice: 'absent',
    shown: after(balance('object')),
    is: [undefined],
    usually: ['credit_balance'],
  },
  moment('at_pick_up', '999ms', [1, 10_000]),
  moment('at_pick_up', '1s', [0, 9_999]),
  moment('at_processing', '1999ms', [1, 10_000]),
  moment('at_processing', '2s', [0, 9_999]),
  moment('at_pick_up', '10s', [0, 9_999], [0, 9_999]),
  moment('at_acceptance', '0ms', [0, 9_999]),
  {
    question: 'failed_job_billing',
    choice: 'not_billed',
    shown: after(failing, submitLive, pass('10s'), balance('held_units', 'settled_units')),
    is: [0, 10_000],
    usually: [0, 9_999],
  },
  {
    question: 'balance_lag',
    choice: '5s',
    shown: after(pass('10s'), submitLive, pass('1s'), balance('as_of', 'held_units', 'available_units')),
    is: ['2026-01-01T00:00:06.000Z', 0, 10_000],
    usually: ['2026-01-01T00:00:11.000Z', 1, 9_999],
  },
  {
    question: 'balance_lag',
    choice: '2s',
    shown: after(submitLive, pass('500ms'), submitLive, pass('1700ms'), balance('held_units')),
    is: [1],
    usually: [2],
  },
  {
    question: 'overdrawn_submission',
    choice: 'limited',
    shown: after(
      async ({ emulator }) => emulator.tenants.credits(null, { adjust: -10_000, enforced: false }),
      submitLive,
      statusOf(submitLive),
    ),
    is: 429,
    usually: 202,
  },
  {
    question: 'deletion_refund',
    choice: 'failed_jobs',
    shown: after(failing, submitLive, pass('10s'), deleteLast, balance('available_units', 'settled_units')),
    is: [10_000, 10_000],
    usually: [9_999, 9_999],
  },
  {
    question: 'test_key_balance',
    choice: 'empty',
    shown: after(async ({ client }) => {
      const { body } = await client.get('/v1/credits/balance');
      return [body.settled_units, body.available_units, body.spendable_units, body.unit_costs['makeup.apply']];
    }),
    is: [0, 0, 0, 1],
    usually: [10_000, 10_000, 10_000, 1],
  },
  {
    question: 'test_key_without_units',
    choice: 'refuse',
    shown: after(spend, statusOf(submitTest)),
    is: 402,
    usually: 202,
  },
]);

describe('credits and usage under several choices', () => {
  const shownUnder = (chosen: Chosen, ...steps: Step[]) => after(...steps)(chosen);

  it('a cancel gives back what was captured before', async () => {
    const steps = [submitLive, pass('1200ms'), cancelLast(live), pass('1s'), balance('held_units', 'settled_units')];
    for (const capture_moment of ['at_pick_up', 'at_acceptance'])
      expect(await shownUnder({ capture_moment }, ...steps)).toEqual([0, 10_000]);
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
