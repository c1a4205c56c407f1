import { isMap } from '../../../shared/is-map.ts';
import type { HeaderPairs } from '../../effects/http/headers.ts';
import { jsonOf } from '../../effects/http/view.ts';
import { inOrder, type KeptBody, type LeftOut, passingOf, type RawExchange, type Traffic } from '../traffic.ts';
import { BadTraffic } from './read-har.ts';

/** The name of the format in the first line of a recording of the emulator. */
const KIND = 'tryon-kit session';
const FORMAT = 1;

type Line = Readonly<Record<string, unknown>>;

export function isSession(text: string): boolean {
  const first = jsonOf(text.slice(0, text.indexOf('\n') + 1 || undefined));
  return isMap(first) && first['file'] === KIND;
}

/** The exchanges of a recording of the emulator. The file has the order of its requests and answers. */
export async function readSession(source: string, text: string): Promise<Traffic> {
  const lines = text.split('\n').map(jsonOf);
  const [head] = lines;
  if (!isMap(head) || Number(head['format']) > FORMAT)
    throw new BadTraffic(`${source}: the recording is of a newer format; use the version of tryon-kit that made it`);
  const reading: Reading = { bytes: new Map(), open: new Map(), done: [] };
  for (const [line, entry] of lines.entries()) if (isMap(entry)) readEntry(entry, line, reading);
  const left: LeftOut[] = [...reading.open.keys()].map((number) => ({ number, why: 'no whole answer was seen' }));
  const passings = inOrder(await Promise.all(reading.done.map(passingOf)));
  if (passings.length === 0) throw new BadTraffic(`${source}: the recording has no answered request`);
  return { source, server: 'http://emulator', passings, left, hooks: [] };
}

type Bytes = ReadonlyMap<string, Uint8Array>;
type Reading = { bytes: Map<string, Uint8Array>; open: Map<number, RawExchange>; done: RawExchange[] };

function readEntry(entry: Line, line: number, { bytes, open, done }: Reading): void {
  const number = Number(entry['n']);
  const raw = open.get(number);
  switch (entry['do']) {
    case 'bytes':
      bytes.set(String(entry['digest']), Buffer.from(String(entry['base64']), 'base64'));
      return;
    case 'request':
      open.set(number, requestOf(number, line, entry, bytes));
      return;
    case 'body':
    case 'no_body':
      if (raw !== undefined) open.set(number, { ...raw, body: bodyOf(entry['body'], bytes) });
      return;
    case 'answer':
      if (raw !== undefined) done.push(answered(raw, line - raw.at, entry, bytes));
      open.delete(number);
      return;
    default:
  }
}

/** The times in a recording do not advance during a turn, so line numbers are used for the order. */
function requestOf(number: number, line: number, entry: Line, bytes: Bytes): RawExchange {
  return {
    number,
    method: String(entry['method']),
    url: String(entry['target']),
    headers: headersIn(entry['headers']),
    body: entry['body'] === undefined ? new Uint8Array() : bodyOf(entry['body'], bytes),
    answer: null,
    silence: 'closed',
    at: line,
    slack: 0,
    took: 0,
  };
}

function answered(raw: RawExchange, took: number, entry: Line, bytes: Bytes): RawExchange {
  const status = Number(entry['status'] ?? 0);
  if (status === 0 || entry['harm'] !== undefined) return { ...raw, took };
  const body = entry['body'] === null ? new Uint8Array() : bodyOf(entry['body'], bytes);
  return { ...raw, took, silence: null, answer: { status, headers: headersIn(entry['headers']), body } };
}

function headersIn(value: unknown): HeaderPairs {
  return Object.entries(isMap(value) ? value : {}).map(([name, text]) => [name, String(text)]);
}

function bodyOf(value: unknown, bytes: Bytes): KeptBody {
  if (typeof value === 'string') return Buffer.from(value);
  return isMap(value) ? (bytes.get(String(value['bytes'])) ?? null) : null;
}
