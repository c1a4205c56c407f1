import { expect, it } from 'vitest';
import { readClientReport } from '../client-report.ts';
import { seenOf, underKey } from '../testing/seen-of.ts';
import { waitsTooShort } from './waits.ts';

type Parts = Parameters<typeof seenOf>;

const SUBMIT = { responseBody: '{"id":"job_1","status":"queued"}' };
const AGAIN = { ...SUBMIT, status: 200 };
const OTHER = { ...SUBMIT, ...underKey('two'), requestBody: '{"inputs":[{"asset_id":"asset_2"}]}' };
const WAIT = { responseHeaders: { 'Retry-After': '2' } };
const BUSY = { ...SUBMIT, ...WAIT, fault: 'fault_1', status: 503 };
const readOf = (status: string) => ({
  ...{ method: 'GET', route: 'GET /v1/jobs/:id', path: '/v1/jobs/job_1', requestHeaders: {}, requestBody: null },
  ...{ status: 200, responseBody: `{"id":"job_1","status":"${status}"}` },
});
const DONE = readOf('succeeded');
const PACED = { ...readOf('running'), ...WAIT };
const UNCHANGED = { ...PACED, status: 304, responseBody: null };
const CANCEL = {
  ...readOf('cancelled'),
  method: 'POST',
  route: 'POST /v1/jobs/:id/cancel',
  path: '/v1/jobs/job_1/cancel',
};
const EVENT = { world: 'default', type: 'job.succeeded', attempt: 1, headers: {}, body: '{"id":"job_1"}', secret: '' };

/** `waited`: the waits that the tests report; null if they report none at all. */
function tooShort(waited: number[] | null, parts: Parts, deliveries = [] as (typeof EVENT)[]): boolean {
  const lines = waited === null ? [] : [{ reports: ['waits'] }, ...waited.map((seconds) => ({ waited: seconds }))];
  const reported = readClientReport(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return waitsTooShort({ ...seenOf(...parts), reported, deliveries }).length > 0;
}

it.each<[string, number[] | null, Parts, boolean]>([
  ['is too short', [1], [BUSY, AGAIN], true],
  ['is long enough in two steps', [1, 1], [BUSY, AGAIN], false],
  ['is not judged if the tests do not report waits', null, [BUSY, AGAIN], false],
  ['is not needed before another order', [], [BUSY, OTHER], false],
  ['is needed before the next poll', [], [SUBMIT, PACED, DONE], true],
  ['is needed after a 304', [], [SUBMIT, UNCHANGED, DONE], true],
  ['is long enough, with two jobs at once', [2, 2], [PACED, { ...PACED, path: '/v1/jobs/job_2' }, PACED, DONE], false],
  ['is not needed before another read of a job that has ended', [], [SUBMIT, { ...DONE, ...WAIT }, DONE], false],
  ['is not needed if that one has not changed', [], [DONE, UNCHANGED, UNCHANGED], false],
  ['is not needed after a cancel', [], [SUBMIT, PACED, CANCEL, readOf('cancelled')], false],
])('A wait %s', (_, waited, parts, wanted) => {
  expect(tooShort(waited, parts)).toBe(wanted);
});

it('A wait is not needed after the event of the job', () => {
  expect(tooShort([], [SUBMIT, PACED, DONE], [EVENT])).toBe(false);
});
