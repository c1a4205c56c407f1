import { get } from 'node:http';
import { median } from '../../shared/median.ts';
import { type Command, startChild } from './children.ts';
import { installReferences, PEERS, type Peer, peerCommand, USAGE } from './peers.ts';

const STARTERS = ['bare', 'Hono', 'emulator'] as const;
type Starter = (typeof STARTERS)[number];
/** Milliseconds to the first 200; of others where they can run. */
export type Starts = Record<Starter, number> & Partial<Record<Peer, number>>;

const COMMANDS: Record<Starter, Command> = {
  bare: { file: 'servers/hello.mjs' },
  Hono: { file: 'servers/hello-hono.mjs' },
  emulator: { file: '../../dist/cli.js', args: ['start', '--port', '0'] },
};
const KEY = 'pk_live_demo';
/** They take seconds, so few of them tell enough. */
const PEER_RUNS = 3;

/** Milliseconds from spawn to the first 200, each starter in turn, the median of all its runs. */
export async function timeStarts(runs: number): Promise<Starts> {
  const times: Record<Starter, number[]> = { bare: [], Hono: [], emulator: [] };
  for (const starter of STARTERS) await timeToFirst200(COMMANDS[starter]);
  for (let run = 0; run < runs; run += 1)
    for (const starter of STARTERS) times[starter].push(await timeToFirst200(COMMANDS[starter]));
  const { bare, Hono, emulator } = times;
  return { bare: median(bare), Hono: median(Hono), emulator: median(emulator), ...(await timePeers()) };
}

async function timePeers(): Promise<Partial<Record<Peer, number>>> {
  if (installReferences() !== null) return {};
  const times: Partial<Record<Peer, number>> = {};
  for (const peer of PEERS) {
    const command = await peerCommand(peer, USAGE);
    if (command === null) continue;
    const all: number[] = [];
    for (let run = 0; run < PEER_RUNS; run += 1) all.push(await timeToFirst200(command));
    times[peer] = median(all);
  }
  return times;
}

/** Milliseconds from the spawn of a server to its first answer, which must be a 200. */
export async function timeToFirst200({ key = KEY, ...command }: Command & { key?: string }): Promise<number> {
  const begin = performance.now();
  const child = startChild(command, ['ignore', 'pipe', 'inherit']);
  const status = await Promise.race([child.address.then((address) => statusAt(address, key)), child.ended]);
  const milliseconds = performance.now() - begin;
  child.process.kill('SIGTERM');
  await child.ended.catch(() => {});
  if (status !== 200) throw new Error(`${command.file} answered ${status} when it had started, not 200`);
  return milliseconds;
}

function statusAt(address: string, key: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(`${address}/v1/usage`, { agent: false, headers: { 'X-API-Key': key } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    request.on('error', reject);
  });
}
