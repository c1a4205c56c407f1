import { describe, expect, it } from 'vitest';
import { UNUSABLE } from '../key.ts';
import { auditExchange, emptyAuditMemory } from './audit.ts';
import type { Exchange } from './exchange.ts';
import type { Timing } from './pace.ts';

const POLL: Exchange = {
  serial: 1,
  at: 0,
  route: 'GET /v1/jobs/:id',
  method: 'GET',
  path: '/v1/jobs/job_1',
  query: '',
  key: 'pk_live_…',
  keyId: 'key_1',
  requestHeaders: {},
  requestBody: null,
  status: 200,
  responseHeaders: { ETag: '"a"', 'Retry-After': '2' },
  responseBody: '{"status":"running"}',
  requestId: null,
  because: null,
  fault: null,
};
const LATER = { at: 2_000, requestHeaders: { 'if-none-match': '"a"' }, status: 304, responseBody: null };
const ENDED = { responseBody: '{"id":"job_1","status": "cancelled"}' };
const USAGE = { route: 'GET /v1/usage', path: '/v1/usage', responseHeaders: {} };
const UNAUTHORISED = { ...USAGE, status: 401, requestHeaders: {}, responseBody: null };
const FORBIDDEN = { ...UNAUTHORISED, status: 403 };
const INJECTED = {
  ...{ ...FORBIDDEN, fault: 'fault_1', because: { rule: 'injected', section: '7', compared: { effect: 'error' } } },
};
const NO_KEY = { ...UNAUTHORISED, key: null, keyId: null };
const BUSY = { ...USAGE, status: 503, responseHeaders: { 'Retry-After': '2' } };
const UNTIL = { responseHeaders: { 'Retry-After': 'Wed, 21 Oct 2026 07:28:00 GMT', ETag: '"a"' } };
const NOWHERE = { route: null, path: '/a' };
const FAILED = { responseBody: '{"status":"failed"}', responseHeaders: { ETag: '"f"' } };
const AGAIN = { ...USAGE, at: 1 };
const LIST = { route: 'GET /v1/assets', path: '/v1/assets' };
const ORDER = { route: 'POST /v1/skin/analyses', path: '/v1/skin/analyses', requestBody: '{}', responseHeaders: {} };
const REFUSED_ORDER = { ...UNAUTHORISED, ...ORDER, requestHeaders: { 'idempotency-key': 'one' } };
const OTHER_KEY = { requestHeaders: { 'idempotency-key': 'two' } };
const OTHER_ORDER = { ...OTHER_KEY, requestBody: '{"a":1}' };
const unusable = (key: string) => ({
  ...UNAUTHORISED,
  because: { rule: 'AUTH-401', section: '5.5', compared: { key } },
});
const [UNKNOWN_KEY, ENDED_KEY] = [unusable(UNUSABLE.unknown), unusable(UNUSABLE.ended)];
const LACKS_SCOPE = { ...FORBIDDEN, ...ORDER, because: { rule: 'AUTH-SCOPE-403', section: '5.4', compared: {} } };
const UNKNOWN_PATH = {
  ...{ ...NO_KEY, route: null, status: 404, because: { rule: 'PATH-404', section: '7', compared: {} } },
};
const LONG_KEY = { key: 'pk_live_…a1b2' };
const BUSY_UPLOAD = {
  ...BUSY,
  ...LIST,
  route: 'POST /v1/assets',
  method: 'POST',
  requestBody: '(8 bytes of image/png)',
};
const BUSY_LIST = { ...BUSY, ...LIST, query: 'cursor=a' };
const BUSY_ORDER = {
  ...BUSY,
  ...ORDER,
  responseHeaders: BUSY.responseHeaders,
  requestHeaders: { 'idempotency-key': 'one' },
};
const BUSY_UNTIL = { ...BUSY, ...UNTIL };
const BUSY_NOWHERE = { ...BUSY, ...NOWHERE };
const BUSY_JOBS = { ...BUSY, route: POLL.route };
const NOTHING = { route: null, path: '/v1/assets/undefined', status: 404, responseHeaders: {} };

/** `clock`: how time passes in the world of the exchange; not known by default. `took`: until its answer, in real time. */
type Part = Partial<Exchange> & { machine?: number; took?: number; clock?: Omit<Timing, 'answered'> };

const AUTO: Part = { clock: { mode: 'auto', isAdvancing: false } };
const FROZEN: Part = { clock: { mode: 'frozen', isAdvancing: false } };
const ADVANCING: Part = { clock: { mode: 'frozen', isAdvancing: true } };
const RUNNING: Part = { clock: { mode: 'running', isAdvancing: true } };

/** The rules that a sequence of exchanges breaks. Each exchange is given as its differences from a poll. */
function broken(...parts: Part[]): string[] {
  const memory = emptyAuditMemory();
  const findings = parts.map(({ machine = 0, took = 0, clock, ...part }, index) => {
    const timing = clock === undefined ? null : { ...clock, answered: machine + took };
    return auditExchange(memory, { ...POLL, serial: index + 1, ...part }, machine, timing).findings;
  });
  return findings.flat().map(({ rule }) => rule);
}

describe('auditExchange', () => {
  it.each<[string, Part[], string[]]>([
    ['a first poll', [{}], []],
    ['a poll on time', [{}, LATER], []],
    ['a poll a millisecond early', [{}, { ...LATER, at: 1_999 }], ['poll-too-soon']],
    ['a poll on time by the machine alone', [{}, { ...LATER, at: 0, machine: 2_000 }], []],
    ['a poll by a timer that is a little fast', [{}, { ...LATER, at: 0, machine: 1_985 }], []],
    ['a poll early by the machine', [{}, { ...LATER, at: 0, machine: 1_979 }], ['poll-too-soon']],
    ['a poll on time while the machine’s clock is set back', [{}, { ...LATER, machine: -9_000 }], []],
    ['a poll early after a 304', [{}, LATER, { ...LATER, at: 3_999 }], ['poll-too-soon']],
    ['an early poll of another job', [{}, { path: '/v1/jobs/job_2', at: 1 }], []],
    ['an early poll by another key', [{}, { keyId: 'key_2', at: 1 }], []],
    ['a poll of a terminal job', [{ responseHeaders: { ETag: '"a"' } }, { ...LATER, at: 1 }], []],
    ['a poll of a terminal job that still has a Retry-After', [ENDED, { ...ENDED, at: 1 }], []],
    ['the same, unchanged', [ENDED, { ...LATER, at: 1 }, { ...LATER, at: 2 }], []],
    [
      'an early poll of a job that has ended, as a webhook, a list or a cancel may have shown',
      [{}, { ...ENDED, at: 1 }],
      [],
    ],
    ['early polls before the end', [{}, { at: 1 }, { ...ENDED, at: 2 }], ['poll-too-soon']],
    ['a poll early and without its tag', [{}, { at: 1 }], ['poll-too-soon']],
    ['no tag, which is optional, and the job has not changed', [{}, { at: 2_000 }], []],
    ['an old tag, and the job has not changed', [{}, { at: 2_000, requestHeaders: { 'if-none-match': '"x"' } }], []],
    ['a refused key once', [UNAUTHORISED], []],
    ['a refused key again', [UNAUTHORISED, UNAUTHORISED], ['refused-key-retried']],
    ['a refused key in another request', [UNAUTHORISED, { ...UNAUTHORISED, ...LIST }], []],
    ['a refused key with another query', [UNAUTHORISED, { ...UNAUTHORISED, query: 'from=2026-01-01' }], []],
    ['a refused key for another order', [REFUSED_ORDER, { ...REFUSED_ORDER, ...OTHER_ORDER }], []],
    ['a refused key for the same order', [REFUSED_ORDER, REFUSED_ORDER], ['refused-key-retried']],
    ['a refused key that worked meanwhile', [UNAUTHORISED, { ...USAGE, status: 200 }, UNAUTHORISED], []],
    ['another key that looks the same', [UNAUTHORISED, { ...UNAUTHORISED, keyId: 'key_2' }], []],
    ['no key twice', [NO_KEY, NO_KEY], []],
    ['a refused key that works by now', [UNAUTHORISED, { ...USAGE, status: 200 }], []],
    ['a 403 again', [FORBIDDEN, FORBIDDEN], ['refused-key-retried']],
    ['a refusal that a fault kept from the client', [{ ...FORBIDDEN, fault: 'fault_1' }, FORBIDDEN], []],
    ['a refusal that is a fault, again', [INJECTED, INJECTED], ['refused-key-retried']],
    ['a 403 elsewhere', [FORBIDDEN, { ...FORBIDDEN, ...LIST }], []],
    ['a retry on time', [BUSY, { ...USAGE, at: 2_000 }], []],
    ['a retry early', [BUSY, { ...USAGE, at: 1_999 }], ['retry-too-soon']],
    ['a retry on time by the machine alone', [BUSY, { ...USAGE, at: 0, machine: 2_000 }], []],
    ['a retry early by both clocks', [BUSY, { ...USAGE, at: 1_000, machine: 1_500 }], ['retry-too-soon']],
    ['a retry of what was to be waited for until a date', [BUSY_UNTIL, AGAIN], []],
    ['a poll of what was to be waited for until a date', [UNTIL, { ...LATER, at: 1 }], []],
    ['a retry where no route was met', [BUSY_NOWHERE, { ...AGAIN, ...NOWHERE }], ['retry-too-soon']],
    ['another path where no route was met', [BUSY_NOWHERE, { route: null, path: '/b', at: 1 }], []],
    ['another thing on the same route', [BUSY_JOBS, { path: '/v1/jobs/job_2', at: 1 }], []],
    ['a second retry after a success', [BUSY, { ...USAGE, at: 2_000 }, { ...USAGE, at: 2_001 }], []],
    [
      'a 503 without Retry-After',
      [
        { ...BUSY_NOWHERE, responseHeaders: {} },
        { ...AGAIN, ...NOWHERE },
      ],
      [],
    ],
    ['another route meanwhile', [BUSY, { at: 1 }], []],
    ['a request for nothing', [NOTHING], []],
    ['a request for nothing after a failed job', [FAILED, NOTHING], ['failed-output-read']],
    [
      'the content of null after a failed job',
      [FAILED, { ...NOTHING, path: '/v1/assets/null/content' }],
      ['failed-output-read'],
    ],
    ['a real asset after a failed job', [FAILED, { ...NOTHING, path: '/v1/assets/asset_null' }], []],
    ['a request for nothing by another client', [FAILED, { ...NOTHING, keyId: 'key_2' }], []],
    ['a key in the query', [{ query: 'a=1&key=pk_test_…' }], ['key-in-url']],
    ['another query', [{ query: 'key=sk_test_1' }], []],
  ])('reports the broken rules of %s', (_, parts, rules) => {
    expect(broken(...parts)).toEqual(rules);
  });

  it.each<[string, Part[], string[]]>([
    ['an auto clock, which may be waiting for another job', [AUTO, { ...AUTO, ...LATER, at: 0 }], []],
    [
      'an auto clock, which waits no longer than a minute',
      [
        { ...AUTO, ...BUSY },
        { ...AUTO, ...AGAIN },
      ],
      [],
    ],
    ['a clock that was auto', [AUTO, { ...FROZEN, ...LATER, at: 0 }], []],
    ['a clock that has become auto', [FROZEN, { ...AUTO, ...LATER, at: 0 }], []],
    ['a frozen clock', [FROZEN, { ...FROZEN, ...LATER, at: 0 }], ['poll-too-soon']],
    [
      'a frozen clock',
      [
        { ...FROZEN, ...BUSY },
        { ...FROZEN, ...AGAIN },
      ],
      ['retry-too-soon'],
    ],
    [
      'a frozen clock during an advance',
      [
        { ...ADVANCING, ...BUSY },
        { ...ADVANCING, ...AGAIN },
      ],
      [],
    ],
    ['a frozen clock whose advance has ended', [ADVANCING, { ...FROZEN, ...LATER, at: 1 }], []],
    ['a frozen clock whose advance has begun', [FROZEN, { ...ADVANCING, ...LATER, at: 1 }], []],
    ['a running clock', [RUNNING, { ...RUNNING, ...LATER, at: 0 }], ['poll-too-soon']],
  ])('measures pauses only on a clock that a client can wait on: %s', (_, parts, rules) => {
    expect(broken(...parts)).toEqual(rules);
  });

  it.each<[string, Part[], string[]]>([
    [
      'a poll',
      [
        { ...RUNNING, took: 90 },
        { ...RUNNING, ...LATER, at: 40, machine: 40 },
      ],
      [],
    ],
    [
      'a poll that is answered first',
      [
        { ...RUNNING, machine: 40 },
        { ...RUNNING, took: 90 },
      ],
      [],
    ],
    [
      'a request with a key',
      [
        { ...RUNNING, ...UNAUTHORISED, took: 90 },
        { ...RUNNING, ...UNAUTHORISED, machine: 40 },
      ],
      [],
    ],
    [
      'a request to a busy service',
      [
        { ...RUNNING, ...BUSY, took: 90 },
        { ...RUNNING, ...AGAIN, machine: 40 },
      ],
      [],
    ],
  ])('takes %s for no repetition if it was sent before the other was answered', (_, parts, rules) => {
    expect(broken(...parts)).toEqual(rules);
  });

  it.each<[string, Part, string]>([
    ['polls', {}, 'poll-too-soon'],
    ['retries', BUSY, 'retry-too-soon'],
  ])('finds %s at an interval that is shorter than the answers take', (_, part, rule) => {
    const at = (machine: number) => ({ ...RUNNING, ...part, at: machine, machine, took: 150 });
    expect(broken(at(0), at(100), at(200))).toEqual([rule]);
  });

  it.each<[string, Part[], string[]]>([
    ['another order', [{ ...BUSY_ORDER, ...OTHER_ORDER }], []],
    ['the same order under another key', [{ ...BUSY_ORDER, ...OTHER_KEY }], ['retry-too-soon']],
    ['the same order', [BUSY_ORDER], ['retry-too-soon']],
    ['another order without a key', [{ ...BUSY_ORDER, requestHeaders: {}, requestBody: '{"a":1}' }], []],
    ['another upload', [{ ...BUSY_UPLOAD, requestBody: '(9 bytes of image/png)' }], []],
    ['the same upload', [BUSY_UPLOAD], ['retry-too-soon']],
    ['another page', [{ ...BUSY_LIST, query: 'cursor=b' }], []],
    ['the same page', [BUSY_LIST], ['retry-too-soon']],
  ])('takes only the same request for a retry: %s', (_, parts, rules) => {
    expect(broken(BUSY_ORDER, BUSY_UPLOAD, BUSY_LIST, ...parts.map((part) => ({ ...part, at: 1 })))).toEqual(rules);
  });

  it.each<[string, Part[], string[]]>([
    ['an unknown key', [UNKNOWN_KEY], ['refused-request']],
    ['a key that was revoked, and its client learns it now', [ENDED_KEY], []],
    ['a revoked key again', [ENDED_KEY, ENDED_KEY], ['refused-key-retried']],
    ['the key of a world that was removed', [unusable('of the world a, which was removed')], []],
    [
      'a key that worked before',
      [
        { ...USAGE, ...LONG_KEY },
        { ...UNKNOWN_KEY, ...LONG_KEY },
      ],
      [],
    ],
    ['a key that may be another one', [USAGE, UNKNOWN_KEY], ['refused-request']],
    ['a key without the scope', [LACKS_SCOPE], ['refused-request']],
    ['a key whose scope was taken away', [{ ...ORDER, status: 202 }, LACKS_SCOPE], []],
    ['a path of the service', [{ ...UNKNOWN_PATH, path: '/v1/health' }], ['refused-request']],
    ['a path of the service below a base path', [{ ...UNKNOWN_PATH, path: '/api/v1/job' }], ['refused-request']],
    ['a path without /v1, with a key', [{ ...UNKNOWN_PATH, key: 'pk_live_…', path: '/jobs' }], ['refused-request']],
    ['the home page, which a health probe requests', [{ ...UNKNOWN_PATH, path: '/' }], []],
    ['the same, with HEAD', [{ ...UNKNOWN_PATH, method: 'HEAD', path: '/' }], []],
    ['the health of the server', [{ ...UNKNOWN_PATH, path: '/health' }], []],
    ['the icon that a browser requests', [{ ...UNKNOWN_PATH, path: '/favicon.ico' }], []],
  ])('blames a client for a refusal that it could have known: %s', (_, parts, rules) => {
    expect(broken(...parts)).toEqual(rules);
  });

  it('reports the serial and the time of the exchange', () => {
    const { findings } = auditExchange(emptyAuditMemory(), { ...POLL, serial: 7, at: 1_500, query: 'pk_live_…' }, 0);
    const [finding] = findings;
    expect(finding).toMatchObject({ exchange: 7, at: '1970-01-01T00:00:01.500Z' });
  });
});

describe('the memory of the audit', () => {
  it('is limited, and keeps the latest entries', () => {
    const memory = emptyAuditMemory();
    const poll = (number: number) => auditExchange(memory, { ...POLL, path: `/v1/jobs/job_${number}` }, 0).findings;
    for (let number = 0; number < 10_050; number += 1) poll(number);
    expect(memory.polls.size).toBe(10_000);
    expect([poll(10_049).length > 0, poll(0)]).toEqual([true, []]);
  });
});
