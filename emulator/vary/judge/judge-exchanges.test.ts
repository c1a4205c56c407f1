import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../domain/test-control/exchange.ts';
import { NOTHING_SEEN } from '../seen.ts';
import { seenOf, underKey } from '../testing/seen-of.ts';
import { judgeExchanges } from './judge-exchanges.ts';

const LOST = { fault: 'fault_1' };
const because = (effect: string) => ({ rule: 'FAULT', section: '-', compared: { effect } });
const BUSY = { ...LOST, status: 503, responseHeaders: { 'Retry-After': '1' }, because: because('error') };
const TAKEN_AND_BUSY = { ...BUSY, because: because('commit_then_error') };
const LIMITED = { ...BUSY, status: 429 };
const [ONE, TWO, THREE] = [underKey('one'), underKey('two'), underKey('three')];
const OTHER = { requestBody: '{"inputs":[{"asset_id":"asset_2"}]}' };
const POLL = {
  method: 'GET',
  route: 'GET /v1/jobs/:id',
  path: '/v1/jobs/job_1',
  requestHeaders: {},
  requestBody: null,
};
const NOWHERE = { ...POLL, path: '/v1/jobs/undefined', status: 404 };
const UNKNOWN = { ...POLL, route: null, path: '/v1/v1/jobs/job_9', status: 404 };

type Part = Partial<Exchange> & { world?: string; emulator?: string };
const kinds = (seen: Part[], plain: Part[] = [{}], ignore: string[] = []) =>
  judgeExchanges(seenOf(...seen), seenOf(...plain), ignore).map(({ kind }) => kind);

describe('what exchanges prove', () => {
  it.each<[string, Part[], string[]]>([
    ['a lost answer, repeated under its key', [LOST, { ...ONE, status: 200 }], []],
    ['a lost answer, repeated under another key', [LOST, TWO], ['second-job']],
    ['a 503 behind an accepted job, repeated under another key', [TAKEN_AND_BUSY, TWO], ['second-job']],
    ['a 503, repeated under another key', [BUSY, TWO], ['retry-with-new-key']],
    ['a 503, repeated under its key', [BUSY, ONE], []],
    ['a lost answer, repeated under another key and under its own', [LOST, TWO, ONE], []],
    ['a 429, repeated under another key: it was not taken', [LIMITED, TWO], []],
    ['a lost answer, and then another request', [LOST, { ...TWO, ...OTHER }], []],
    ['a lost answer, and the same in another world', [LOST, { ...TWO, world: 'world-2' }], []],
    ['a lost answer, and the same in another emulator', [LOST, { ...TWO, emulator: 'other' }], []],
    ['a lost answer, and the same by another key of the API', [LOST, { ...TWO, keyId: 'key_2' }], []],
    ['a 503 that is never tried again', [BUSY], ['no-later-try']],
    ['a 503 that was tried again, and answered with 503 again', [BUSY, BUSY], []],
    ['two of them, of which one was tried again', [BUSY, BUSY, { ...BUSY, ...OTHER, ...TWO }], ['no-later-try']],
    ['a 503 without Retry-After', [{ ...BUSY, responseHeaders: {} }], []],
    ['a 503 of the suite itself', [{ ...BUSY, fault: null }], []],
    [
      'a poll that is never tried again',
      [
        { ...POLL, ...BUSY },
        { ...POLL, path: '/v1/jobs/job_2' },
      ],
      ['no-later-try'],
    ],
    ['a poll that is tried again', [{ ...POLL, ...BUSY }, POLL], []],
    ['a poll of nothing', [NOWHERE], ['address-never-given']],
    ['a path that is none', [UNKNOWN], ['address-never-given']],
  ])('about %s', (_, seen, proven) => {
    expect(kinds(seen)).toEqual(proven);
  });

  it('is no poll given up if an event or a cancel showed the end of the job', () => {
    const poll = { ...POLL, ...BUSY };
    const event = { world: 'default', type: 'job.failed', attempt: 1, headers: {}, body: '{"id":"job_1"}', secret: '' };
    const plain = seenOf({});
    expect(judgeExchanges({ ...seenOf(poll), deliveries: [event] }, plain, [])).toEqual([]);
    const cancelled = {
      ...POLL,
      route: 'POST /v1/jobs/:id/cancel',
      responseBody: '{"status":"cancelled"}',
      status: 200,
    };
    expect(kinds([poll, cancelled])).toEqual([]);
  });

  it('is nothing that the plain run does as well', () => {
    expect(kinds([NOWHERE, UNKNOWN], [NOWHERE, { ...UNKNOWN, path: '/v1/v1/jobs/job_1' }])).toEqual([]);
  });

  it('is no second job if the tests repeat submissions themselves, unless there are more keys', () => {
    expect(kinds([LOST, TWO], [{}, TWO])).toEqual([]);
    expect(kinds([LOST, TWO, THREE], [{}, TWO])).toEqual(['second-job']);
  });

  it('excludes what is ignored', () => {
    expect(kinds([BUSY], [{}], ['no-later-try'])).toEqual([]);
  });

  it('includes findings of the audit, except refusals', () => {
    const says = 'Spec 8: wait as long as Retry-After says before the next poll of a job.';
    const found = { says, did: 'polled /v1/jobs/job_1 after 40 ms', exchange: 4, at: '', world: 'default' };
    const findings = [
      { ...found, rule: 'poll-too-soon' as const },
      { ...found, rule: 'poll-too-soon' as const, exchange: 5 },
      { ...found, rule: 'refused-request' as const },
    ];
    const seen = { ...NOTHING_SEEN, findings };
    expect(judgeExchanges(seen, NOTHING_SEEN, [])).toEqual([
      {
        kind: 'poll-too-soon',
        section: '8',
        says: 'it broke the rule “wait as long as Retry-After says before the next poll of a job”',
        count: 2,
        exchanges: ['#4 polled /v1/jobs/job_1 after 40 ms'],
      },
    ]);
    expect(judgeExchanges(seen, seen, [])).toEqual([]);
  });

  it('is shown with the exchanges that prove it', () => {
    const [proof] = judgeExchanges(seenOf(LOST, TWO), seenOf({}), []);
    expect(proof).toMatchObject({ section: '4.2', count: 1 });
    expect(proof?.exchanges).toEqual([
      '#1 POST /v1/skin/analyses (Idempotency-Key one) → 202, and did not arrive, injected',
      '#2 POST /v1/skin/analyses (Idempotency-Key two) → 202',
    ]);
  });
});
