import type { Instant } from '../values/time.ts';

/** Which of the matching requests a plan or a fault affects. All given conditions must hold. */
export type Trigger = {
  nth: number | null;
  every: number | null;
  times: number | null;
  /** Only between these instants; the second one is exclusive. */
  between: readonly [Instant, Instant] | null;
};

/** How often it matched, and how often it took effect. */
export type Count = { matched: number; hits: number };

function takesEffect(trigger: Trigger, count: Count, now: Instant): boolean {
  const match = count.matched + 1;
  if (trigger.nth !== null && match !== trigger.nth) return false;
  if (trigger.every !== null && match % trigger.every !== 0) return false;
  if (trigger.times !== null && count.hits >= trigger.times) return false;
  return trigger.between === null || (now >= trigger.between[0] && now < trigger.between[1]);
}

/** Whether no later match can take effect. */
export function isSpent(trigger: Trigger, count: Count): boolean {
  if (trigger.nth !== null && count.matched >= trigger.nth) return true;
  return trigger.times !== null && count.hits >= trigger.times;
}

type Triggered = { trigger: Trigger; count: Count };

/** Counts a match for every row that matches; the first row whose trigger allows it takes effect. */
export function countMatches<Row extends Triggered>(
  rows: readonly Row[],
  matches: (row: Row) => boolean,
  now: Instant,
): { counted: readonly Row[]; chosen: Row | undefined } {
  const chosen = rows.find((row) => matches(row) && takesEffect(row.trigger, row.count, now));
  const counted = rows.map((row) => {
    if (!matches(row)) return row;
    return { ...row, count: { matched: row.count.matched + 1, hits: row.count.hits + (row === chosen ? 1 : 0) } };
  });
  return { counted, chosen };
}
