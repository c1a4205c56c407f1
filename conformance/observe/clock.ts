import { parseInstant } from '../../shared/expression/quantities.ts';
import { isMap } from '../../shared/is-map.ts';
import { viewOf } from '../effects/http/view.ts';
import { routeOf } from '../target/routes.ts';
import type { Passing } from './traffic.ts';

/** The maximum and the minimum time in milliseconds on the server's clock since the first answer. */
export type Bounds = { passed: number; least: number };

/** The time that may pass on a movable clock between two answers that show no time: 300 years. */
const AGES = 1e13;

/**
 * The server's time at each exchange, whatever clock it has: at least the latest time that an answer has shown, and at
 * most that of the next accepted job. After the last one, nothing is known.
 */
export function boundsOf(passings: readonly Passing[]): Bounds[] {
  const times = passings.map(timesIn);
  const base = times.flatMap(({ shown }) => shown)[0] ?? 0;
  let latest = base;
  const least = times.map(({ shown }) => {
    latest = shown.reduce((one, other) => Math.max(one, other), latest);
    return latest - base;
  });
  const passed: number[] = [];
  let next: { time: number; began: number } | null = null;
  for (let index = passings.length - 1; index >= 0; index -= 1) {
    const { made = null } = times[index] ?? {};
    const { at, took } = passings[index]?.exchange ?? { at: 0, took: 0 };
    const isBefore: boolean = next !== null && at + took <= next.began;
    const bound: number = isBefore && next !== null ? next.time - base : AGES * (index + 1);
    passed[index] = made === null ? bound : Math.min(bound, made - base);
    if (made !== null && (next === null || made < next.time)) next = { time: made, began: at };
  }
  return passings.map((_, index) => ({
    least: least[index] ?? 0,
    passed: Math.max(passed[index] ?? 0, least[index] ?? 0),
  }));
}

/** When the job of an accepted submission was created; null for other exchanges. */
export function acceptedAt(passing: Passing): number | null {
  return timesIn(passing).made;
}

function timesIn({ exchange, missing }: Passing): { shown: number[]; made: number | null } {
  const { status, body } = viewOf(exchange);
  if (missing !== null || status === null || status >= 300 || !isMap(body)) return { shown: [], made: null };
  const [created, ...others] = [body['created_at'], body['updated_at'], body['as_of']].map(parseInstant);
  const route = routeOf(exchange.request.method, exchange.request.url)?.name;
  const shown = [created, ...others].filter((time): time is number => typeof time === 'number');
  return { shown, made: route === 'submit' && status === 202 ? (created ?? null) : null };
}
