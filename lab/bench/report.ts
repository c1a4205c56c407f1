import { type Figure, figure } from './figure.ts';
import { KINDS } from './heat.ts';
import type { RowResult } from './rounds.ts';
import type { Starts } from './start-up.ts';
import { megabytes, whole } from './table.ts';

/** The numbers to reach that are not a row's own. */
const PAGE_TIMES = 1.2;
const START_TIMES_BARE = 1.6;
const IDLE_MEGABYTES = 75;

/** How many requests are answered, beside the others; and what one costs, which other work on the machine changes less. */
export function rowFigures({ row, medians }: RowResult): Figure[] {
  const { bare, least, emulator, peers } = medians;
  const { title, reach } = row;
  const others = Object.entries(peers).map(([peer, rate]) => [peer, `${whole(rate ?? 0)} /s`]);
  const own = KINDS.map((kind) => [kind, `${whole(medians[kind].perSecond)} /s`]);
  const costs = KINDS.map((kind) => [kind, `${whole(medians[kind].cpuMicroseconds)} µs`]);
  const share = (of: string) => `${title}: share of ${of}`;
  const [ofBare, ofLeast] = [emulator.perSecond / bare.perSecond, emulator.perSecond / least.perSecond];
  return [
    figure(share('bare'), [ofBare, 'of'], { atLeast: reach?.ofBare }, Object.fromEntries([...own, ...others])),
    figure(share('least'), [ofLeast, 'of'], { atLeast: reach?.ofLeast }),
    figure(
      `${title}: share of the CPU of bare`,
      [bare.cpuMicroseconds / emulator.cpuMicroseconds, 'of'],
      {},
      Object.fromEntries(costs),
    ),
  ];
}

/** How much longer a page takes in the longest list than in the shortest; nothing where only one was run. */
export function pageFigures(results: readonly RowResult[]): Figure[] {
  const lists = results.filter(({ row }) => row.assets > 0).sort((left, right) => left.row.assets - right.row.assets);
  const [short, long] = [lists[0], lists.at(-1)];
  if (short === undefined || long === undefined || short === long) return [];
  const times = short.medians.emulator.perSecond / long.medians.emulator.perSecond;
  const name = `a page of ${whole(long.row.assets)}: times as long as one of ${whole(short.row.assets)}`;
  return [figure(name, [times, 'of'], { atMost: PAGE_TIMES })];
}

export function startFigures(starts: Starts): Figure[] {
  const { bare, Hono, emulator } = starts;
  const beside = Object.entries(starts).map(([name, took]) => [name, `${whole(took ?? 0)} ms`]);
  return [
    figure(
      'start: times as long as bare',
      [emulator / bare, 'of'],
      { atMost: START_TIMES_BARE },
      Object.fromEntries(beside),
    ),
    figure('start: times as long as Hono', [emulator / Hono, 'of'], { atMost: 1 }),
  ];
}

export function memoryFigures({
  row: { title, assets },
  memory: { atStart, ready, now, answers },
}: RowResult): Figure[] {
  const inMegabytes = atStart / 1024 / 1024;
  const beside = { 'set up': megabytes(ready), [`after ${whole(answers)} answers`]: megabytes(now) };
  const asked = assets === 0 ? { atMost: IDLE_MEGABYTES } : { better: 'less' as const };
  return [figure(`${title}: memory at start`, [inMegabytes, 'MB'], asked, beside)];
}
