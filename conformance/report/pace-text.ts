import type { Report } from './report.ts';
import { durationText } from './terminal/lines.ts';

/** Runs that are shorter nobody asks about. */
const LONG = 15_000;
/** Instances side by side, below which they went one at a time in fact. */
const SIDE_BY_SIDE = 1.5;

/** Why a run took long, in one line, or null where it did not: what went one at a time, and how fast the answers came. */
export function paceText({ took, instances, drivers, target }: Report): string | null {
  const played = instances.filter(({ tape }) => tape.length > 0);
  if (took < LONG || played.length === 0) return null;
  const times = played.flatMap(({ tape }) =>
    tape.flatMap((entry) => (entry.kind === 'exchange' ? [entry.exchange.took] : [])),
  );
  const [median] = [...times].sort((a, b) => a - b).slice(Math.floor(times.length / 2));
  const wide = played.reduce((sum, one) => sum + one.took, 0) / took;
  const shared = drivers.includes('clock')
    ? ', because the clock is shared (with a clock for each account, they go side by side)'
    : '';
  const rate = target.connection?.rate ?? null;
  const parts = [
    ...(wide < SIDE_BY_SIDE ? [`scenarios ran one at a time${shared}`] : []),
    ...(rate === null ? [] : [`at most ${rate} requests a second were sent`]),
    ...(median === undefined ? [] : [`answers took ${durationText(median)} in the median`]),
  ];
  return parts.length === 0 ? null : `It took ${durationText(took)}: ${parts.join('; ')}`;
}
