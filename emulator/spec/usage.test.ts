import { describe } from 'vitest';
import { each, failing, given, itShows, last, outcomes, type Played, type ShownRow } from '../testing/play.ts';

type Row = { date: string; operation: string; accepted: number };

const to =
  (instant: string) =>
  async ({ emulator }: Played) =>
    void (await emulator.clock.advance({ to: instant }));
const rowsOf = ({ body }: { body: { data: Row[] } }) =>
  body.data.map(({ date, operation, accepted }) => `${date.slice(5)} ${operation} ${accepted}`);
const CANCEL = 'POST /v1/jobs/{job}/cancel';
const DELETE = 'DELETE /v1/jobs/{job}';
const usage = (query = '') => `GET /v1/usage?${query}`;

const FIRST = '01-01 skin.analyze 1';
const SECOND = '01-02 skin.analyze 1';
const LAST = ['01-31 hair.try_on 1', '01-31 makeup.apply 2'];
const NEXT = '02-01 skin.analyze 1';
/** Jobs on four days: 1, 2 and 31 January, and 1 February 2026. */
const FOUR_DAYS = [
  ...['skin', '1ms', 'skin'],
  ...[to('2026-01-31T12:00:00Z'), 'upload', 'makeup', 'hair', 'makeup'],
  ...[to('2026-02-01T00:00:00Z'), 'skin'],
];
const START = { clock: { mode: 'frozen', start: '2026-01-01T23:59:59.999Z' } } as const;
const during = (query: string, ...rows: string[]): ShownRow => [
  `counts with ${query} by UTC day and operation, oldest first`,
  given(FOUR_DAYS, last(rowsOf, usage(query))),
  rows,
  START,
];

describe('4.4 GET /v1/usage', () => {
  itShows([
    ['is empty at first', last(({ body }) => body, usage()), { data: [] }],
    during('from=2026-01-01', FIRST, SECOND, ...LAST, NEXT),
    during('from=2026-01-01&to=2026-01-31', FIRST, SECOND, ...LAST),
    during('from=2026-01-02&to=2026-01-02', SECOND),
    during('from=2026-01-03&to=2026-01-30'),
    during('to=2026-01-31&from=2026-01-31', ...LAST),
    during('from=2026-02-01&to=2030-01-01', NEXT),
    [
      'shows the last 30 days by default, today among them',
      given(FOUR_DAYS, each(rowsOf, usage(), to('2026-03-01T23:59:59.999Z'), usage(), '1ms', usage())),
      [[...LAST, NEXT], [...LAST, NEXT], [NEXT]],
      START,
    ],
    ...[
      ['from=2026-02-30', 'from'],
      ['from=yesterday', 'from'],
      ['from=2026-01-01T00:00:00Z', 'from'],
      ['from=', 'from'],
      ['to=2026-1-1', 'to'],
      ['to=20260101', 'to'],
      ['from=2026-01-02&to=2026-01-01', 'from'],
      ['from=2026-01-01&from=2026-01-01', 'from'],
      ['day=2026-01-01', 'day'],
    ].map(
      ([query, name]): ShownRow => [`?${query} names ${name}`, outcomes(usage(query)), [`400 INVALID_REQUEST ${name}`]],
    ),
    [
      'is not changed by the end of a job, its deletion or that of its input',
      given([failing, 'makeup', '4s', DELETE, 'makeup', CANCEL, 'DELETE /v1/assets/{face}'], last(rowsOf, usage())),
      ['01-01 makeup.apply 2'],
    ],
    [
      "counts the caller's own environment and account, with all its keys",
      given(
        ['makeup', 'makeup as second', 'skin as live'],
        each(rowsOf, usage(), `${usage()} as live`, `${usage()} as other`),
      ),
      [['01-01 makeup.apply 2'], ['01-01 skin.analyze 1'], []],
    ],
  ]);
});
