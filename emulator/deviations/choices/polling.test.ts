import { expect, it } from 'vitest';
import { type At, type ChoiceRow, describeChoices } from '../../testing/choices/choice-rows.ts';
import { emulatorFor } from '../../testing/client.ts';

const LIVE = 'pk_live_demo';

/** A read of a job some time after it was submitted. */
async function readAfter({ emulator, client }: At, time: string, headers: Record<string, string> = {}) {
  const { body } = await client.submitOn('makeup.apply', { key: LIVE });
  await emulator.clock.advance(time);
  return client.get(`/v1/jobs/${body.id}`, { key: LIVE, headers });
}

const paceAfter = (time: string) => async (at: At) => (await readAfter(at, time)).headers.get('retry-after');
const tagOf = async (at: At) => (await readAfter(at, '4s')).headers.get('etag') ?? '';

/** The second of two reads, with the tag of the first. */
async function readAgain(at: At, condition = (tag: string) => tag) {
  const { headers, body } = await readAfter(at, '2s');
  const sent = { 'If-None-Match': condition(headers.get('etag') ?? '') };
  return at.client.get(`/v1/jobs/${body.id}`, { key: LIVE, headers: sent });
}

/** The statuses of reads of one job, one after the other. */
async function readsOf({ client }: At, count: number) {
  const { body } = await client.submitOn('makeup.apply');
  const statuses: number[] = [];
  for (let read = 1; read <= count; read += 1) statuses.push((await client.get(`/v1/jobs/${body.id}`)).status);
  return statuses;
}

/** The answer to a cancel of a job, some time after it was submitted. */
async function cancelAfter(
  { emulator, client }: At,
  time: string,
  options: { headers?: Record<string, string>; body?: string } = {},
) {
  const { body } = await client.submitOn('makeup.apply', { key: LIVE });
  await emulator.clock.advance(time);
  return client.call('POST', `/v1/jobs/${body.id}/cancel`, { key: LIVE, ...options });
}

/** Whether another job is let in after the only one of the day was cancelled. */
const quotaAfterCancel = (time: string) => async (at: At) => {
  await cancelAfter(at, time);
  await at.emulator.clock.advance('4s');
  return (await at.client.submitOn('makeup.apply', { key: LIVE })).status;
};

const unavailable = async ({ client }: At) =>
  (await client.get('/v1/assets', { key: LIVE })).headers.get('retry-after');
const UNREADABLE = { unreadable: { key_store: true } };
const ONE_A_DAY = { daily_quota: { live: { 'makeup.apply': 1 } } } as const;

const ROWS: readonly ChoiceRow[] = [
  { question: 'retry_after', choice: 7, shows: paceAfter('2s'), expected: '7' },
  {
    question: 'retry_after_on_accept',
    choice: 5,
    shows: async (at) => {
      const { headers } = await at.client.submitOn('makeup.apply', { key: LIVE });
      const cancelled = await cancelAfter(at, '2s');
      return [headers.get('retry-after'), cancelled.headers.get('retry-after'), await paceAfter('2s')(at)];
    },
    expected: ['5', '5', '1'],
  },
  { question: 'retry_after_on_read', choice: 'absent', shows: paceAfter('2s'), expected: null },
  { question: 'retry_after_on_finished', choice: 'present', shows: paceAfter('4s'), expected: '1' },
  {
    question: 'retry_after_on_429',
    choice: 'absent',
    shows: async (at) => {
      await at.client.submitOn('makeup.apply', { key: LIVE });
      const { status, headers } = await at.client.submitOn('makeup.apply', { key: LIVE });
      return [status, headers.get('retry-after')];
    },
    expected: [429, null],
    options: { readings: ONE_A_DAY },
  },
  { question: 'retry_after_on_503', choice: 'absent', shows: unavailable, expected: null, options: UNREADABLE },
  { question: 'retry_after_503_seconds', choice: 120, shows: unavailable, expected: '120', options: UNREADABLE },
  { question: 'job_etag', choice: 'weak', shows: async (at) => (await tagOf(at)).startsWith('W/"'), expected: true },
  {
    question: 'if_none_match',
    choice: 'one_tag',
    shows: async (at) =>
      Promise.all(
        [(tag: string) => tag, (tag: string) => `"other", ${tag}`, () => '*'].map(
          async (condition) => (await readAgain(at, condition)).status,
        ),
      ),
    expected: [304, 200, 200],
  },
  {
    question: 'not_modified_headers',
    choice: 'etag',
    shows: async (at) => {
      const { status, headers } = await readAgain(at);
      return [status, headers.has('etag'), headers.has('retry-after')];
    },
    expected: [304, true, false],
  },
  {
    question: 'not_modified_headers',
    choice: 'none',
    shows: async (at) => {
      const { status, headers } = await readAgain(at);
      return [status, headers.has('etag'), headers.has('retry-after')];
    },
    expected: [304, false, false],
  },
  {
    question: 'etag_on_submit',
    choice: 'absent',
    shows: async ({ client }) => (await client.submitOn('makeup.apply')).headers.get('etag'),
    expected: null,
  },
  {
    question: 'body_on_cancel',
    choice: 'refuse',
    shows: async (at) => {
      const withBody = await cancelAfter(at, '0s', { body: '{}' });
      const { status } = await cancelAfter(at, '0s');
      const asset = await at.client.upload();
      const deletion = await at.client.call('DELETE', `/v1/assets/${asset.body.id}`, { body: '{}' });
      return [withBody.status, withBody.body.error?.code, status, deletion.status];
    },
    expected: [400, 'INVALID_REQUEST', 200, 400],
  },
  {
    question: 'idempotency_key_on_cancel',
    choice: 'refuse',
    shows: async (at) => [
      (await cancelAfter(at, '0s', { headers: { 'Idempotency-Key': 'a' } })).status,
      (await cancelAfter(at, '0s')).status,
    ],
    expected: [400, 200],
  },
  {
    question: 'late_cancel_billing',
    choice: 'billed',
    shows: async (at) => {
      const units = async () => (await at.client.get('/v1/credits/balance', { key: LIVE })).body;
      const { settled_units: before } = await units();
      await cancelAfter(at, '0s');
      await cancelAfter(at, '1s');
      await at.emulator.clock.advance('4s');
      const { settled_units, held_units } = await units();
      return [before - settled_units, held_units];
    },
    expected: [1, 0],
  },
  {
    question: 'late_cancel_quota',
    choice: 'always',
    shows: quotaAfterCancel('1500ms'),
    expected: 202,
    options: { readings: ONE_A_DAY },
  },
  {
    question: 'late_cancel_quota',
    choice: 'never',
    shows: quotaAfterCancel('1s'),
    expected: 429,
    options: { readings: ONE_A_DAY },
  },
  ...([404, 405] as const).map((status) => ({
    question: 'head_requests',
    choice: status,
    shows: async ({ emulator }: At) =>
      (await emulator.fetch('/v1/assets', { method: 'HEAD', headers: { 'X-API-Key': LIVE } })).status,
    expected: status,
  })),
];

describeChoices('polling', ROWS);

it('a pace that is not told lets an auto clock go on all the same', async () => {
  const readings = {
    retry_after_on_read: 'absent',
    retry_after_on_finished: 'present',
    not_modified_headers: 'none',
  } as const;
  const at = await emulatorFor({ clock: 'auto', readings });
  expect((await readsOf(at, 5)).at(-1)).toBe(200);
  expect((await at.client.get('/v1/jobs')).body.data[0].status).toBe('succeeded');
});
