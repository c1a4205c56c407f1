import { describe } from 'vitest';
import type { Reply } from '../testing/client.ts';
import {
  each,
  given,
  itShows,
  last,
  makeup,
  type Played,
  play,
  type ShownRow,
  send,
  statuses,
} from '../testing/play.ts';

const READ = 'GET /v1/jobs/{job}';
const CANCEL = 'POST /v1/jobs/{job}/cancel';
const MAKEUP = 'makeup.apply';
const ONE = { readings: { daily_quota: { test: { [MAKEUP]: 1 } } } };
const TWO_A_MINUTE = { readings: { admission_per_minute: 2 } };

/** The status of an answer, and its Retry-After in seconds. */
const waitOf = ({ status, headers }: Reply) => [status, headers.get('retry-after')].filter(Boolean).join(' ');
const waits = (...steps: Parameters<typeof each>[1][]) => each(waitOf, ...steps);

const FIRST = makeup({}, { idempotencyKey: 'one' });
const unchanged = async (played: Played) => {
  const tag = (await play(played, READ)).headers.get('etag') ?? '';
  return play(played, send(READ, { headers: { 'If-None-Match': tag } }));
};
const pacing = waits(FIRST, READ, unchanged, FIRST, '2s', READ, CANCEL, '2s', READ, unchanged, FIRST);
/** The answer at a limit that is reached some time into a minute, and the answers in the next minute. */
const minute = (into: string, seconds: number): ShownRow => [
  `asks to wait for the next minute, ${into} into one`,
  waits('makeup', 'skin', into, 'makeup', `${seconds}s`, 'makeup'),
  ['202 1', '202 1', `429 ${seconds}`, '202 1'],
  TWO_A_MINUTE,
];
const day = (start: string, seconds: number): ShownRow => [
  `asks to wait for the next UTC midnight, at ${start}`,
  waits('makeup', 'makeup', `${seconds}s`, 'upload', 'makeup', 'makeup'),
  ['202 1', `429 ${seconds}`, '201', '202 1', '429 86400'],
  { ...ONE, clock: { mode: 'frozen', start } },
];
const yesterday = async (played: Played) => {
  const { id } = (await play(played, 'makeup')).body;
  return statuses('600ms', 'makeup', `POST /v1/jobs/${id}/cancel`, 'makeup')(played);
};

describe('8 poll pacing', () => {
  itShows(
    [1, 7].map((seconds): ShownRow => {
      const working = [202, 200, 304, 200, 200, 202].map((status) => `${status} ${seconds}`);
      const title = `of ${seconds} seconds stands on every answer that shows a job at work, and on no other`;
      return [title, pacing, [...working, '200', '304', '200'], { readings: { retry_after: seconds } }];
    }),
  );
});

// deviations/choices/limits.test.ts covers the scope of limits and the days on which they count.
describe('8 the admission limit', () => {
  itShows([
    minute('0s', 60),
    minute('15001ms', 45),
    minute('59999ms', 1),
    [
      'counts neither replays nor refusals, and prevents no reading',
      statuses(makeup({ products: [] }), FIRST, FIRST, 'makeup', 'makeup', READ, 'upload', CANCEL),
      [400, 202, 200, 202, 429, 200, 201, 200],
      TWO_A_MINUTE,
    ],
  ]);
});

describe('8 the daily quota', () => {
  itShows([
    day('2026-01-01T00:00:00.000Z', 86_400),
    day('2026-01-01T23:59:59.999Z', 1),
    day('2026-02-28T18:00:00.000Z', 21_600),
    [
      'takes the unit back of a job that is cancelled while queued, once',
      statuses('makeup', 'makeup', CANCEL, CANCEL, 'makeup', 'makeup'),
      [202, 429, 200, 200, 202, 429],
      ONE,
    ],
    [
      'refunds nothing for a job that ran, nor for its deletion',
      statuses('makeup', '4s', 'makeup', 'DELETE /v1/jobs/{job}', 'makeup'),
      [202, 429, 204, 429],
      ONE,
    ],
    [
      'refunds a unit to the day on which the job was accepted',
      yesterday,
      [202, 200, 429],
      { ...ONE, clock: { mode: 'frozen', start: '2026-01-01T23:59:59.500Z' } },
    ],
    [
      'does not count a refused job as accepted',
      given(
        ['makeup', 'makeup'],
        last(({ body }) => body.data, 'GET /v1/usage'),
      ),
      [{ date: '2026-01-01', operation: MAKEUP, accepted: 1 }],
      ONE,
    ],
  ]);
});
