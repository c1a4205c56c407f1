import type { Readings } from '../../shared/questions/generated/readings.ts';
import { accountOf, type Owner } from './account.ts';
import { type Instant, MINUTE } from './values/time.ts';

/** Reading 28: the submissions in the minute that began at `window`, and the latest ones if there is a limit. */
export type Admission = {
  window: Instant;
  count: number;
  /** The latest submissions, at most as many as the limit allows. */
  recent: readonly Instant[];
  /** The time at which a token bucket is full again. */
  fullAt: Instant;
};

type Window = Readings['admission_window'];

/** Before any instant, and a number that JSON can represent. */
const BEFORE_ALL: Instant = Number.MIN_SAFE_INTEGER;
const NONE: Admission = { window: BEFORE_ALL, count: 0, recent: [], fullAt: BEFORE_ALL };

/** The name under which submissions are counted together: of an API key, an environment or an account. */
export function admissionName({ owner, key }: { owner: Owner; key: string }, of: Readings['admission_owner']): string {
  if (of === 'api_key') return key;
  return of === 'environment' ? owner : `${accountOf(owner)}/`;
}

export function withAdmission(admission: Admission = NONE, limit: number | null, now: Instant): Admission {
  const window = windowOf(now);
  const count = admission.window === window ? admission.count + 1 : 1;
  if (limit === null || limit === 0) return { window, count, recent: NONE.recent, fullAt: NONE.fullAt };
  const recent = [...admission.recent, now].slice(-limit);
  return { window, count, recent, fullAt: Math.max(admission.fullAt, now) + MINUTE / limit };
}

/** When the limit allows another job; null means now. */
export function admissionOpensAt(
  limit: number | null,
  admission: Admission = NONE,
  now: Instant,
  within: Window = 'calendar_minute',
): Instant | null {
  if (limit === null) return null;
  const opensAt = limit === 0 ? windowOf(now) + MINUTE : OPENS_AT[within](limit, admission, now);
  return opensAt > now ? opensAt : null;
}

const OPENS_AT: Record<Window, (limit: number, admission: Admission, now: Instant) => Instant> = {
  calendar_minute: (limit, { window, count }, now) =>
    window === windowOf(now) && count >= limit ? window + MINUTE : now,
  sliding_minute: (limit, { recent }) => (recent.length < limit ? 0 : (recent[0] ?? 0) + MINUTE),
  /** A bucket that holds as many tokens as the limit, and regains one every `MINUTE / limit`. */
  token_bucket: (limit, { fullAt }) => Math.ceil(fullAt + MINUTE / limit - MINUTE),
};

function windowOf(now: Instant): Instant {
  return Math.floor(now / MINUTE) * MINUTE;
}
