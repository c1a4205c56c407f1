import { expect, it } from 'vitest';
import type { Operation } from '../../sessions/operation.ts';
import type { Played, Seen } from '../play-session.ts';
import { livesIn } from './lives.ts';
import { namesIn } from './names.ts';

const UPLOADED = { id: 'asset_1', created_at: '2026-01-01T00:00:00Z', expires_at: '2026-01-02T00:00:00Z' };

function livesAfter(...more: Operation[]) {
  const last: Operation = { nth: 9, does: 'read', thing: 'asset', of: 0 };
  const operations: Operation[] = [{ nth: 0, does: 'upload', picture: 'face' }, ...more, last];
  const seen = new Map<string, Seen>([['s0', { step: 's0', subject: { status: 201, body: UPLOADED }, exchanges: [] }]]);
  const ended: Played['ended'] = { outcome: 'done', reason: null, detail: null };
  const played: Played = { seen, order: [], evidence: [], tape: [], ended };
  const lives = livesIn(operations, played, namesIn(operations, played));
  return [lives.isThere('asset 0', 9), lives.isGone('asset 0', 9)];
}

const wait = (length: string): Operation => ({ nth: 1, does: 'wait', for: length });
const end = (by: number): Operation => ({ nth: 2, does: 'wait for its end', of: 0, by });

it.each([
  ['is there', [], [true, false]],
  ['is there after 23 hours', [wait('23h')], [true, false]],
  ['may be there or not after a day', [wait('24h')], [false, false]],
  ['is gone after 26 hours', [wait('26h')], [false, true]],
  ['is there half a minute before its end', [end(-30)], [true, false]],
  ['is gone half a minute after it', [end(30)], [false, true]],
  ['may be there or not where the end may have been before', [wait('24h'), end(-30)], [false, false]],
] as [string, Operation[], boolean[]][])('An upload that is kept for a day %s', (_, operations, expected) => {
  expect(livesAfter(...operations)).toEqual(expected);
});

it('A job that was not seen to end may have ended long before it was seen', () => {
  const job = (status: string, completed_at: string | null) => ({
    ...{ id: 'job_1', status, completed_at, created_at: '2026-01-01T00:00:00Z' },
    expires_at: completed_at === null ? null : '2026-01-02T00:00:00Z',
  });
  const again: Operation = { nth: 2, does: 'submit', product: 'skin.analyze', of: 0, body: { concerns: [] }, claim: 0 };
  const operations: Operation[] = [{ ...again, nth: 0 }, wait('26h'), again, { nth: 3, does: 'cancel', of: 0 }];
  const answers = { s0: job('queued', null), s2: job('succeeded', '2026-01-01T00:00:00Z') };
  const seen = new Map<string, Seen>(
    Object.entries(answers).map(([step, body]) => [step, { step, subject: { status: 200, body }, exchanges: [] }]),
  );
  const ended: Played['ended'] = { outcome: 'done', reason: null, detail: null };
  const played: Played = { seen, order: [], evidence: [], tape: [], ended };
  expect(livesIn(operations, played, namesIn(operations, played)).isThere('job 0', 3)).toBe(false);
});
