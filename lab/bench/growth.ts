import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Line, plotSvg } from './plot.ts';
import { tableText, whole } from './table.ts';
import { runScript } from './virtual-time.ts';

const FOLDER = fileURLToPath(new URL('../../docs/speed', import.meta.url));
const JOBS = [100, 1_000, 10_000, 100_000];
const FEW_JOBS = [100, 1_000, 10_000];
const WORLDS = [1, 10, 100, 1_000];
/** Over the whole range what is flat may become dearer by so much. */
const FLAT = 1.5;
/** What hangs on how much there is, by its nature. */
const GROWING = ['save a snapshot', 'load a snapshot'];

type Growth = { jobs: number; worlds: number; figures: Record<string, number> };

/** What each operation costs as there is more and more; the whole of it leaves its pictures in docs/speed. */
export async function growthReport(quick: boolean): Promise<string> {
  const byJobs = await measured((quick ? FEW_JOBS : JOBS).map((jobs) => [jobs, 1]));
  const byWorlds = await measured((quick ? WORLDS.slice(0, 3) : WORLDS).map((worlds) => [1_000, worlds]));
  if (!quick) {
    mkdirSync(FOLDER, { recursive: true });
    const up = 'microseconds of CPU';
    const jobs = {
      title: 'What an operation costs, by jobs in flight',
      across: 'jobs',
      up,
      lines: linesOf(byJobs, 'jobs'),
    };
    const worlds = { title: 'What it costs, by worlds', across: 'worlds', up, lines: linesOf(byWorlds, 'worlds') };
    writeFileSync(`${FOLDER}/growth.svg`, plotSvg(jobs));
    writeFileSync(`${FOLDER}/growth-worlds.svg`, plotSvg(worlds));
  }
  return [tableOf(byJobs, 'jobs'), tableOf(byWorlds, 'worlds')].join('\n\n');
}

async function measured(sizes: readonly (readonly [jobs: number, worlds: number])[]): Promise<Growth[]> {
  const all: Growth[] = [];
  for (const [jobs, worlds] of sizes)
    all.push(await runScript<Growth>('servers/growth.mjs', [String(jobs), String(worlds)]));
  return all;
}

function namesIn([first]: readonly Growth[]): string[] {
  return Object.keys(first?.figures ?? {});
}

function linesOf(all: readonly Growth[], by: 'jobs' | 'worlds'): Line[] {
  return namesIn(all).map((name) => ({ name, points: all.map((one) => [one[by], one.figures[name] ?? 0] as const) }));
}

function tableOf(all: readonly Growth[], by: 'jobs' | 'worlds'): string {
  const lines = namesIn(all).map((name) => {
    const costs = all.map(({ figures }) => figures[name] ?? 0);
    const isFlat = (costs.at(-1) ?? 0) <= (costs[0] ?? 0) * FLAT;
    const wanted = GROWING.includes(name) ? ['', ''] : [`flat (${FLAT})`, isFlat ? 'yes' : 'NO'];
    return [name, ...costs.map(whole), ...wanted];
  });
  const header = [`µs of CPU with ${by}`, ...all.map((one) => whole(one[by])), 'to reach', 'reached'];
  return tableText(header, lines);
}
