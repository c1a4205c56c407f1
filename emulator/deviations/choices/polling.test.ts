import { expect, it } from 'vitest';
import { describeChoices } from '../../testing/choices/choice-rows.ts';
import {
  each,
  given,
  header,
  last,
  openPlayed,
  type Played,
  type PlayedRow,
  play,
  send,
  statuses,
} from '../../testing/play.ts';

const READ = 'GET /v1/jobs/{job} as live';
const CANCEL = 'POST /v1/jobs/{job}/cancel as live';
const BALANCE = 'GET /v1/credits/balance as live';
const UNREADABLE = { unreadable: { key_store: true } };
const ONE_A_DAY = { readings: { daily_quota: { live: { 'makeup.apply': 1 } } } } as const;

const paceOf = ({ headers }: { headers: Headers }) => headers.get('retry-after');
const paceAfter = (time: string) => header('retry-after', 'makeup as live', time, READ);
const paces = each(paceOf, 'makeup as live', '2s', CANCEL, READ);
const refusedPace = header('retry-after', 'GET /v1/assets');
const overQuota = last((reply) => [reply.status, paceOf(reply)], 'makeup as live', 'makeup as live');

/** The second of two reads, with the tag of the first or a condition derived from it. */
const readAgain = async (played: Played, condition = (tag: string) => tag) => {
  const { headers } = await play(played, 'makeup as live', '2s', READ);
  return play(played, send(READ, { headers: { 'If-None-Match': condition(headers.get('etag') ?? '') } }));
};
const conditions = async (played: Played) => {
  const [one, list, any] = [
    await readAgain(played),
    await readAgain(played, (tag) => `"other", ${tag}`),
    await readAgain(played, () => '*'),
  ];
  return [one.status, list.status, any.status];
};
const notModified = async (played: Played) => {
  const { status, headers } = await readAgain(played);
  return [status, headers.has('etag'), headers.has('retry-after')];
};
const STRONG = expect.stringMatching(/^"/);
const withBody = { body: '{}' };
const withKey = { headers: { 'Idempotency-Key': 'a' } };
const bodies = given(
  ['makeup as live'],
  statuses(send(CANCEL, withBody), CANCEL, send('DELETE /v1/assets/{face}', withBody)),
);
const keys = given(['makeup as live'], statuses(send(CANCEL, withKey), CANCEL));
/** The units of two cancelled jobs, one cancelled before it was picked up and one after. */
const units = given(
  ['makeup as live', CANCEL, 'makeup as live', '1s', CANCEL, '4s'],
  last(({ body }) => [body.settled_units, body.held_units], BALANCE),
);
/** Whether another job is accepted after the only one of the day was cancelled. */
const quotaAfterCancel = (time: string) => given(['makeup as live', time, CANCEL, '4s'], statuses('makeup as live'));

const ROWS: readonly PlayedRow[] = [
  ['retry_after', paceAfter('2s'), '1', { 7: '7' }],
  ['retry_after_on_accept', paces, ['1', '1', '1'], { 5: ['5', '5', '1'] }],
  ['retry_after_on_read', paceAfter('2s'), '1', { absent: null }],
  ['retry_after_on_finished', paceAfter('4s'), null, { present: '1' }],
  ['retry_after_on_429', overQuota, [429, '86400'], { absent: [429, null] }, ONE_A_DAY],
  ['retry_after_on_503', refusedPace, expect.stringMatching(/^\d+$/), { absent: null }, UNREADABLE],
  ['retry_after_503_seconds', refusedPace, expect.stringMatching(/^\d$/), { 120: '120' }, UNREADABLE],
  ['job_etag', header('etag', 'makeup as live', '4s', READ), STRONG, { weak: expect.stringMatching(/^W\/"/) }],
  ['if_none_match', conditions, [304, 304, 304], { one_tag: [304, 200, 200] }],
  ['not_modified_headers', notModified, [304, true, true], { etag: [304, true, false], none: [304, false, false] }],
  ['etag_on_submit', header('etag', 'makeup'), STRONG, { absent: null }],
  ['body_on_cancel', bodies, [200, 200, 204], { refuse: [400, 200, 400] }],
  ['idempotency_key_on_cancel', keys, [200, 200], { refuse: [400, 200] }],
  ['late_cancel_billing', units, [10_000, 0], { billed: [9_999, 0] }],
  ['late_cancel_quota', quotaAfterCancel('1500ms'), [429], { always: [202] }, ONE_A_DAY],
  ['late_cancel_quota', quotaAfterCancel('1s'), [202], { never: [429] }, ONE_A_DAY],
  ['head_requests', statuses('HEAD /v1/assets'), [200], { 404: [404], 405: [405] }],
];

describeChoices('polling', ROWS, { open: openPlayed });

it('an auto clock continues if no pace is given', async () => {
  const readings = {
    retry_after_on_read: 'absent',
    retry_after_on_finished: 'present',
    not_modified_headers: 'none',
  } as const;
  const played = await openPlayed({ clock: 'auto', readings });
  await play(played, 'makeup as live', READ, READ, READ, READ, READ);
  expect((await play(played, 'GET /v1/jobs as live')).body.data[0].status).toBe('succeeded');
});
