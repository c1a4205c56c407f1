import sharp from 'sharp';
import { version } from '../../emulator/adapters/version.ts';
import type { Emulator } from '../../emulator/index.ts';
import { packed } from '../../emulator/record/contents.ts';
import type { EntryInput } from '../../emulator/record/session.ts';
import { writeSession } from '../../emulator/record/tape.ts';
import { BLANK, numberOf } from './machine/pictures.ts';
import { CONFIG, START } from './machine/world-config.ts';
import type { Operation, Reply } from './operation.ts';
import type { Asked } from './requests.ts';

/** Records a session in the format of recordings, which `tryon-emulator replay` plays. */
export type Tape = {
  noteRequest(asked: Asked, status: number | null): void;
  noteReply(url: string, reply: Reply): void;
  /** Leaves out a step that a recording cannot contain. Later answers may differ from then on. */
  leaveOut(operation: Operation): void;
  /** Wraps an emulator and records its calls that change something. */
  taped(emulator: Emulator): Emulator;
  text(): Promise<string>;
};

type Call = (...given: unknown[]) => unknown;
type Entry = { at: number; isCompared: boolean } & (
  | { asked: Asked; status: number | null }
  | { name: string; given: readonly unknown[] }
);

/** Events of the process and the disk, and calls that read from them. */
export const LEFT_OUT: readonly Operation['does'][] = ['restart', 'die within', 'disk', 'compact', 'checkpoint'];
/** Calls that only read, or that inspect the process. */
const LOOKS_ON =
  /^(?:webhooks\.(?:list|deliveries|settled)|(?:faults|plans|snapshots)\.list|clock\.(?:now|read)|files\.export|data\..*|.*\.read)$/;
const GROUPS = [
  'clock',
  'plans',
  'faults',
  'jobs',
  'readings',
  'switches',
  'accounts',
  'webhooks',
  'snapshots',
  'files',
];

export function createTape(now: () => number): Tape {
  const entries: Entry[] = [];
  const replies = new Map<string, Reply[]>();
  const leftOut = new Set<string>();
  const note = () => ({ at: now() - Date.parse(START), isCompared: leftOut.size === 0 });
  return {
    noteRequest: (asked, status) => void entries.push({ ...note(), asked, status }),
    noteReply: (url, reply) => void replies.set(url, [...(replies.get(url) ?? []), reply]),
    leaveOut: ({ does }) => void leftOut.add(does),
    taped: (emulator) =>
      tapedCalls(
        emulator,
        GROUPS,
        (name, given) => void entries.push({ ...note(), name, given: structuredClone(given) }),
      ),
    text: () => textOf(entries, replies, [...leftOut]),
  };
}

type NoteCall = (name: string, given: readonly unknown[]) => void;

/** Wraps the calls of the groups so that each is recorded before it is made. Everything else is unchanged. */
function tapedCalls(emulator: Emulator, groups: readonly string[], note: NoteCall): Emulator {
  const descriptors = Object.getOwnPropertyDescriptors(emulator) as Record<string, PropertyDescriptor>;
  for (const group of groups) {
    const calls = Object(emulator)[group] as Record<string, Call>;
    const taped = Object.entries(calls).map(([name, call]): [string, unknown] => {
      const whole = `${group}.${name}`;
      if (typeof call !== 'function' || LOOKS_ON.test(whole)) return [name, call];
      const noted: Call = (...given) => {
        note(whole, given);
        return call.apply(calls, given);
      };
      return [name, noted];
    });
    descriptors[group] = { value: Object.fromEntries(taped), enumerable: true };
  }
  return Object.defineProperties({} as Emulator, descriptors);
}

async function textOf(
  entries: readonly Entry[],
  replies: ReadonlyMap<string, readonly Reply[]>,
  leftOut: readonly string[],
): Promise<string> {
  let text = '';
  const about =
    leftOut.length === 0
      ? 'a session of npm run simulate'
      : `a session of npm run simulate, without operations that a recording cannot contain (${leftOut.join(', ')}): statuses after them are not compared; --session plays all of it`;
  const head = {
    version: version(),
    pace: 'free' as const,
    began: Date.parse(START),
    start: { config: CONFIG },
    about,
  };
  const writer = writeSession(head, (line) => {
    text += line;
  });
  for (const [url, list] of replies) writer.entry({ do: 'replies', url, replies: list.map(replyOf) });
  for (const [index, entry] of entries.entries()) {
    const { at, isCompared } = entry;
    const n = index + 1;
    if ('name' in entry) {
      writer.entry({ do: 'call', n, at, world: null, name: entry.name, with: packed(entry.given, writer) });
      continue;
    }
    const { method, path, headers, body } = entry.asked;
    const bytes = await bytesOf(body);
    const sent: Pick<EntryInput & { do: 'request' }, 'body'> =
      bytes === null ? {} : { body: writer.content(bytes, true) };
    writer.entry({ do: 'request', n, at, method, target: path, headers: lowered(headers), ...sent });
    if (isCompared && entry.status !== null) writer.entry({ do: 'answer', n, status: entry.status });
  }
  return text;
}

function lowered(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function replyOf(reply: Reply): unknown {
  return reply === 'connection' || reply === 'tls' ? 'reset' : reply;
}

/** A simulated picture is only a head. It is replaced by a real picture of the same size. */
async function bytesOf(body: Asked['body']): Promise<Uint8Array | null> {
  if (body === null) return null;
  if (typeof body === 'string') return Buffer.from(body);
  const number = numberOf(body);
  return number === null ? body : drawn(number);
}

/** A picture that is all skin color, or that has none. */
function drawn(number: number): Promise<Uint8Array> {
  const background = number === BLANK ? '#2040c0' : '#caa184';
  return sharp({ create: { width: 64 + number, height: 80, channels: 3, background } })
    .png()
    .toBuffer();
}
