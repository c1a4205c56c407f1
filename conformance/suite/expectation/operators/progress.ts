import { MissingValue } from '../../../../shared/expression/scope.ts';
import { isMap } from '../../../../shared/is-map.ts';
import { type Finding, HELD, joined, type Target, valueText, violated } from '../finding.ts';
import { memberOf } from '../paths.ts';
import { sameAs } from './same-as.ts';

const FROZEN = ['id', 'operation', 'created_at', 'inputs', 'livemode'];
const FROZEN_WHEN_DONE = ['output', 'error', 'completed_at', 'expires_at'];
const RANKS: Readonly<Record<string, number>> = { queued: 0, running: 1, succeeded: 2, failed: 2, cancelled: 2 };
const DONE = 2;

/**
 * Checks that a Job is the same as an earlier one, or a later state of it. Its identity never changes, its status only
 * moves forward, and once the status is terminal, its result never changes.
 */
export function progressOf(earlier: unknown, target: Target): Finding {
  if (!isMap(earlier) || rankOf(earlier['status']) === null) throw new MissingValue('an earlier Job');
  if (!isMap(target.value)) return violated(target, 'a Job');
  const isDone = rankOf(earlier['status']) === DONE;
  const frozen = isDone ? [...FROZEN, ...FROZEN_WHEN_DONE] : FROZEN;
  return joined([
    ...frozen.map((name) => sameAs(earlier[name], memberOf(target, name), before)),
    forward(earlier['status'], memberOf(target, 'status')),
    notEarlier(earlier['updated_at'], memberOf(target, 'updated_at')),
  ]);
}

function before(value: unknown): string {
  return `as in the earlier answer: ${valueText(value)}`;
}

function forward(earlier: unknown, target: Target): Finding {
  const [from, to] = [rankOf(earlier), rankOf(target.value)];
  if (to === null) return violated(target, `one of ${Object.keys(RANKS).join(', ')}`);
  if (from === DONE) return sameAs(earlier, target, () => `still ${valueText(earlier)}, which is terminal`);
  return from === null || to >= from ? HELD : violated(target, `${valueText(earlier)} or what follows it`);
}

function rankOf(status: unknown): number | null {
  return typeof status === 'string' && Object.hasOwn(RANKS, status) ? (RANKS[status] ?? null) : null;
}

function notEarlier(earlier: unknown, target: Target): Finding {
  const [from, to] = [timeOf(earlier), timeOf(target.value)];
  return from === null || to === null || to >= from
    ? HELD
    : violated(target, `not before ${valueText(earlier)}`, earlier);
}

function timeOf(value: unknown): number | null {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
