import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../../shared/median.ts';
import { startChild } from './children.ts';
import { type Figure, figure } from './figure.ts';
import { applyLoad } from './load.ts';
import { ROWS } from './rows.ts';
import { timeToFirst200 } from './start-up.ts';
import { whole } from './table.ts';
import { runScript } from './virtual-time.ts';

const SHARE_OF_MEMORY = 0.5;
const RESTART_MILLISECONDS = 2_000;
const SLICE_MILLISECONDS = 20;
/** About what a submission takes among the changes. */
const CHANGE_BYTES = 400;

type Slice = { longestMs: number; longestCpuMs: number | null };

/** What a data directory costs: of each submission, of a restart with many jobs, and of those who wait while it is written whole. */
export async function dataFigures(rounds: number, milliseconds: number, jobs: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tryon-bench-'));
  try {
    return [
      await submitFigure(folder, rounds, milliseconds),
      ...(await restartFigures(join(folder, 'large'), jobs, rounds)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function submitFigure(folder: string, rounds: number, milliseconds: number): Promise<Figure> {
  const inMemory = await server('');
  const kept = await server(join(folder, 'submits'));
  const rates = { memory: [] as number[], kept: [] as number[], disk: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    const [memory, data] = [await inMemory.rate(milliseconds), await kept.rate(milliseconds)];
    const disk = await syncsPerSecond(join(folder, 'syncs'), milliseconds);
    // The first warms up.
    if (round === 0) continue;
    rates.memory.push(memory);
    rates.kept.push(data);
    rates.disk.push(disk);
  }
  for (const { child } of [inMemory, kept]) child.process.kill('SIGKILL');
  const [memory, data, disk] = [median(rates.memory), median(rates.kept), median(rates.disk)];
  const beside = {
    'in memory': `${whole(memory)}/s`,
    'with a data directory': `${whole(data)}/s`,
    'syncs of the disk': `${whole(disk)}/s`,
  };
  return figure('submit with a data directory, of memory', [data / memory, 'of'], { atLeast: SHARE_OF_MEMORY }, beside);
}

async function server(folder: string) {
  const child = startChild({ file: 'servers/data.mjs', args: ['serve', folder] }, ['ignore', 'pipe', 'inherit', 'ipc']);
  const url = await Promise.race([child.address, child.ended]);
  const row = ROWS.find(({ name }) => name === 'submit');
  if (row === undefined) throw new Error('there is no row of submits');
  const request = await row.prepare(url);
  let serial = 0;
  const nextSerial = () => {
    serial += 1;
    return serial;
  };
  const load = { port: Number(new URL(url).port), request, expectedStatus: row.expectedStatus, nextSerial };
  const rate = async (milliseconds: number) =>
    (await Promise.race([applyLoad({ ...load, milliseconds }), child.ended])).perSecond;
  return { child, rate };
}

/** How often a second the disk takes one change after the other. */
async function syncsPerSecond(path: string, milliseconds: number): Promise<number> {
  const file = await open(path, 'w');
  const bytes = Buffer.alloc(CHANGE_BYTES, 'x');
  const begin = performance.now();
  let count = 0;
  while (performance.now() - begin < milliseconds) {
    await file.write(bytes);
    await file.datasync();
    count += 1;
  }
  const seconds = (performance.now() - begin) / 1_000;
  await file.close();
  return count / seconds;
}

async function restartFigures(folder: string, jobs: number, rounds: number): Promise<Figure[]> {
  const slice = await runScript<Slice>('servers/data.mjs', ['fill', folder, String(jobs)]);
  const times: number[] = [];
  const args = ['start', '--port', '0', '--data-dir', folder];
  for (let round = 0; round < rounds; round += 1)
    times.push(await timeToFirst200({ file: '../../dist/cli.js', args, key: 'pk_live_bench' }));
  const longest = slice.longestCpuMs ?? slice.longestMs;
  const name = `a data directory of ${whole(jobs)} jobs`;
  return [
    figure(`${name}: restart to the first 200`, [median(times), 'ms'], { atMost: RESTART_MILLISECONDS }),
    figure(
      `${name}: longest stretch while it is written whole`,
      [longest, 'ms'],
      { atMost: SLICE_MILLISECONDS },
      { 'by the clock': `${slice.longestMs.toFixed(1)} ms` },
    ),
  ];
}
