import type { Path } from '../../../shared/expression/paths.ts';
import { parseDuration, parseInstant } from '../../../shared/expression/quantities.ts';
import type { Node } from '../yaml/node.ts';
import { type Check, type Finding, heldIf, joined, type Run, type Target, untested, violated } from './finding.ts';
import { DURATION, parseTolerance, type Tolerance } from './operators/measure.ts';
import { listParser, type Operand, parsedOperand } from './operators/operand.ts';
import { type Context, NEVER_RUN, refuse, type Use } from './operators/operator.ts';
import { pathAt, readOptions } from './operators/options.ts';
import { elementsOf, follow } from './paths.ts';

type Gap = { from: Target; to: Target; nominal: number };
type Room = { jitter: number; slack: number };

/** The waits from one element to the next, each near its nominal length. There may be fewer waits than nominal ones. */
export function gapsOf({ node, place, beside, context }: Use): Check {
  const near = beside('near');
  if (near === undefined)
    return refuse(context, place, 'gaps_of needs `near` beside it, such as near: {nominal: [1m, 5m]}');
  const options = readOptions(near, { required: ['nominal'], optional: ['jitter', 'slack'] }, context);
  if (options?.nominal === undefined) return NEVER_RUN;
  const path = pathAt(node, context);
  const nominal = parsedOperand(options.nominal, context, listParser(parseDuration), 'a list of durations');
  const room = roomOf(options, context);
  return (target, run) => judgeGaps(target, { path, nominal: nominal(run), room: room(run) });
}

function roomOf(options: { jitter?: Node; slack?: Node }, context: Context): Operand<Room> {
  const none: Operand<Tolerance> = () => ({ text: '0', of: () => 0 });
  const { jitter, slack } = options;
  const part = jitter === undefined ? none : parsedOperand(jitter, context, parseTolerance, 'a percentage such as 20%');
  const length = slack === undefined ? () => 0 : parsedOperand(slack, context, parseDuration, DURATION);
  return (run: Run) => ({ jitter: part(run).of(1), slack: length(run) });
}

function judgeGaps(
  target: Target,
  { path, nominal, room }: { path: Path; nominal: readonly number[]; room: Room },
): Finding {
  if (!Array.isArray(target.value)) return violated(target, 'a list');
  const elements = elementsOf(target.value, target.pointer).flatMap((element) => follow(path, element).targets);
  if (elements.length < 2) return untested('there are fewer than two elements, so there is no gap between them');
  const gaps = elements.slice(1, nominal.length + 1).map((to, index): Gap => {
    return { from: elements[index] ?? to, to, nominal: nominal[index] ?? 0 };
  });
  const count = elements.length - 1;
  const isFew = heldIf(count <= nominal.length, { ...target, value: count }, () => `at most ${nominal.length} gaps`);
  return joined([...gaps.map((gap) => judgeGap(gap, room)), isFew]);
}

function judgeGap({ from, to, nominal }: Gap, { jitter, slack }: Room): Finding {
  const [start, end] = [timeOf(from), timeOf(to)];
  if (start === null || end === null) return violated(start === null ? from : to, 'an instant');
  const [least, most] = [nominal * (1 - jitter) - slack, nominal * (1 + jitter) + slack];
  const gap = end - start;
  const words = () => `${seconds(least)} to ${seconds(most)} after ${from.pointer}, not ${seconds(gap)}`;
  return heldIf(gap >= least && gap <= most, to, words);
}

function timeOf({ value }: Target): number | null {
  return typeof value === 'string' ? parseInstant(value) : null;
}

function seconds(milliseconds: number): string {
  return `${Math.round(milliseconds) / 1000} s`;
}
