import { expect, it } from 'vitest';
import type { Exchange } from '../../domain/test-control/exchange.ts';
import { NOTHING_SEEN, type Seen } from '../seen.ts';
import { seenOf } from '../testing/seen-of.ts';
import { judgeExchanges } from './judge-exchanges.ts';

type Part = Partial<Exchange> & { clock?: 'frozen' | 'running' };

const BUSY: Part = { clock: 'frozen', status: 503, responseHeaders: { 'Retry-After': '2' } };
const AGAIN: Part = { clock: 'frozen' };
const pollAt = (at: number): Part => ({
  ...{ clock: 'frozen', at, method: 'GET', route: 'GET /v1/jobs/:id', path: '/v1/jobs/job_1', requestHeaders: {} },
  ...{ requestBody: null, status: 200, responseHeaders: { 'Retry-After': '2' } },
});
/** The polls of a client whose sleep moves the clock of the world, and those of a test that moves it. */
const [MOVED, MOVED_BY_TEST] = [
  [pollAt(0), pollAt(2_000), pollAt(4_000)],
  [pollAt(0), pollAt(3_600_000), pollAt(7_200_000)],
];

/** A run in which the audit reports the pace of the second exchange. */
function early(...parts: Part[]): Seen {
  const rule = parts[0]?.status === 503 ? ('retry-too-soon' as const) : ('poll-too-soon' as const);
  const finding = { rule, says: 'Spec 7: wait.', did: 'called', at: '', world: 'default', exchange: 2 };
  return { ...seenOf(...parts), findings: [finding] };
}
const EARLY_POLLS = [pollAt(0), pollAt(1_000)];

it.each<[string, Seen, Seen, string[]]>([
  ['stands still for a client that is never seen to move it', early(BUSY, AGAIN), NOTHING_SEEN, []],
  ['stands still between what tests do', early(BUSY, AGAIN, ...MOVED_BY_TEST), NOTHING_SEEN, []],
  ['was moved once, perhaps by a test', early(BUSY, AGAIN, pollAt(0), pollAt(2_000)), NOTHING_SEEN, []],
  ['moves where the client waits for jobs', early(BUSY, AGAIN, ...MOVED), NOTHING_SEEN, ['retry-too-soon']],
  ['moves where the client waits in the plain run', early(BUSY, AGAIN), seenOf(...MOVED), ['retry-too-soon']],
  ['was moved, but not far enough', early(BUSY, { ...AGAIN, at: 500 }), NOTHING_SEEN, ['retry-too-soon']],
  ['runs', early({ ...BUSY, clock: 'running' }, { ...AGAIN, clock: 'running' }), NOTHING_SEEN, ['retry-too-soon']],
])('a retry is too soon where the clock %s: %#', (_, seen, plain, wanted) => {
  expect(judgeExchanges(seen, plain, []).map(({ kind }) => kind)).toEqual(wanted);
});

it.each<[string, Seen, Seen, string[]]>([
  ['with a test that moves the clock as in the plain run', early(...EARLY_POLLS), seenOf(...MOVED_BY_TEST), []],
  ['with a client that moves it in the plain run', early(...EARLY_POLLS), seenOf(...MOVED), ['poll-too-soon']],
  ['in the plain run', early(...EARLY_POLLS), NOTHING_SEEN, ['poll-too-soon']],
])('a poll is too soon on a frozen clock %s', (_, seen, plain, wanted) => {
  expect(judgeExchanges(seen, plain, []).map(({ kind }) => kind)).toEqual(wanted);
});
