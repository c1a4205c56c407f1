import { describe, expect, it } from 'vitest';
import { describeChoices } from '../../testing/choices/choice-rows.ts';
import { failing, given, last, openPlayed, type Played, type PlayedRow, play, statuses } from '../../testing/play.ts';

const DAY_ONE = '2026-01-01';
const ONE = '01-01 makeup.apply 1';
const TWO = '01-01 makeup.apply 2';
const NEXT = '01-02 makeup.apply 1';
const SKIN = '01-02 skin.analyze 1';
const CANCEL = 'POST /v1/jobs/{job}/cancel';
const MAKEUP = { 'makeup.apply': 1 };
/** Inputs are kept for the duration of a row. */
const LONG = { readings: { input_retention: '7d' } };
const spend =
  (more = {}) =>
  async ({ emulator }: Played) =>
    emulator.tenants.credits('demo', { adjust: -10_000, ...more });

const balance = (...fields: string[]) =>
  last(({ body }) => fields.map((name) => body[name]), 'GET /v1/credits/balance as live');
/** The held and the settled units, some time after a job that costs one unit was submitted. */
const unitsAfter = (time: string) => given(['makeup as live', time], balance('held_units', 'settled_units'));
const usage = (query = '', who = 'test') =>
  last(({ status, body }) => (status === 200 ? body : status), `GET /v1/usage${query} as ${who}`);
type Row = { date: string; operation: string; accepted: number };
const accepted = (query = '', who = 'test') =>
  last(
    ({ body }) =>
      body.data.map(({ date, operation, accepted: count }: Row) => `${date.slice(5)} ${operation} ${count}`),
    `GET /v1/usage${query} as ${who}`,
  );
const rowOn = (date: string, operation = 'makeup.apply') => ({ date, operation, accepted: 1 });

const COSTS = { 'hair.try_on': 2, 'makeup.apply': 1, 'skin.analyze': 1 };
const OTHER_COSTS = { 'hair.try_on': 3, 'makeup.apply': 11, 'skin.analyze': 7 };
const costs = given(['makeup as live'], balance('unit_costs', 'held_units'));
const lag = given(['10s', 'makeup as live', '1s'], balance('as_of', 'held_units', 'available_units'));
const lagOfTwo = given(['makeup as live', '500ms', 'makeup as live', '1700ms'], balance('held_units'));
const deleted = given(
  [failing, 'makeup as live', '10s', 'DELETE /v1/jobs/{job} as live'],
  balance('available_units', 'settled_units'),
);
const testBalance = last(
  ({ body }) => [body.settled_units, body.available_units, body.spendable_units, body.unit_costs['makeup.apply']],
  'GET /v1/credits/balance',
);
const overdrawn = given([spend({ enforced: false }), 'makeup as live'], statuses('makeup as live'));
const failed = given([failing, 'makeup as live', '10s'], balance('held_units', 'settled_units'));

const ROWS: readonly PlayedRow[] = [
  ['unit_costs', costs, [COSTS, 1], { [JSON.stringify(OTHER_COSTS)]: [OTHER_COSTS, 11] }],
  [
    'unit_costs_operations',
    balance('unit_costs'),
    [COSTS],
    { enabled: [{ 'makeup.apply': 1, 'skin.analyze': 1 }] },
    { readings: { hair_endpoint: 'absent' } },
  ],
  ['balance_object', balance('object'), ['credit_balance'], { absent: [undefined] }],
  ['capture_moment', unitsAfter('0ms'), [1, 10_000], { at_acceptance: [0, 9_999] }],
  ['capture_moment', unitsAfter('1s'), [1, 10_000], { at_pick_up: [0, 9_999] }],
  ['capture_moment', unitsAfter('2s'), [1, 10_000], { at_processing: [0, 9_999] }],
  ['failed_job_billing', failed, [0, 9_999], { not_billed: [0, 10_000] }],
  ['balance_lag', lag, [`${DAY_ONE}T00:00:11.000Z`, 1, 9_999], { '5s': [`${DAY_ONE}T00:00:06.000Z`, 0, 10_000] }],
  ['balance_lag', lagOfTwo, [2], { '2s': [1] }],
  ['overdrawn_submission', overdrawn, [202], { limited: [429] }],
  ['deletion_refund', deleted, [9_999, 9_999], { failed_jobs: [10_000, 10_000] }],
  ['test_key_balance', testBalance, [10_000, 10_000, 10_000, 1], { empty: [0, 0, 0, 1] }],
  ['test_key_without_units', statuses(spend(), 'makeup'), [202], { refuse: [402] }],
  [
    'usage_shape',
    given(['makeup'], usage()),
    { data: [rowOn(DAY_ONE)] },
    {
      days_map: { days: { [DAY_ONE]: MAKEUP } },
      bare_map: { [DAY_ONE]: MAKEUP },
      nested_rows: { data: [{ date: DAY_ONE, operations: MAKEUP }] },
      short_names: { data: [rowOn(DAY_ONE, 'makeup')] },
    },
  ],
  [
    'usage_shape',
    given(['makeup', '48h', 'makeup'], usage()),
    { data: [rowOn(DAY_ONE), rowOn('2026-01-03')] },
    { days_back: { days_back: [MAKEUP, {}, MAKEUP] } },
    LONG,
  ],
  ['usage_parameters', usage(`?from=${DAY_ONE}`), { data: [] }, { none: 400 }],
  ['usage_unknown_parameter', usage('?month=2026-01'), 400, { ignore: { data: [] } }],
  ['usage_days', given(['makeup', '24h', 'makeup'], accepted()), [ONE, NEXT], { 1: [NEXT] }, LONG],
  [
    'usage_order',
    given(['makeup', '24h', 'skin', 'makeup'], accepted()),
    [ONE, NEXT, SKIN],
    { newest_first: [NEXT, SKIN, ONE] },
    LONG,
  ],
  [
    'usage_empty_days',
    given(['makeup'], accepted(`?from=${DAY_ONE}&to=${DAY_ONE}`)),
    [ONE],
    { zero: ['01-01 hair.try_on 0', ONE, '01-01 skin.analyze 0'] },
  ],
  ['usage_cancelled', given(['makeup', CANCEL], accepted()), [ONE], { taken_out: [] }],
  ['usage_lag', given(['makeup', '30s', 'makeup', '30s'], accepted()), [TWO], { '1m': [ONE] }],
  ['usage_of', given(['makeup as live', 'makeup'], accepted('', 'live')), [ONE], { account: [TWO] }],
];

describeChoices('credits', ROWS, { open: openPlayed });

describe('credits and usage under several choices', () => {
  it.each([
    ['at_pick_up', '999ms', [1, 10_000]],
    ['at_pick_up', '10s', [0, 9_999]],
    ['at_processing', '1999ms', [1, 10_000]],
  ] as const)('a capture %s is visible after %s', async (capture_moment, time, units) => {
    expect(await unitsAfter(time)(await openPlayed({ readings: { capture_moment } }))).toEqual(units);
  });

  it.each(['at_pick_up', 'at_acceptance'] as const)(
    'a cancel refunds the units that were captured %s',
    async (capture_moment) => {
      const played = await openPlayed({ readings: { capture_moment } });
      await play(played, 'makeup as live', '1200ms', 'POST /v1/jobs/{job}/cancel as live', '1s');
      expect(await balance('held_units', 'settled_units')(played)).toEqual([0, 10_000]);
    },
  );

  it('a cancelled job that is not counted, and would not be yet, is subtracted once', async () => {
    const played = await openPlayed({ readings: { usage_cancelled: 'taken_out', usage_lag: '1m' } });
    await play(played, 'makeup', 'makeup', CANCEL, '1m');
    expect(await accepted()(played)).toEqual([ONE]);
  });

  it('a lagging balance omits the effect of another choice', async () => {
    const readings = { balance_object: 'absent', balance_lag: '5s', test_key_balance: 'empty' } as const;
    expect(await balance('object', 'settled_units')(await openPlayed({ readings }))).toEqual([undefined, 10_000]);
  });

  it('a price that is set in a running world applies to later jobs', async () => {
    const played = await openPlayed();
    await play(played, 'makeup as live');
    await played.emulator.readings.set({ unit_costs: { 'makeup.apply': 5 } });
    await play(played, 'makeup as live');
    expect(await balance('held_units')(played)).toEqual([6]);
  });

  it('the price of an account takes precedence over that of the readings', async () => {
    const { emulator, client } = await openPlayed({ readings: { unit_costs: { 'makeup.apply': 5 } } });
    const { keys } = emulator.tenants.create({ unit_costs: { 'skin.analyze': 4 } });
    const { body } = await client.get('/v1/credits/balance', { key: keys['live']?.secret ?? null });
    expect(body.unit_costs).toEqual({ 'hair.try_on': 2, 'makeup.apply': 5, 'skin.analyze': 4 });
  });
});
