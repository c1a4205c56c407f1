import { describe, expect, it } from 'vitest';
import { ROUTES } from '../domain/routes.ts';
import { SECOND } from '../domain/values/time.ts';
import type { EmulatorOptions, FaultInput } from '../index.ts';
import { CLOCK_MODES, type ClockMode } from '../runtime/clock.ts';
import { REQUESTS, type Reply } from '../testing/client.ts';
import { createFakeWallClock } from '../testing/fake-wall-clock.ts';
import { openWorld } from '../testing/open-world.ts';

type Opened = Awaited<ReturnType<typeof openWorld>>;
/** Prepares a world, and returns the request to send twice. */
type Prepare = (opened: Opened) => Promise<() => Promise<Reply>>;

/**
 * When the audit reports a client that asks again at once: never; or except on an auto clock, with which a client need
 * not sleep.
 */
type Judged = 'never' | 'but on auto';
/** An answer that makes its client wait: its status and its Retry-After. */
type Kind = [what: string, status: number, retryAfter: string, Judged, Prepare, EmulatorOptions?];

const submitted = async ({ client }: Opened) => `/v1/jobs/${(await client.submitOn('makeup.apply')).body.id}`;
const poll: Prepare = async (opened) => {
  const path = await submitted(opened);
  return () => opened.client.get(path);
};
const unchanged: Prepare = async (opened) => {
  const read = await poll(opened);
  const { headers, body } = await read();
  await opened.emulator.clock.advance('1m');
  return () => opened.client.get(`/v1/jobs/${body.id}`, { headers: { 'If-None-Match': headers.get('ETag') ?? '' } });
};
const submit: Prepare = async ({ client }) => {
  const inputs = [{ asset_id: (await client.upload()).body.id, role: 'source' }];
  const { path, body } = REQUESTS['makeup.apply'];
  return () => client.submit(path, { inputs, ...body });
};
const replay: Prepare = async (opened) => {
  const { body: asset } = await opened.client.upload();
  const { path, body } = REQUESTS['makeup.apply'];
  const inputs = [{ asset_id: asset.id, role: 'source' }];
  const send = () => opened.client.submit(path, { inputs, ...body }, { idempotencyKey: 'same' });
  await send();
  return send;
};
const lateCancel: Prepare = async (opened) => {
  const path = await submitted(opened);
  return () => opened.client.call('POST', `${path}/cancel`);
};
const usage: Prepare = async ({ client }) => {
  return () => client.get('/v1/usage');
};
const balance: Prepare = async ({ client }) => {
  return () => client.get('/v1/credits/balance');
};
const meeting = (effect: FaultInput['effect'], prepare = usage, route = 'GET /v1/usage'): Prepare => {
  return async (opened) => {
    const ask = await prepare(opened);
    opened.emulator.faults.add({ match: { route }, times: null, effect });
    return ask;
  };
};

const error = { kind: 'error', retry_after: 5 } as const;
const DATE = 'Wed, 21 Oct 2026 07:28:00 GMT';

const KINDS: Kind[] = [
  ['a poll', 200, '1', 'but on auto', poll],
  ['a poll of a slow server', 200, '120', 'but on auto', poll, { readings: { retry_after: 120 } }],
  ['a poll that is not to wait', 200, '0', 'never', poll, { readings: { retry_after: 0 } }],
  ['a poll that has not changed', 304, '1', 'but on auto', unchanged, { stages: { queued: '1h' } }],
  ['a poll that met a fault', 503, '5', 'but on auto', meeting(error, poll, ROUTES.readJob.name)],
  [
    'a poll whose answer was lost',
    503,
    '1',
    'but on auto',
    meeting({ kind: 'commit_then_error' }, poll, ROUTES.readJob.name),
  ],
  ['a poll with a date', 200, DATE, 'never', poll, { deviate: ['pace-as-date'] }],
  ['a poll with a fraction', 200, '1.5', 'never', poll, { deviate: ['pace-with-fraction'] }],
  ['a refusal with a date', 503, DATE, 'never', meeting(error), { deviate: ['pace-as-date'] }],
  ['a full minute', 429, '60', 'but on auto', submit, { readings: { admission_per_minute: 0 } }],
  ['a full day', 429, '86400', 'but on auto', submit, { readings: { daily_quota: { test: { 'makeup.apply': 0 } } } }],
  ['keys that cannot be read', 503, '1', 'but on auto', usage, { unreadable: { key_store: true } }],
  ['a ledger that cannot be read', 503, '1', 'but on auto', balance, { unreadable: { ledger: true } }],
  ['the fault service_unavailable', 503, '5', 'but on auto', meeting(error)],
  ['the fault service_unavailable for long', 503, '3600', 'but on auto', meeting({ ...error, retry_after: 3_600 })],
  ['the fault rate_limited', 429, '5', 'but on auto', meeting({ ...error, error: 'rate_limited' })],
  ['the fault internal_error', 500, '5', 'never', meeting({ ...error, error: 'internal_error' })],
  ['the fault payload_too_large', 413, '5', 'never', meeting({ ...error, error: 'payload_too_large' })],
  ['the fault commit_then_error', 503, '1', 'but on auto', meeting({ kind: 'commit_then_error' })],
  ['a submission', 202, '1', 'never', submit],
  ['a replay', 200, '1', 'never', replay],
  ['a late cancel', 202, '1', 'never', lateCancel, { stages: { queued: 0 } }],
];

/** Sends the request twice, and returns the rules that the client broke. */
async function askTwice(
  mode: ClockMode,
  [, status, retryAfter, , prepare, options]: Kind,
  wait: Wait,
): Promise<string[]> {
  const wall = createFakeWallClock();
  const opened = await openWorld({ clock: mode, ...options }, { wall });
  const ask = await prepare(opened);
  const first = await ask();
  expect([first.status, first.headers.get('Retry-After')]).toEqual([status, retryAfter]);
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : 1;
  if (wait === 'as asked') wall.moveBy(seconds * SECOND);
  if (wait === 'by the clock of the world') await opened.emulator.clock.advance(`${seconds}s`);
  await ask();
  const rules = opened.emulator.audit.findings().map(({ rule }) => rule);
  return rules.filter((rule) => rule === 'poll-too-soon' || rule === 'retry-too-soon');
}

type Wait = 'as asked' | 'by the clock of the world' | 'not at all';

describe.each(CLOCK_MODES)('On a clock that is %s, a client that got', (mode) => {
  it.each(KINDS)(
    '%s (%i, Retry-After: %s) and waits as long as it must, or moves the clock, has no finding',
    async (...kind) => {
      expect(await askTwice(mode, kind, 'as asked')).toEqual([]);
      expect(await askTwice(mode, kind, 'by the clock of the world')).toEqual([]);
    },
  );

  it.each(KINDS)('%s (%i, Retry-After: %s) and asks again at once is reported: %s', async (...kind) => {
    const [, status, , judged] = kind;
    const rule = status === 200 || status === 304 ? 'poll-too-soon' : 'retry-too-soon';
    const isFound = judged === 'but on auto' && mode !== 'auto';
    expect(await askTwice(mode, kind, 'not at all')).toEqual(isFound ? [rule] : []);
  });
});
