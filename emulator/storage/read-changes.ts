import { jsonIn } from '../../shared/json-in.ts';
import type { Entry } from './book.ts';
import { ACKNOWLEDGED, LOG_NAME, type LogHead, logName, readAcknowledged } from './change-log.ts';
import type { FileSystem } from './file-system.ts';
import { linesOfFormat1, NO_RECORD, recordsIn } from './lines.ts';
import type { Manifest } from './manifest.ts';

/** The changes after a checkpoint, in order, as far as they can be read. */
export type Changes = {
  entries: Entry[];
  /** The checksum of the last change. */
  lastSum: string;
  /** The number of the next change, which was never used before. */
  next: number;
  notices: string[];
  /** The acknowledged changes that are missing. */
  loss: Loss | null;
  /** The files that could not be read completely. */
  stops: Stop[];
};

/** Torn: the last line of the file is incomplete. */
export type Stop = { name: string; isTorn: boolean };

/** Files that cannot be read completely, and why. */
export type Loss = { problem: string; files: string[] };

type Reading = {
  entries: Entry[];
  /** The checksum before the first entry, and of each entry. */
  sums: string[];
  from: number;
  /**
   * The highest number that is known to have been stored, from a readable record or the file of acknowledged numbers.
   */
  needed: number;
  /** The highest number in any readable record. */
  seen: number;
  /** Where reading of a file stopped. */
  stops: Stop[];
};

export async function readChanges(files: FileSystem, { format, from, log }: Manifest): Promise<Changes> {
  const acknowledged = await readAcknowledged(files);
  const first = from - 1;
  const sums = [log?.sum ?? NO_RECORD];
  const reading: Reading = { entries: [], sums, from, needed: acknowledged ?? first, seen: first, stops: [] };
  const names = (await files.list('')).filter((name) => firstIn(name) >= from).sort();
  const isMissing = log !== null && !names.includes(logName(from));
  for (const name of names) {
    const bytes = (await files.read(name)) ?? new Uint8Array();
    addFile(reading, name, format === 1 ? itemsOfFormat1(bytes) : itemsIn(bytes));
  }
  const last = lastOf(reading);
  const isUnsure = log !== null && acknowledged === null;
  const changes = { entries: reading.entries, lastSum: reading.sums.at(-1) ?? NO_RECORD };
  const loss = isMissing || last < reading.needed ? lossOf(reading, isMissing ? logName(from) : null) : null;
  const notices = loss === null ? noticesOf(reading, isUnsure) : [];
  return { ...changes, stops: reading.stops, next: Math.max(reading.seen, reading.needed, last) + 1, notices, loss };
}

function firstIn(name: string): number {
  return Number(LOG_NAME.exec(name)?.[1] ?? -1);
}

function lastOf({ from, entries }: Reading): number {
  return from - 1 + entries.length;
}

/** An intact line of a log: its value and checksums. `before` is null in formats without it. */
type Line = { value: LogHead | Entry; sum: string; before: string | null };

/** Null for a damaged line. */
type Item = Line | null;

function* itemsIn(bytes: Uint8Array): Generator<Item> {
  for (const record of recordsIn(bytes)) {
    const value = record && parsed(record.json);
    yield record && value && { ...record, value };
  }
}

/** A log of format 1 has no head, and its lines do not contain the checksum of the previous one. */
function* itemsOfFormat1(bytes: Uint8Array): Generator<Item> {
  for (const json of linesOfFormat1(bytes)) {
    const value = json === null ? null : parsed(json);
    yield value && { value, sum: NO_RECORD, before: null };
  }
}

function parsed(json: string): LogHead | Entry | null {
  const value = Object(jsonIn(json));
  return Number.isSafeInteger(value.n ?? value.first) ? value : null;
}

/** After a failed write, the next file begins with the changes that were not stored. */
function addFile(reading: Reading, name: string, items: Iterable<Item>): void {
  const file: FileReading = { name, tail: null, isReading: true, isEmpty: true, behind: 0, isTorn: false };
  for (const item of items) {
    file.isEmpty = false;
    file.isTorn = item === null;
    if (item === null) file.isReading = false;
    else if ('log' in item.value) addHead(reading, file, item, item.value);
    else addEntry(reading, file, item, item.value);
  }
  const { isReading, isEmpty, isTorn, behind } = file;
  if (!isReading || isEmpty) reading.stops.push({ name, isTorn: isTorn && behind === 0 });
}

/** How far one file was read. Nothing is used after a line that is damaged or does not follow from the previous one. */
type FileReading = {
  name: string;
  /** The checksum of the last line that was read. */
  tail: string | null;
  isReading: boolean;
  isEmpty: boolean;
  /** The number of intact lines after that. */
  behind: number;
  isTorn: boolean;
};

function addHead(reading: Reading, file: FileReading, { sum, before }: Line, { first }: LogHead): void {
  note(reading, first - 1, first - 1);
  file.isReading = file.isReading && first === firstIn(file.name) && beginsAt(reading, first, before);
  file.tail = sum;
}

function addEntry(reading: Reading, file: FileReading, { sum, before }: Line, entry: Entry): void {
  const { entries, sums } = reading;
  note(reading, entry.n, entry.kept ?? 0);
  // Only files of format 1 may contain a change twice.
  if (before === null && entry.n <= lastOf(reading)) return;
  file.isReading = file.isReading && entry.n === lastOf(reading) + 1 && (before === null || before === file.tail);
  if (!file.isReading) {
    file.behind += 1;
    return;
  }
  entries.push(entry);
  sums.push(sum);
  file.tail = sum;
}

/** Whether a file continues the changes before it; it may repeat the last of them. */
function beginsAt({ entries, sums, from }: Reading, first: number, before: string | null): boolean {
  const count = first - from;
  if (count < 0 || count > entries.length || sums[count] !== before) return false;
  entries.length = count;
  sums.length = count + 1;
  return true;
}

function note(reading: Reading, number: number, kept: number): void {
  reading.seen = Math.max(reading.seen, number);
  reading.needed = Math.max(reading.needed, kept);
}

function lossOf(reading: Reading, missing: string | null): Loss {
  const [last, { needed, stops }] = [lastOf(reading), reading];
  const files = stops.map(({ name }) => name);
  const where = missing === null ? (files[0] ?? logName(reading.from)) : missing;
  const what = missing === null ? 'is damaged or cut off' : 'is missing';
  const lost =
    needed > last
      ? `the changes ${last + 1} to ${needed} (${needed - last}), which were acknowledged, cannot be read`
      : `it is not known how many changes after ${last} were acknowledged`;
  return { problem: `${where} ${what}: ${lost}`, files };
}

function noticesOf(reading: Reading, isUnsure: boolean): string[] {
  const last = lastOf(reading);
  const notices = reading.stops.map(({ name, isTorn }) =>
    isTorn
      ? `${name} ends within a change that was not yet acknowledged: it is left out`
      : `${name} has changes after ${last} that were not yet acknowledged: they are left out`,
  );
  if (isUnsure)
    notices.push(
      `the file ${ACKNOWLEDGED} is missing or damaged: it is not known whether changes after ${last} were acknowledged and are lost`,
    );
  return notices;
}
