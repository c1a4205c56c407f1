import { describe } from 'vitest';
import { each, given, itShows, outcomes, type Played, play } from '../testing/play.ts';
import { idsOf } from '../testing/steps.ts';

const INVALID_CURSOR = '400 INVALID_CURSOR cursor';
const START = '2026-01-01T00:00:00Z';
const list = (query: string) => `GET /v1/assets?${query}`;

const pageOf = ({ body }: { body: { data: unknown[]; has_more: boolean; next_cursor: string | null } }) => [
  body.data.length,
  body.has_more,
  typeof body.next_cursor,
];
/** The positions, by age, of the assets in a list; one was uploaded in each of three seconds. */
const shown = (query: string) => async (played: Played) => {
  const ids: string[] = [];
  for (let second = 0; second < 3; second += 1) {
    ids.push((await play(played, 'upload')).body.id);
    await played.emulator.clock.advance('1s');
  }
  return idsOf(await play(played, list(query))).map((id) => ids.indexOf(id));
};
/** The lists of the results of a job when there is another job. */
const resultsOfJob = async (played: Played) => {
  const { id } = (await play(played, 'skin', '4s', 'GET /v1/jobs/{job}')).body;
  await play(played, 'makeup', '4s');
  const { output } = (await play(played, `GET /v1/jobs/${id}`)).body;
  const queries = ['', '&purpose=result', '&purpose=input'].map((more) => list(`job_id=${id}${more}`));
  const lists = (await each(idsOf, ...queries)(played)) as string[][];
  return lists.map((ids) => ids.join() === output.visualizations[0].id || ids.length);
};
/** The answer of a list with some filters to a cursor from a list with others. */
const goOn =
  (made: string, ...sent: string[]) =>
  async (played: Played) => {
    await play(played, 'upload', 'upload', 'upload', 'upload as live', 'upload as live');
    const { next_cursor } = (await play(played, list(`limit=1&${made}`))).body;
    return outcomes(...sent.map((line) => line.replace('CURSOR', `cursor=${encodeURIComponent(next_cursor)}`)))(played);
  };
const FILTERS = `purpose=input&created_gte=${START}`;
const otherwise = (made: string, sent: string) =>
  [
    `refuses a cursor made with "${made}" beside "${sent}"`,
    goOn(made, list(`CURSOR&${sent}`)),
    [INVALID_CURSOR],
  ] as const;

describe('4.1 GET /v1/assets', () => {
  itShows([
    [
      'has 20 on a page by default, 1 at least and 100 at most',
      given(Array(101).fill('upload'), each(pageOf, list(''), list('limit=1'), list('limit=100'))),
      [
        [20, true, 'string'],
        [1, true, 'string'],
        [100, true, 'string'],
      ],
    ],
    ['shows only the results of a job under job_id', resultsOfJob, [true, true, 0]],
    [
      'shows nothing for a job that is unknown, foreign or not finished',
      given(
        ['makeup as live', '4s'],
        each(
          ({ body }) => body.data?.length,
          list('job_id=job_never'),
          list('job_id={job}'),
          'makeup',
          list('job_id={job}'),
        ),
      ),
      [0, 0, undefined, 0],
    ],
  ]);
});

describe('4.1 GET /v1/assets, filters', () => {
  itShows(
    (
      [
        ['created_gte=2026-01-01T00:00:01Z', [2, 1]],
        ['created_gte=2026-01-01T00:00:01.001Z', [2]],
        ['created_gte=2026-01-01T00:00:01.0001Z', [2]],
        ['created_lt=2026-01-01T00:00:01Z', [0]],
        ['created_lt=2026-01-01T00:00:01.0001Z', [1, 0]],
        ['created_gte=2026-01-01T00:00:01Z&created_lt=2026-01-01T00:00:02Z', [1]],
        ['created_gte=2026-01-01T00:00:02Z&created_lt=2026-01-01T00:00:01Z', []],
        ['created_gte=2026-01-01T01:00:01%2B01:00', [2, 1]],
        ['created_lt=2025-12-31T23:30:01-00:30', [0]],
        ['created_gte=2026-01-01t00:00:02z', [2]],
        ['purpose=result&created_gte=2026-01-01T00:00:01Z', []],
      ] as const
    ).map(([query, positions]) => [`shows with ${query} what was made then`, shown(query), positions]),
  );
});

describe('4.1 GET /v1/assets, cursors', () => {
  itShows([
    [
      'takes a cursor with the same filters, in any order and with any limit',
      goOn(FILTERS, list(`CURSOR&${FILTERS}&limit=100`), list(`CURSOR&${FILTERS.split('&').reverse().join('&')}`)),
      [200, 200],
    ],
    otherwise('', 'purpose=input'),
    otherwise(FILTERS, ''),
    otherwise(FILTERS, 'purpose=input'),
    otherwise(FILTERS, FILTERS.replace('input', 'result')),
    otherwise(FILTERS, FILTERS.replace('00Z', '01Z')),
    otherwise(FILTERS, `${FILTERS}&created_lt=2027-01-01T00:00:00Z`),
    otherwise(FILTERS, `${FILTERS}&job_id=job_never`),
    ['refuses a cursor of another caller', goOn('', `${list('CURSOR')} as live`), [INVALID_CURSOR]],
    ['refuses a cursor of another list', goOn('', 'GET /v1/jobs?CURSOR'), [INVALID_CURSOR]],
  ]);
});

const LIMITS = ['0', '101', '-1', '1.5', '1e1', '+5', 'ten', '', '%205', '0x10', '99999999999999999999'];
const INSTANTS = [
  '2026-01-01',
  'yesterday',
  '2026-01-01T00:00:00',
  '2026-02-30T00:00:00Z',
  '2026-01-01T25:00:00Z',
  '0',
  '',
];
const NAMES = ['page', 'status', 'Limit', 'offset', '__proto__', 'constructor'];
const PAIRS = ['limit=5', 'purpose=input', 'job_id=job_1', `created_gte=${START}`, `created_lt=${START}`, 'cursor=x'];

describe('4.1 GET /v1/assets, refused parameters', () => {
  itShows(
    [
      ...LIMITS.map((limit) => [`limit=${limit}`, 'limit']),
      ...['output', 'INPUT', ''].map((purpose) => [`purpose=${purpose}`, 'purpose']),
      ...['created_gte', 'created_lt'].flatMap((name) => INSTANTS.map((instant) => [`${name}=${instant}`, name])),
      ...NAMES.map((name) => [`${name}=1`, name]),
      ...PAIRS.map((pair) => [`${pair}&${pair}`, pair.split('=')[0] ?? '']),
      ['limit=5&limit=6', 'limit'],
      ['limit=0&purpose=x&page=2', 'limit purpose page'],
    ].map(([query = '', names]) => [
      `?${query} names ${names}`,
      outcomes(list(query)),
      [`400 INVALID_REQUEST ${names}`],
    ]),
  );
});
