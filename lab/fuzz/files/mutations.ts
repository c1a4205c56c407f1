import fc from 'fast-check';
import { jsonIn } from '../../../shared/json-in.ts';
import { anything, oddWord } from '../odd-values.ts';

/** One change of a file. `at` and `to` are reduced to the range of possible positions. */
export type Mutation = { what: What; at: number; to: number; value: unknown };

const OF_BYTES = ['flip', 'cut', 'cut-out', 'insert'] as const;
const OF_LINES = ['drop-line', 'cut-line', 'double-line', 'swap-lines', 'empty-line'] as const;
const OF_FIELDS = ['set', 'set', 'nudge', 'drop', 'double', 'swap', 'rename', 'digest', 'path'] as const;
type What = (typeof OF_BYTES)[number] | (typeof OF_LINES)[number] | (typeof OF_FIELDS)[number];

const PATHS = [
  '../../outside',
  '../outside/mine',
  '/tmp/../outside',
  'blobs/../../outside',
  '..',
  '',
  'a\0b',
  '__proto__',
];
const NUMBERS = [0, -1, 1, 0.5, 1e308, -1e308, 2 ** 53, 8.64e15, -8.64e15, 8.64e15 + 1, 1e12];
const DIGEST = /^[A-Za-z0-9_-]{43}$/;

const value = fc.oneof(anything, fc.constantFrom<unknown>(...NUMBERS, ...PATHS, null, [], {}, true), oddWord);
const mutationOf = (whats: readonly What[]) =>
  fc.record({ what: fc.constantFrom(...whats), at: fc.nat(), to: fc.nat(), value });

/** Changes of bytes and of lines. */
export const rawMutations = fc.array(mutationOf([...OF_BYTES, ...OF_LINES]), { minLength: 1, maxLength: 3 });
/** Changes of the JSON in the lines. */
export const structuredMutations = fc.array(mutationOf([...OF_FIELDS, 'drop-line', 'double-line', 'swap-lines']), {
  minLength: 1,
  maxLength: 2,
});

export function mutated(file: Uint8Array, mutations: readonly Mutation[]): Uint8Array {
  return mutations.reduce((bytes, mutation) => mutatedOnce(bytes, mutation), file);
}

function mutatedOnce(bytes: Uint8Array, mutation: Mutation): Uint8Array {
  if (OF_BYTES.some((what) => what === mutation.what)) return withBytes(Buffer.from(bytes), mutation);
  const lines = Buffer.from(bytes).toString('latin1').split('\n');
  const changed = OF_LINES.some((what) => what === mutation.what)
    ? withLines(lines, mutation)
    : withField(lines, mutation);
  return Buffer.from(changed.join('\n'), 'latin1');
}

function withBytes(bytes: Buffer, { what, at, to, value: odd }: Mutation): Uint8Array {
  const place = at % Math.max(1, bytes.length);
  const rest = bytes.subarray(place);
  if (what === 'cut') return bytes.subarray(0, place);
  if (what === 'cut-out') return Buffer.concat([bytes.subarray(0, place), rest.subarray(1 + (to % 64))]);
  if (what === 'insert') return Buffer.concat([bytes.subarray(0, place), Buffer.from(JSON.stringify(odd) ?? ''), rest]);
  if (bytes.length > 0) bytes[place] = (bytes[place] ?? 0) ^ (1 << (to % 8));
  return bytes;
}

function withLines(lines: string[], { what, at, to }: Mutation): string[] {
  const [place, other] = [at % lines.length, to % lines.length];
  const line = lines[place] ?? '';
  if (what === 'cut-line') return lines.with(place, line.slice(0, to % (line.length + 1)));
  if (what === 'double-line') return lines.toSpliced(place, 0, line);
  if (what === 'swap-lines') return lines.with(place, lines[other] ?? '').with(other, line);
  return what === 'empty-line' ? lines.toSpliced(place, 0, '') : lines.toSpliced(place, 1);
}

/** Changes a field of the JSON in a line, and keeps the text before it, such as a checksum. */
function withField(lines: string[], mutation: Mutation): string[] {
  const place = mutation.at % lines.length;
  const line = lines[place] ?? '';
  const start = line.search(/[[{]/);
  const json = start === -1 ? undefined : jsonIn(line.slice(start));
  if (json === undefined) return lines;
  return lines.with(place, `${line.slice(0, start)}${JSON.stringify(withValue(json, mutation))}`);
}

type Place = { holder: Record<string, unknown>; name: string };

/** Returns the JSON with one value changed. */
export function withValue(json: unknown, { what, at, to, value: odd }: Mutation): unknown {
  const root = { root: structuredClone(json) };
  const places = placesIn(root);
  const fitting =
    what === 'digest'
      ? places.filter(({ holder, name }) => DIGEST.test(JSON.stringify(holder[name])?.slice(1, -1) ?? ''))
      : places;
  const place = fitting[(at + to) % Math.max(1, fitting.length)];
  if (place === undefined) return json;
  const { holder, name } = place;
  const before = holder[name];
  const other = fitting[to % fitting.length] ?? place;
  if (what === 'drop') drop(holder, name);
  else if (what === 'double' && Array.isArray(holder)) holder.push(structuredClone(before));
  else if (what === 'swap')
    [holder[name], other.holder[other.name]] = [structuredClone(other.holder[other.name]), structuredClone(before)];
  else if (what === 'rename' && !Array.isArray(holder)) renamed(holder, name, JSON.stringify(odd));
  else if (what === 'nudge' && typeof before === 'number')
    holder[name] = before + ([1, -1, 0.5, 1e13, -1e13][to % 5] ?? 1);
  else if (what === 'digest') holder[name] = structuredClone(other.holder[other.name]);
  else if (what === 'path') holder[name] = PATHS[to % PATHS.length];
  else holder[name] = odd;
  return root.root;
}

function drop(holder: Record<string, unknown>, name: string): void {
  if (Array.isArray(holder)) holder.splice(Number(name), 1);
  else delete holder[name];
}

function renamed(holder: Record<string, unknown>, name: string, other: string): void {
  Object.defineProperty(holder, other, { value: holder[name], enumerable: true, configurable: true, writable: true });
  delete holder[name];
}

function placesIn(holder: object): Place[] {
  return Object.entries(holder).flatMap(([name, inner]) => [
    { holder: holder as Record<string, unknown>, name },
    ...(typeof inner === 'object' && inner !== null ? placesIn(inner) : []),
  ]);
}
