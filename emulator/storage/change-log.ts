import { causeOf, DataProblem } from './data-problem.ts';
import { type FileSystem, type OpenFile, replaceFile } from './file-system.ts';
import { NO_RECORD, recordLine, recordsIn } from './lines.ts';

/** Writes changes to the disk and syncs them in groups, in the order in which they were noted. */
export type ChangeLog = {
  note(entry: object): void;
  /** Resolves when all changes so far are stored; null if they are. Rejects if they could not be stored. */
  synced(): Promise<void> | null;
  /**
   * Starts a new file for the following changes, which exists once `synced()` has resolved. Returns the number of its
   * first change.
   */
  cut(): number;
  /** The checksum of the change before a cut, once its file exists. */
  sumBefore(cut: number): string;
  /** The number of bytes written since the last cut. */
  bytes(): number;
  close(): Promise<void>;
};

export type LogParts = {
  files: FileSystem;
  /** The number of the next change, and the checksum of the record before it. */
  next: number;
  lastSum: string;
  /** Called before a group is written, to write everything that its changes depend on first. */
  before(): Promise<void>;
  /** Lets other work of the process run, which may add to the group. */
  turn(): Promise<void>;
  onTrouble(problem: DataProblem): void;
  /** Called after each group. */
  onWritten?(): void;
};

type Line = { number: number; json: string };
type Waiter = { number: number; resolve(): void; reject(error: unknown): void };

/**
 * How often other work may run, which takes less than a millisecond, while changes are expected from the callers that
 * were answered with the last group.
 */
const MOST_TURNS = 40;

export const LOG_NAME = /^changes-(\d{12})\.ndjson$/;

/** The first record of a file: the number of the next change. */
export type LogHead = { log: number; first: number };

const LOG_VERSION = 2;

export function logName(first: number): string {
  return `changes-${String(first).padStart(12, '0')}.ndjson`;
}

export function createChangeLog(parts: LogParts): ChangeLog {
  const { next, lastSum } = parts;
  const log: Log = {
    parts,
    next,
    lastSum,
    tail: lastSum,
    durable: next - 1,
    bytes: 0,
    expected: 0,
    queue: [],
    waiters: [],
    cuts: new Set(),
    begun: new Map(),
    file: null,
    acknowledged: null,
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
    sumBefore: (cut) => {
      const sum = log.begun.get(cut);
      if (sum === undefined) throw new Error(`no file of changes begins with ${cut}`);
      return sum;
    },
    bytes: () => log.bytes,
    close: async () => {
      await synced(log);
      await log.running;
      await log.file?.close();
      await log.acknowledged?.close();
      log.file = null;
      log.acknowledged = null;
    },
  };
}

type Log = {
  readonly parts: LogParts;
  /** The number of the next change, and of the last stored change. */
  next: number;
  durable: number;
  /** The checksum of the last stored change, and of the last line in the open file. */
  lastSum: string;
  tail: string;
  bytes: number;
  /**
   * How many callers waited when the last group was stored: a caller that gets its answer is likely to send the next
   * change.
   */
  expected: number;
  queue: Line[];
  waiters: Waiter[];
  /** The numbers of the changes with which files begin. */
  readonly cuts: Set<number>;
  /** The checksum of the change before each file that was started, by the first number of the file. */
  readonly begun: Map<number, string>;
  file: OpenFile | null;
  acknowledged: Acknowledged | null;
  running: Promise<void> | null;
};

function start(log: Log): void {
  log.running ??= Promise.resolve().then(() => run(log));
}

function synced(log: Log): Promise<void> | null {
  if (log.durable === log.next - 1 && log.cuts.size === 0) return null;
  start(log);
  return new Promise<void>((resolve, reject) => log.waiters.push({ number: log.next - 1, resolve, reject }));
}

/** What could not be written stays in the queue, and goes into a new file on the next call. */
async function run(log: Log): Promise<void> {
  const { files, onTrouble } = log.parts;
  try {
    for (;;) {
      if (log.queue.length > 0) await writeGroup(log);
      else if (log.cuts.has(log.next)) await openFor(log, log.next);
      else break;
    }
    answer(log);
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
  const { text, tail } = recordsOf(log, group);
  const written = Buffer.from(text);
  await open.append(written);
  await open.sync();
  const durable = group.at(-1)?.number ?? log.durable;
  await log.acknowledged?.write(durable);
  log.bytes += written.byteLength;
  log.expected = log.waiters.length;
  log.queue = log.queue.slice(group.length);
  log.durable = durable;
  log.lastSum = tail;
  log.tail = tail;
  answer(log);
  onWritten?.();
}

/** A caller that waits for a cut is only answered once its file exists. */
function answer(log: Log): void {
  const isKept = ({ number }: Waiter) => number <= log.durable && !log.cuts.has(number + 1);
  const kept = log.waiters.filter(isKept);
  log.waiters = log.waiters.filter((waiter) => !isKept(waiter));
  for (const { resolve } of kept) resolve();
}

async function openFor(log: Log, number: number): Promise<OpenFile> {
  const { files } = log.parts;
  if (log.file !== null && !log.cuts.has(number)) return log.file;
  await log.file?.close();
  log.file = null;
  log.acknowledged ??= await openAcknowledged(files, log.durable);
  const head: LogHead = { log: LOG_VERSION, first: number };
  const { line, sum } = recordLine(JSON.stringify(head), log.lastSum);
  log.file = await replaceFile(files, logName(number), Buffer.from(line));
  log.tail = sum;
  log.begun.set(number, log.lastSum);
  log.cuts.delete(number);
  return log.file;
}

/** The first record of a group also contains the number up to which all changes are stored. */
function recordsOf(log: Log, group: readonly Line[]): { text: string; tail: string } {
  let [text, { tail }] = ['', log];
  for (const [index, { number, json }] of group.entries()) {
    const kept = index === 0 ? `"kept":${log.durable},` : '';
    const record = recordLine(`{"n":${number},${kept}${json.slice(1)}`, tail);
    text += record.line;
    tail = record.sum;
  }
  return { text, tail };
}

/**
 * The number of the last change that may have been acknowledged, in its own file. It is written after each group of
 * changes, before their answers are sent, and not synced: after `kill -9` it is exact, and after a power failure it may
 * be behind. A log that ends before this number is damaged.
 */
type Acknowledged = { write(number: number): Promise<void>; close(): Promise<void> };

export const ACKNOWLEDGED = 'acknowledged';

/** Fits into one sector of a disk, which is written completely or not at all. */
const LENGTH = 64;

async function openAcknowledged(files: FileSystem, number: number): Promise<Acknowledged> {
  const open: OpenFile = await replaceFile(files, ACKNOWLEDGED, bytesOf(number));
  return { write: (last) => open.rewrite(bytesOf(last)), close: () => open.close() };
}

function bytesOf(number: number): Uint8Array {
  const { line } = recordLine(JSON.stringify({ acknowledged: number }), NO_RECORD);
  return Buffer.from(`${line.trimEnd().padEnd(LENGTH - 1)}\n`);
}

/** Null if the file is missing or unreadable. */
export async function readAcknowledged(files: FileSystem): Promise<number | null> {
  const text = Buffer.from((await files.read(ACKNOWLEDGED)) ?? '').toString();
  if (text.length !== LENGTH) return null;
  const [record] = recordsIn(Buffer.from(`${text.trimEnd()}\n`));
  const number = record && JSON.parse(record.json)?.acknowledged;
  return Number.isSafeInteger(number) ? number : null;
}
