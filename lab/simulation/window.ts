import type { Books } from './books.ts';
import { same } from './broken.ts';
import { startMachine } from './machine/machine.ts';
import type { Operation } from './operation.ts';
import type { Sim } from './sim.ts';
import { machineParts } from './start.ts';

/** Steps to replay, once from a snapshot and once in a world imported into another emulator. */
export type Window = { books: Books; bytes: Uint8Array; steps: Operation[]; length: number };

const NAME = 'window';
/** Operations that change more than the world. */
const ENDS = ['save', 'load', 'export', 'import', 'compact', 'checkpoint', 'restart', 'die within', 'disk'];

export function endsWindow(operation: Operation): boolean {
  return ENDS.includes(operation.does);
}

export async function openWindow(sim: Sim, length: number): Promise<Window> {
  const { emulator } = sim.machine;
  emulator.snapshots.save(NAME);
  sim.transcript = [];
  return { books: structuredClone(sim.books), bytes: await emulator.files.export(), steps: [], length };
}

/** Replays the steps twice, and compares the answers with the first ones. */
export async function closeWindow(
  sim: Sim,
  { books, bytes, steps }: Window,
  playStep: (sim: Sim, operation: Operation) => Promise<unknown>,
): Promise<void> {
  const first = sim.transcript ?? [];
  sim.machine.emulator.snapshots.load(NAME);
  sim.machine.emulator.snapshots.remove(NAME);
  sim.books = structuredClone(books);
  sim.transcript = [];
  for (const operation of steps) await playStep(sim, operation);
  compare('rewind', sim.transcript, first);
  const twin: Sim = { ...sim, books: structuredClone(books), disk: null, transcript: [], tape: null, trouble: null };
  twin.machine = await startMachine(null, machineParts(twin));
  await twin.machine.emulator.files.import(bytes);
  for (const operation of steps) await playStep(twin, operation);
  compare('twin', twin.transcript ?? [], first);
  twin.machine.end();
  await twin.machine.emulator.close();
  sim.transcript = null;
  sim.trouble ??= twin.trouble;
}

function compare(invariant: 'rewind' | 'twin', again: readonly string[], first: readonly string[]): void {
  for (const [index, line] of first.entries()) same(invariant, again[index], line, `what came at ${index + 1}`);
  same(invariant, again.length, first.length, 'the number of answers and deliveries');
}
