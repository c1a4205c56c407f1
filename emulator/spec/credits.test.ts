import { describe } from 'vitest';
import type { EmulatorOptions } from '../index.ts';
import { given, itShows, last, outcomes, type Played, type ShownRow, statuses } from '../testing/play.ts';

type Credits = NonNullable<NonNullable<EmulatorOptions['accounts']>[number]['credits']>;

const TOO_FEW = '402 INSUFFICIENT_CREDITS';
const UNAVAILABLE = '503 SERVICE_UNAVAILABLE';
const HAIR = 'hair as live';
const BALANCE = 'GET /v1/credits/balance as live';
const UNREADABLE = { unreadable: { ledger: true } };

const having = (credits: Credits) => ({
  accounts: [{ name: 'demo', credits, keys: ['pk_live_demo', 'pk_test_demo'].map((secret) => ({ secret })) }],
});
const adjust =
  (units: number) =>
  async ({ emulator }: Played) =>
    emulator.credits.adjust({ units });
const balance = last(({ body }) => body, BALANCE);
const units = last(({ body }) => [body.settled_units, body.held_units, body.available_units], BALANCE);
/** A submission that costs two units, by an account with these credits. */
const decided = (what: string, credits: Credits, answer: number | string): ShownRow => [
  `is decided for an account with ${what}`,
  outcomes(HAIR),
  [answer],
  having(credits),
];

// `npm run simulate` compares the balance with a model, whatever jobs do (lab/simulation/check-ledger.ts).
describe('2.5 the credit balance', () => {
  itShows([
    [
      'has these fields and no others',
      given([HAIR, '500ms'], balance),
      {
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
      },
      having({ granted: 100, test_funded: 30, low_balance_at: 70 }),
    ],
    [
      'charges the costs that are configured',
      given([HAIR, 'makeup as live', 'skin as live'], units),
      [100, 10, 90],
      having({ granted: 100, unit_costs: { 'hair.try_on': 7, 'makeup.apply': 3, 'skin.analyze': 0 } }),
    ],
    ['may be negative', given([adjust(5), adjust(-18)], units), [-3, 0, -3], having({ granted: 10 })],
  ]);
});

describe('7 402 INSUFFICIENT_CREDITS', () => {
  itShows([
    decided('as many units as it costs', { granted: 2 }, 202),
    decided('one unit fewer', { granted: 1 }, TOO_FEW),
    decided('fewer than none', { granted: -5 }, TOO_FEW),
    decided('as many spendable units', { granted: 12, test_funded: 10 }, 202),
    decided('enough units of which one too many is test-funded', { granted: 12, test_funded: 11 }, TOO_FEW),
    decided('none, where nothing is enforced', { granted: 0, enforced: false }, 202),
    [
      'makes no job and counts nothing',
      given(
        [HAIR],
        last(({ body }) => body, 'GET /v1/usage as live'),
      ),
      { data: [] },
      having({ granted: 1 }),
    ],
    [
      'depends on the cost of the operation',
      outcomes(HAIR, 'skin as live', 'makeup as live'),
      [TOO_FEW, 202, TOO_FEW],
      having({ granted: 1 }),
    ],
    [
      'counts held units as spent, and released ones as there again',
      outcomes(HAIR, HAIR, 'POST /v1/jobs/{job}/cancel as live', HAIR),
      [202, TOO_FEW, 200, 202],
      having({ granted: 3 }),
    ],
    ['is never met by a test key (reading 26)', outcomes('hair', HAIR), [202, TOO_FEW], having({ granted: -100 })],
  ]);
});

describe('4.4 an unreadable ledger', () => {
  itShows(
    [
      ['is a 503 on the balance, never zero', outcomes(BALANCE, 'GET /v1/credits/balance'), [UNAVAILABLE, UNAVAILABLE]],
      [
        'is a 503 on a live submission, which makes no job',
        given(
          [HAIR],
          last(({ body }) => body.data, 'GET /v1/jobs as live'),
        ),
        [],
      ],
      ['refuses a live submission', outcomes(HAIR), [UNAVAILABLE]],
      [
        'concerns neither test submissions, nor uploads, reads, lists and usage',
        statuses(
          'makeup',
          'GET /v1/jobs/{job}',
          'upload as live',
          'GET /v1/assets as live',
          'GET /v1/jobs as live',
          'GET /v1/usage as live',
        ),
        [202, 200, 201, 200, 200, 200],
      ],
    ],
    UNREADABLE,
  );
});
