import { causeOf, DataProblem } from './data-problem.ts';
import type { FileSystem, OpenFile } from './file-system.ts';
import { checkedLine } from './lines.ts';

/** Changes on their way to the disk: they are written and synced in groups, in the order in which they were noted. */
export type ChangeLog = {
  note(entry: object): void;
  /** Resolves when all that was noted by now is kept; null where it is. Rejects where it could not be kept. */
  synced(): Promise<void> | null;
  /** From now on changes go into another file. The number of the first of them. */
  cut(): number;
  /** How much was written since the last cut. */
  bytes(): number;
  close(): Promise<void>;
};

export type LogParts = {
  files: FileSystem;
  /** The number of the next change. */
  next: number;
  /** Done before a group is written: what its changes need is there before they are. */
  before(): Promise<void>;
  /** Others have their turn, and may add to a group. */
  turn(): Promise<void>;
  onTrouble(problem: DataProblem): void;
  /** Called behind each group. */
  onWritten?(): void;
};

type Line = { number: number; json: string };
type Waiter = { number: number; resolve(): void; reject(error: unknown): void };

/** So often others have their turn, which takes less than a millisecond, while those are expected who were answered with the last group. */
const MOST_TURNS = 40;

export const LOG_NAME = /^changes-(\d{12})\.ndjson$/;

export function logName(first: number): string {
  return `changes-${String(first).padStart(12, '0')}.ndjson`;
}

export function createChangeLog(parts: LogParts): ChangeLog {
  const { next } = parts;
  const log: Log = {
    parts,
    next,
    durable: next - 1,
    bytes: 0,
    expected: 0,
    queue: [],
    waiters: [],
    cuts: new Set(),
    file: null,
    running: null,
  };
  return {
    note: (entry) => {
      log.queue.push({ number: log.next, json: JSON.stringify(entry) });
      log.next += 1;
      start(log);
    },
    synced: () => synced(log),
    cut: () => {
      log.cuts.add(log.next);
      log.bytes = 0;
      return log.next;
    },
    bytes: () => log.bytes,
    close: async () => {
      await synced(log);
      await log.running;
      await log.file?.close();
      log.file = null;
    },
  };
}

type Log = {
  readonly parts: LogParts;
  /** The number of the next change, and of the last that was kept. */
  next: number;
  durable: number;
  bytes: number;
  /** How many waited when the last group was kept: whoever is answered comes back with the next change. */
  expected: number;
  queue: Line[];
  waiters: Waiter[];
  /** The numbers with which a file begins. */
  readonly cuts: Set<number>;
  file: OpenFile | null;
  running: Promise<void> | null;
};

function start(log: Log): void {
  log.running ??= Promise.resolve().then(() => run(log));
}

function synced(log: Log): Promise<void> | null {
  if (log.durable === log.next - 1) return null;
  start(log);
  return new Promise<void>((resolve, reject) => log.waiters.push({ number: log.next - 1, resolve, reject }));
}

/** What could not be written stays in the queue: it goes into a new file when somebody asks again. */
async function run(log: Log): Promise<void> {
  const { files, onTrouble } = log.parts;
  try {
    while (log.queue.length > 0) await writeGroup(log);
  } catch (error) {
    const problem = new DataProblem(`${files.name} keeps nothing any more: ${causeOf(error)}`, { cause: error });
    const failed = log.file;
    log.file = null;
    await failed?.close().catch(() => {});
    onTrouble(problem);
    for (const { reject } of log.waiters.splice(0)) reject(problem);
  } finally {
    log.running = null;
  }
}

async function writeGroup(log: Log): Promise<void> {
  const { before, turn, onWritten } = log.parts;
  for (let turns = 0; log.waiters.length < log.expected && turns < MOST_TURNS; turns += 1) await turn();
  await before();
  const end = log.queue.findIndex(({ number }, index) => index > 0 && log.cuts.has(number));
  const group = log.queue.slice(0, end === -1 ? log.queue.length : end);
  const open = await openFor(log, group[0]?.number ?? log.next);
  const lines = group.map(({ number, json }, index) => lineOf(number, json, index === 0 ? log.durable : null));
  const written = Buffer.from(lines.join(''));
  await open.append(written);
  await open.sync();
  log.bytes += written.byteLength;
  log.expected = log.waiters.length;
  log.queue = log.queue.slice(group.length);
  log.durable = group.at(-1)?.number ?? log.durable;
  const kept = log.waiters.filter(({ number }) => number <= log.durable);
  log.waiters = log.waiters.filter(({ number }) => number > log.durable);
  for (const { resolve } of kept) resolve();
  onWritten?.();
}

async function openFor(log: Log, number: number): Promise<OpenFile> {
  const { files } = log.parts;
  if (log.file !== null && !log.cuts.has(number)) return log.file;
  await log.file?.close();
  log.file = null;
  const open = await files.create(logName(number));
  await files.syncFolder('');
  log.cuts.delete(number);
  log.file = open;
  return open;
}

/** The first of a group tells how far everything before it was kept. */
function lineOf(number: number, json: string, durable: number | null): string {
  const kept = durable === null ? '' : `"kept":${durable},`;
  return checkedLine(`{"n":${number},${kept}${json.slice(1)}`);
}
