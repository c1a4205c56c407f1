import type { FakeWallClock } from '../../emulator/testing/fake-wall-clock.ts';
import type { Books } from './books.ts';
import type { Counts } from './counts.ts';
import type { Machine } from './machine/machine.ts';
import type { Operation } from './operation.ts';
import type { Asked, ServiceOperation } from './requests.ts';
import type { Tape } from './tape.ts';

export type Sim = {
  books: Books;
  machine: Machine;
  wall: FakeWallClock;
  /** The number of processes so far. */
  life: number;
  /** Whether the disk refuses writes, and for how many more steps. */
  disk: { state: 'full' | 'read-only'; left: number } | null;
  /** A complete write in progress between the steps, and how much of it is written per step; null if there is none. */
  checkpoint: { pace: number } | null;
  /** The fraction of unsynced data that survives the announced death; null if none is announced. */
  dying: number | null;
  /** Operations with unknown outcome. */
  unsure: ServiceOperation[];
  saved: Map<number, Books>;
  exported: Map<number, { bytes: Uint8Array; books: Books }>;
  /** Whether an event is being resent by hand. */
  isResending: boolean;
  /** An error that occurred when no call was waiting for it. */
  trouble: unknown;
  counts: Counts;
  /** The answers of each step if they will be compared. */
  transcript: string[] | null;
  /** The recording of the session. */
  tape: Tape | null;
  tell(line: string): void;
};

export type Answer = {
  status: number;
  headers: Record<string, string>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into
  body: any;
};

/** Sends a request; null if no complete answer came. */
export async function ask(sim: Sim, asked: Asked): Promise<Answer | null> {
  const answer = await fetchFrom(sim, asked);
  sim.tape?.noteRequest(asked, answer?.status ?? null);
  return answer;
}

async function fetchFrom(sim: Sim, { method, path, headers, body }: Asked): Promise<Answer | null> {
  try {
    const init = { method, headers, ...(body !== null && { body: body as string }) };
    const { machine } = sim;
    const response = await machine.emulator.fetch(path, init);
    const text = await response.text();
    // A dead process never answers.
    if (machine.isEnded() || machine.files?.isDead()) return new Promise(() => {});
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text,
      body: isJson && text !== '' ? JSON.parse(text) : null,
    };
  } catch {
    return null;
  }
}

export function textOf(operation: Operation): string {
  const { nth: _, does, ...rest } = operation;
  const details = Object.entries(rest).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return [does, ...details].join(' ');
}

export function later(sim: Sim, error: unknown): void {
  sim.trouble ??= error;
}
