import { get } from 'node:http';
import { type Command, startChild } from './children.ts';
import { median } from './median.ts';

export const STARTERS = ['bare', 'hono', 'emulator'] as const;
export type Starter = (typeof STARTERS)[number];

const COMMANDS: Record<Starter, Command> = {
  bare: { file: 'servers/hello.mjs' },
  hono: { file: 'servers/hello-hono.mjs' },
  emulator: { file: '../../dist/cli.js', args: ['start', '--port', '0'] },
};
const KEY = 'pk_live_demo';

/** Milliseconds from spawn to the first 200, each starter in turn, the median of all its runs. */
export async function timeStarts(runs: number): Promise<Record<Starter, number>> {
  const times: Record<Starter, number[]> = { bare: [], hono: [], emulator: [] };
  for (const starter of STARTERS) await timeStart(starter);
  for (let run = 0; run < runs; run += 1) {
    for (const starter of STARTERS) times[starter].push(await timeStart(starter));
  }
  return { bare: median(times.bare), hono: median(times.hono), emulator: median(times.emulator) };
}

function timeStart(starter: Starter): Promise<number> {
  return timeToFirst200(COMMANDS[starter]);
}

/** Milliseconds from the spawn of a server to its first answer, which must be a 200. */
export async function timeToFirst200(command: Command): Promise<number> {
  const begin = performance.now();
  const child = startChild(command, ['ignore', 'pipe', 'inherit']);
  const status = await Promise.race([child.address.then(statusAt), child.ended]);
  const milliseconds = performance.now() - begin;
  child.process.kill('SIGTERM');
  await child.ended.catch(() => {});
  if (status !== 200) throw new Error(`${command.file} answered ${status} when it had started, not 200`);
  return milliseconds;
}

function statusAt(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(`${address}/v1/usage`, { agent: false, headers: { 'X-API-Key': KEY } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    request.on('error', reject);
  });
}
