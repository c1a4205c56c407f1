import { posix } from 'node:path';
import { type File, ROOM_NAMES, type Room, roomOf, type Sizes } from './rooms.ts';

/**
 * `lines` is what a room may have now; a commit may lower it, and not raise it. `goal` is what is to be reached, and
 * `ceiling` what the room may have after that. `bytes_per_line` is what the lines had when the budgets were made.
 */
export type Budget = { lines: number; goal: number; ceiling: number; bytes_per_line: number };
export type Budgets = { rooms: Partial<Record<Room, Budget>>; small_files: number };

/** Lines are saved by removing concepts, and not by denser lines. */
const DENSER = 1.02;

export function problemsOf(sizes: Sizes, smallFiles: readonly string[], { rooms, small_files }: Budgets): string[] {
  const ofRooms = ROOM_NAMES.flatMap((room) => {
    const budget = rooms[room];
    if (budget === undefined) return [];
    const { lines, bytes } = sizes[room];
    return [
      ...(lines > budget.lines ? [`${room} has ${lines} lines, and may have ${budget.lines}`] : []),
      ...(bytes / lines > budget.bytes_per_line * DENSER
        ? [`${room} has ${(bytes / lines).toFixed(1)} bytes per line, and had ${budget.bytes_per_line}`]
        : []),
    ];
  });
  if (smallFiles.length <= small_files) return ofRooms;
  const listed = smallFiles.slice(0, 20).join(', ');
  return [
    ...ofRooms,
    `${smallFiles.length} small files that one file imports, and there may be ${small_files}: ${listed}`,
  ];
}

/** What a change raised, compared with the budgets before it. */
export function raisedSince(before: Budgets, now: Budgets): string[] {
  const rooms = ROOM_NAMES.filter(
    (room) => (now.rooms[room]?.lines ?? Infinity) > (before.rooms[room]?.lines ?? Infinity),
  );
  const small = now.small_files > before.small_files ? ['small_files'] : [];
  return [...rooms, ...small].map((name) => `the budget of ${name} was raised: a commit may only lower it`);
}

const SMALL = 40;
/** The rows of tables: each file is one of many alike. */
const ROWS = /\/(?:commands|verbs|steps|views|generated|choices|rows|formats)\//;

/**
 * Files of the product with few lines that only one other file of it imports: they could be a part of that. A file
 * that is loaded on demand, such as a command or a worker, has a reason of its own.
 */
export function smallFilesIn(files: readonly File[]): string[] {
  const product = files.filter(({ path }) => roomOf(path) === 'product' && path.endsWith('.ts'));
  const importers = new Map<string, number>();
  for (const { path, text } of product)
    for (const to of importsOf(path, text)) importers.set(to, (importers.get(to) ?? 0) + 1);
  return product
    .filter(({ path, text }) => text.split('\n').length <= SMALL && !ROWS.test(path) && importers.get(path) === 1)
    .map(({ path }) => path);
}

export function importsOf(path: string, text: string): string[] {
  const imports = text.matchAll(/ from '(\.[^']+)'/g);
  return [...new Set([...imports].map(([, to = '']) => posix.join(posix.dirname(path), to)))];
}
