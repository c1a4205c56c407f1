import { KINDS } from './heat.ts';
import type { RowResult } from './rounds.ts';
import type { Starter } from './start-up.ts';
import { megabytes, share, tableText, whole, yesOrNo } from './table.ts';

/** The numbers to reach that are not a row's own. */
const PAGE_TIMES = 1.2;
const START_TIMES_BARE = 1.6;
const IDLE_MEGABYTES = 75;

export function rateReport(results: readonly RowResult[]): string {
  const header = ['requests per second', ...KINDS, 'of bare', 'of least', 'to reach', 'reached'];
  return tableText(header, results.map(rateLine));
}

function rateLine({ row, medians: { bare, least, emulator } }: RowResult): string[] {
  const rates = [bare, least, emulator].map(({ perSecond }) => whole(perSecond));
  const shareOfBare = emulator.perSecond / bare.perSecond;
  const shareOfLeast = emulator.perSecond / least.perSecond;
  const cells = [row.title, ...rates, share(shareOfBare), share(shareOfLeast)];
  if (row.reach === null) return [...cells, '', ''];
  const { ofBare, ofLeast = 0 } = row.reach;
  const wanted = `>= ${share(ofBare)} of bare${ofLeast > 0 ? `, >= ${share(ofLeast)} of least` : ''}`;
  return [...cells, wanted, yesOrNo(shareOfBare >= ofBare && shareOfLeast >= ofLeast)];
}

/** What an answer costs each server. Other work on the machine changes it less than it changes the rates. */
export function costReport(results: readonly RowResult[]): string {
  const lines = results.map(({ row, medians: { bare, least, emulator } }) => {
    const costs = [bare, least, emulator].map(({ cpuMicroseconds }) => whole(cpuMicroseconds));
    const shares = [bare, least].map(({ cpuMicroseconds }) => share(cpuMicroseconds / emulator.cpuMicroseconds));
    return [row.title, ...costs, ...shares];
  });
  return tableText(['microseconds of CPU per request', ...KINDS, 'of bare', 'of least'], lines);
}

/** How much longer a page takes in the longest list than in the shortest; nothing where only one was run. */
export function pageReport(results: readonly RowResult[]): string | null {
  const lists = results.filter(({ row }) => row.assets > 0).sort((left, right) => left.row.assets - right.row.assets);
  const [short, long] = [lists[0], lists.at(-1)];
  if (short === undefined || long === undefined || short === long) return null;
  const times = short.medians.emulator.perSecond / long.medians.emulator.perSecond;
  const cells = [`a page of ${whole(long.row.assets)} over one of ${whole(short.row.assets)}`, share(times)];
  return tableText(
    ['times as long', 'emulator', 'to reach', 'reached'],
    [[...cells, `<= ${share(PAGE_TIMES)}`, yesOrNo(times <= PAGE_TIMES)]],
  );
}

export function startReport({ bare, hono, emulator }: Record<Starter, number>): string {
  const isReached = emulator / bare <= START_TIMES_BARE && emulator < hono;
  const figures = [bare, hono, emulator].map(whole).concat(share(emulator / bare), share(emulator / hono));
  return tableText(
    ['milliseconds', 'bare', 'Hono', 'emulator', 'of bare', 'of Hono', 'to reach', 'reached'],
    [['spawn to first 200', ...figures, `<= ${share(START_TIMES_BARE)} of bare, < Hono`, yesOrNo(isReached)]],
  );
}

export function memoryReport(results: readonly RowResult[]): string {
  const lines = results.map(({ row, memory: { atStart, ready, now, answers } }) => {
    const isIdle = row.assets === 0;
    const wanted = isIdle
      ? [`<= ${IDLE_MEGABYTES} at start`, yesOrNo(atStart / 1024 / 1024 <= IDLE_MEGABYTES)]
      : ['', ''];
    return [row.title, megabytes(atStart), megabytes(ready), megabytes(now), whole(answers), ...wanted];
  });
  return tableText(
    ['megabytes of the emulator', 'at start', 'set up', 'at end', 'answers', 'to reach', 'reached'],
    lines,
  );
}
