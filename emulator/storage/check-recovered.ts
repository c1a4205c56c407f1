import * as z from 'zod';
import { inputProblems } from '../domain/values/bad-input.ts';
import { count, instant } from '../world/rows/schema-of.ts';
import { DataProblem } from './data-problem.ts';
import type { FileSystem } from './file-system.ts';
import { besideRows, clockRowSchema } from './kept-snapshot.ts';
import type { Replica } from './replay.ts';

/** The parts of a recovered world other than its rows. */
const replica = z.object({ ...besideRows, name: z.string(), clock: clockRowSchema, now: instant });
const snapshot = z.object(besideRows);
/** The numbers of the next entries. If one were not a number, nothing could be stored any more. */
const numbers = z.object({ nextChange: count, next: z.object({ world: count, snapshot: count }) });

type Recovered = {
  replicas: ReadonlyMap<number, Replica>;
  nextChange: number;
  next: { world: number; snapshot: number };
};

/** Throws if a directory contains values that no emulator writes. The rows of worlds are checked when they are read. */
export function requireSound(files: FileSystem, recovered: Recovered): void {
  for (const { name, clock, requests, world, snapshots } of recovered.replicas.values()) {
    requireFit(files, `the world ${name}`, replica, { name, clock, requests, now: world.state.now });
    for (const one of snapshots.values()) requireFit(files, `a snapshot of the world ${name}`, snapshot, one);
  }
  requireFit(files, 'its numbers', numbers, recovered);
}

/** Returns a value of a directory if it matches its schema; otherwise throws with the place of the problem. */
export function requireFit<Value>(files: FileSystem, what: string, schema: z.ZodType<Value>, value: unknown): Value {
  const { data, error } = schema.safeParse(value);
  if (error === undefined) return data;
  const [first] = inputProblems(schema, error);
  throw new DataProblem(
    `${files.name} is damaged: ${what}: ${first?.path} ${first?.problem}. Restore it from a copy, or start in another directory`,
  );
}
