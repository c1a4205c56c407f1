import { median } from '../../shared/median.ts';
import { durationText } from '../../shared/report/lines.ts';
import { isAsTheyAre } from '../target/pictures/pictures.ts';
import type { Report } from './report.ts';

/** The duration of shorter runs needs no explanation. */
const LONG = 15_000;
/** Below this average number of parallel instances, they effectively ran one at a time. */
const SIDE_BY_SIDE = 1.5;

/**
 * A line about the duration of a run: what it took without real waits and, if it was long, why: whether scenarios ran
 * one at a time, and how fast the answers were. Null if there is nothing to explain.
 */
export function paceText(report: Report): string | null {
  const parts = [...waitsOf(report), ...whyLong(report)];
  return parts.length === 0 ? null : `It took ${durationText(report.took)}: ${parts.join('; ')}`;
}

function waitsOf({ without_waits }: Report): string[] {
  if (without_waits === undefined) return [];
  const { scenarios, took } = without_waits;
  return [`${durationText(took)} without ${scenarios.join(', ')}, which waits in real time in parallel`];
}

function whyLong({ took, instances, drivers, target }: Report): string[] {
  const played = instances.filter(({ tape }) => tape.length > 0);
  if (took < LONG || played.length === 0) return [];
  const times = played.flatMap(({ tape }) =>
    tape.flatMap((entry) => (entry.kind === 'exchange' ? [entry.exchange.took] : [])),
  );
  const wide = played.reduce((sum, one) => sum + one.took, 0) / took;
  const shared = drivers.includes('clock')
    ? ', because the clock is shared (with a clock for each account, they go side by side)'
    : '';
  const rate = target.connection?.rate ?? null;
  return [
    ...(wide < SIDE_BY_SIDE ? [`scenarios ran one at a time${shared}`] : []),
    ...(rate === null ? [] : [`at most ${rate} requests a second were sent`]),
    ...(times.length === 0 ? [] : [`answers took ${durationText(median(times))} in the median`]),
  ];
}

/** The uploaded pictures if they differ from the built-in ones; otherwise null. */
export function picturesText({ pictures }: Pick<Report, 'pictures'>): string | null {
  if (pictures === undefined || isAsTheyAre(pictures)) return null;
  const { taken, own, shortest_side, longest_side } = pictures;
  if (!taken)
    return 'The server took none of the pictures that were tried, of 25 to 2400 pixels: name one that it takes under target.data.face.';
  if (own) return 'The server took none of our pictures, so that all were made of target.data.face.';
  return `The server does not accept all test pictures: they were generated again with sides of ${shortest_side} to ${longest_side} pixels.`;
}
