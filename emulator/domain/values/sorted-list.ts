import { noteUndo } from './undo.ts';

/** The sort key of a list: a number (an instant), then a name or a serial that breaks ties. */
export type SortKey = readonly [at: number, tie: string | number];

/** Ascending sort keys in chunks: an insertion moves a few dozen entries. A copy of the chunks is a copy of the list. */
export type SortedList = { chunks: SortKey[][] };

const CHUNK_LIMIT = 64;

export function emptyList(): SortedList {
  return { chunks: [] };
}

export function copyList(list: SortedList): SortedList {
  return { chunks: list.chunks.map((chunk) => chunk.slice()) };
}

export function insertKey(list: SortedList, key: SortKey): void {
  noteUndo(() => removeKey(list, key));
  const at = Math.max(0, lowerChunk(list, key));
  const chunk = list.chunks[at];
  if (chunk === undefined) {
    list.chunks.push([key]);
    return;
  }
  const place = lowerBound(chunk, key);
  if (place === chunk.length) chunk.push(key);
  else chunk.splice(place, 0, key);
  if (chunk.length > CHUNK_LIMIT) list.chunks.splice(at + 1, 0, chunk.splice(splitPoint(list, at)));
}

export function removeKey(list: SortedList, key: SortKey): void {
  const at = lowerChunk(list, key);
  const chunk = list.chunks[at];
  if (chunk === undefined) return;
  const index = lowerBound(chunk, key);
  const present = chunk[index];
  if (present === undefined || compareKeys(present, key) !== 0) return;
  noteUndo(() => insertKey(list, present));
  chunk.splice(index, 1);
  if (chunk.length === 0) list.chunks.splice(at, 1);
}

export function firstKey(list: SortedList): SortKey | undefined {
  return list.chunks[0]?.[0];
}

export function* keysAscending(list: SortedList): Generator<SortKey> {
  for (const chunk of list.chunks) yield* chunk;
}

/** The keys before `before` (or all keys), largest first. */
export function* keysBelow(list: SortedList, before: SortKey | null): Generator<SortKey> {
  for (let at = before === null ? list.chunks.length - 1 : lowerChunk(list, before); at >= 0; at -= 1) {
    const chunk = list.chunks[at] ?? [];
    const start = before === null ? chunk.length : lowerBound(chunk, before);
    for (let index = start - 1; index >= 0; index -= 1) yield chunk[index] as SortKey;
  }
}

/** The keys of several lists before `before`, largest first, as if they were one list. */
export function* mergedBelow(lists: readonly SortedList[], before: SortKey | null): Generator<SortKey> {
  const streams = lists.map((list) => keysBelow(list, before));
  const heads = streams.map((stream) => stream.next().value as SortKey | undefined);
  for (;;) {
    let largest = -1;
    for (let index = 0; index < heads.length; index += 1) {
      const head = heads[index];
      const best = heads[largest];
      if (head !== undefined && (best === undefined || compareKeys(head, best) > 0)) largest = index;
    }
    const next = heads[largest];
    if (next === undefined) return;
    yield next;
    heads[largest] = streams[largest]?.next().value as SortKey | undefined;
  }
}

export function compareKeys(left: SortKey, right: SortKey): number {
  if (left[0] !== right[0]) return left[0] - right[0];
  return left[1] < right[1] ? -1 : left[1] > right[1] ? 1 : 0;
}

/** The index of the last chunk that begins at or below `key`, or -1. Tries the end first, since lists mostly grow there. */
function lowerChunk(list: SortedList, key: SortKey): number {
  const last = list.chunks.at(-1)?.[0];
  if (last !== undefined && compareKeys(last, key) <= 0) return list.chunks.length - 1;
  let low = 0;
  let high = list.chunks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const head = list.chunks[middle]?.[0] as SortKey;
    if (compareKeys(head, key) <= 0) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The first index in a chunk whose key is not below `key`. The end is tried first, too. */
function lowerBound(chunk: readonly SortKey[], key: SortKey): number {
  const last = chunk.at(-1);
  if (last !== undefined && compareKeys(last, key) < 0) return chunk.length;
  let low = 0;
  let high = chunk.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareKeys(chunk[middle] as SortKey, key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Lists mostly grow at the end: the last chunk stays full when it is split, so that such a list wastes no space. */
function splitPoint(list: SortedList, at: number): number {
  return at === list.chunks.length - 1 ? CHUNK_LIMIT : CHUNK_LIMIT >> 1;
}
