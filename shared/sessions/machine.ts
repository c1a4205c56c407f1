import { NEW, type Numbered } from './operation.ts';
import type { Random } from './random.ts';
import { weighted } from './random.ts';

/** One kind of operation: its relative frequency, and the function that draws one; null if it is not possible now. */
export type Row<Deed, Known, Tools> = {
  weight: number;
  does: string;
  /** The focus of a session in which it comes up more often. */
  topic: string;
  draw(random: Random, known: Known, tools: Tools): Deed | null;
};

/** The set of operations to draw from. */
export type Machine<Deed, Known, Tools> = {
  rows: readonly Row<Deed, Known, Tools>[];
  after(known: Known, operation: Numbered<Deed>): Known;
  /** The factor by which a row is more frequent now; 0 excludes it. */
  favor(row: Row<Deed, Known, Tools>, known: Known, nth: number): number;
  tools: Tools;
};

/** A claim within a batch that stands for the number of its first part. */
export const OF_FIRST = -2;
const MOST_TRIES = 50;

type Drawing<Known> = { random: Random; known: Known; first: number; steps: number };

/** Draws `count` operations, each based on what the previous ones have created; fewer if nothing more can be drawn. */
export function drawOperations<Deed extends { does: string }, Known, Tools>(
  machine: Machine<Deed, Known, Tools>,
  { random, known: start, first, steps }: Drawing<Known>,
): { operations: Numbered<Deed>[]; known: Known; next: number } {
  const operations: Numbered<Deed>[] = [];
  let [known, next] = [start, first];
  while (operations.length < steps) {
    const deed = drawDeed(machine, random, known, next);
    if (deed === null) break;
    const operation = placed(deed, next);
    operations.push(operation);
    known = machine.after(known, operation);
    next += 1 + (partsOf(operation)?.length ?? 0);
  }
  return { operations, known, next };
}

function drawDeed<Deed, Known, Tools>(
  { rows, favor, tools }: Machine<Deed, Known, Tools>,
  random: Random,
  known: Known,
  nth: number,
): Deed | null {
  const weights = rows.map((row) => [row.weight * favor(row, known, nth), row] as const);
  const possible = weights.filter(([weight]) => weight > 0);
  for (let tries = 0; tries < MOST_TRIES && possible.length > 0; tries += 1) {
    const deed = weighted(random, possible).draw(random, known, tools);
    if (deed !== null) return deed;
  }
  return null;
}

/** A batch is numbered together with its parts, which follow it directly. */
function placed<Deed extends { does: string }>(deed: Deed, nth: number): Numbered<Deed> {
  const parts = partsOf(deed);
  if (parts === undefined) return withClaim({ ...deed, nth }, nth);
  return { ...deed, nth, parts: parts.map((part, index) => withClaim({ ...part, nth: nth + 1 + index }, nth + 1)) };
}

function withClaim<One extends { nth: number }>(operation: One, first: number): One {
  const { claim } = operation as { claim?: number };
  if (claim === NEW) return { ...operation, claim: operation.nth };
  return claim === OF_FIRST ? { ...operation, claim: first } : operation;
}

function partsOf(deed: object): readonly Numbered<object>[] | undefined {
  return (deed as { parts?: readonly Numbered<object>[] }).parts;
}
