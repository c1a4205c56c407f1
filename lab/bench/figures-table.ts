import { type Figure, type LastRun, ofLimit, timesWorse, type Unit } from './figure.ts';
import { tableText } from './table.ts';

/** Beyond so many times as much a figure got slower, and does not only lie otherwise. */
const SLOWER = 1.15;

/** All figures in one table, how they stand to their limits first; what misses one, and what got slower, in words below it. */
export function figuresReport(figures: readonly Figure[], last: LastRun | null, machine: string): string {
  const lines = [missed(figures), ...(last === null ? [] : [slower(figures, last, machine)])];
  return [tableText(HEADER, rowsOf(figures, last)), ...lines].join('\n\n');
}

const HEADER = ['of limit', 'figure', 'value', 'limit', 'last run', 'beside'];

export function rowsOf(figures: readonly Figure[], last: LastRun | null): string[][] {
  return figures.map((figure) => {
    const { name, value, unit, limit, better, beside } = figure;
    const ratio = ofLimit(figure);
    const before = last?.figures[name];
    return [
      ratio === null ? '' : ratioText(ratio),
      name,
      valueText(value, unit),
      limit === null ? '' : `${better === 'more' ? '>=' : '<='} ${valueText(limit, unit)}`,
      before === undefined ? '' : valueText(before, unit),
      Object.entries(beside)
        .map(([what, much]) => `${what} ${much}`)
        .join(', '),
    ];
  });
}

function ratioText(ratio: number): string {
  return `${ratio > 99 ? '>99' : ratio.toFixed(2)}${ratio < 1 ? ' NO' : ''}`;
}

export function valueText(value: number, unit: Unit): string {
  if (unit === 'of') return value.toFixed(2);
  const text = Math.abs(value) < 100 ? value.toFixed(1) : Math.round(value).toLocaleString('en');
  return `${text} ${unit}`;
}

function missed(figures: readonly Figure[]): string {
  const asked = figures.filter(({ limit }) => limit !== null);
  const names = asked.filter((one) => (ofLimit(one) ?? 1) < 1).map(({ name }) => name);
  if (names.length === 0) return `All ${asked.length} limits are reached.`;
  return `${names.length} of ${asked.length} limits are missed: ${names.join('; ')}.`;
}

/** On another machine the shares alone can be compared. */
function slower(figures: readonly Figure[], last: LastRun, machine: string): string {
  const isSame = last.machine === machine;
  const compared = figures.filter(({ name, unit }) => last.figures[name] !== undefined && (isSame || unit === 'of'));
  const worse = compared.flatMap((one) => {
    const before = last.figures[one.name] ?? 0;
    const times = timesWorse(one, before);
    return times > SLOWER
      ? [`${one.name} (${valueText(before, one.unit)}, now ${valueText(one.value, one.unit)})`]
      : [];
  });
  const run = `the last run that was kept (${last.day}, ${isSame ? 'this machine' : `on another machine, by shares alone: ${last.machine}`})`;
  if (worse.length === 0) return `None of ${compared.length} figures got worse than in ${run} by more than 15 %.`;
  return `${worse.length} of ${compared.length} figures got worse than in ${run} by more than 15 %: ${worse.join('; ')}.`;
}
