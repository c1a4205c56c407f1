import { applyLoad } from './load.ts';
import { installReferences, type Peer, startPeer } from './peers.ts';
import { type BenchRequest, sendOnce } from './request.ts';
import type { Row } from './rows.ts';
import { type Server, startServer } from './server.ts';

export const KINDS = ['bare', 'least', 'emulator'] as const;
export type Kind = (typeof KINDS)[number];

/** One row with the three servers that run it. */
export type Heat = {
  row: Row;
  takeTurns(milliseconds: number): Promise<Turns>;
  memory(): Promise<Memory>;
  stop(): Promise<void>;
};

/** Of each server; `peers` are those that can run here, in requests per second. */
export type Turns = Record<Kind, Turn> & { peers: Partial<Record<Peer, number>> };

/** What a server did while it alone was asked. */
export type Turn = { perSecond: number; cpuMicroseconds: number };

/** Resident bytes of the emulator as it started, when all was set up, and now, after so many answers under load. */
export type Memory = { atStart: number; ready: number; now: number; answers: number };

/** How far the sizes of two answers may lie apart for their times to be comparable. */
const SIZE_TOLERANCE = 0.05;

/** `profileTo` is a folder for CPU profiles of the emulator, which is slower for it. */
export async function prepareHeat(row: Row, profileTo: string | null): Promise<Heat> {
  const args = [String(row.assets)];
  const nodeArgs = profileTo === null ? [] : ['--cpu-prof', '--cpu-prof-dir', profileTo];
  const servers = {
    bare: await startServer({ file: 'servers/bare.mjs' }),
    least: await startServer({ file: 'servers/least.mjs', args }),
    emulator: await startServer({ file: 'servers/emulator.mjs', args, nodeArgs }),
  };
  const { least, emulator, bare } = servers;
  const atStart = await figureOf(emulator, 'rss');
  const toEmulator = await row.prepare(emulator.url);
  const requests = { bare: toEmulator, least: await row.prepare(least.url), emulator: toEmulator };
  const answer = await answerTo(emulator, requests.emulator, row);
  requireSameSize(row, answer, await answerTo(least, requests.least, row));
  await bare.ask('setAnswer', answer);
  const ready = await figureOf(emulator, 'rss');
  const peers = await startPeers(row, toEmulator, answer);

  let serial = 0;
  let answers = 0;
  const nextSerial = () => {
    serial += 1;
    return serial;
  };
  const turn = async (kind: Kind, milliseconds: number): Promise<Turn> => {
    const cpuBefore = await figureOf(servers[kind], 'cpu');
    const port = Number(new URL(servers[kind].url).port);
    const load = { port, request: requests[kind], expectedStatus: row.expectedStatus, milliseconds, nextSerial };
    const result = await applyLoad(load).catch((error) => {
      throw new Error(`${row.title}, ${kind}: ${error.message}`);
    });
    const cpuMicroseconds = ((await figureOf(servers[kind], 'cpu')) - cpuBefore) / result.answers;
    if (kind === 'emulator') answers += result.answers;
    if (row.forgetsUploads && kind !== 'bare') await servers[kind].ask('forgetUploads');
    return { perSecond: result.perSecond, cpuMicroseconds };
  };
  const peerTurns = async (milliseconds: number): Promise<Turns['peers']> => {
    const rates: Turns['peers'] = {};
    for (const { peer, port } of peers) {
      const load = { port, request: toEmulator, expectedStatus: row.expectedStatus, milliseconds, nextSerial };
      rates[peer] = (await applyLoad(load)).perSecond;
    }
    return rates;
  };
  return {
    row,
    takeTurns: async (milliseconds) => ({
      bare: await turn('bare', milliseconds),
      least: await turn('least', milliseconds),
      emulator: await turn('emulator', milliseconds),
      peers: await peerTurns(milliseconds),
    }),
    memory: async () => ({ atStart, ready, now: await figureOf(emulator, 'rss'), answers }),
    stop: async () => {
      for (const { stop } of peers) stop();
      await Promise.all(Object.values(servers).map((server) => server.stop()));
    },
  };
}

type RunningPeer = { peer: Peer; port: number; stop(): void };

/** Those that can answer the same here. */
async function startPeers({ peers }: Row, { path }: BenchRequest, answer: FixedAnswer): Promise<RunningPeer[]> {
  if (peers.length === 0) return [];
  const problem = installReferences();
  if (problem !== null) console.error(`  without ${peers.join(' and ')}: ${problem}`);
  const started: RunningPeer[] = [];
  for (const peer of problem === null ? peers : []) {
    const stub = { path, status: answer.status, headers: answer.headers, body: Buffer.from(answer.body, 'base64') };
    const running = await startPeer(peer, stub);
    if (running === null) continue;
    const stop = () => void running.child.process.kill('SIGTERM');
    started.push({ peer, port: Number(new URL(running.url).port), stop });
  }
  return started;
}

/** An answer as bare is to repeat it. Node writes the other headers by itself. */
type FixedAnswer = { status: number; headers: Record<string, string>; body: string };
const OWN_HEADERS = ['date', 'connection', 'keep-alive', 'content-length'];

async function answerTo({ url }: Server, request: BenchRequest, row: Row): Promise<FixedAnswer> {
  const answer = await sendOnce(url, request);
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== row.expectedStatus) {
    throw new Error(
      `${row.title}: ${request.method} ${request.path} gave ${answer.status} ${bytes}, not ${row.expectedStatus}`,
    );
  }
  const kept = [...answer.headers].filter(([name]) => !OWN_HEADERS.includes(name));
  return { status: answer.status, headers: Object.fromEntries(kept), body: bytes.toString('base64') };
}

function requireSameSize({ title }: Row, ours: FixedAnswer, least: FixedAnswer): void {
  const share = least.body.length / ours.body.length;
  if (Math.abs(share - 1) <= SIZE_TOLERANCE) return;
  throw new Error(`${title}: least answers ${share.toFixed(2)} times the bytes of the emulator; they must be alike`);
}

async function figureOf(server: Server, name: 'rss' | 'cpu'): Promise<number> {
  return Number(await server.ask(name));
}
