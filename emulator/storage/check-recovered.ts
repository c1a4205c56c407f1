import * as z from 'zod';
import { inputProblems } from '../domain/values/bad-input.ts';
import type { ClockRow } from '../runtime/clock.ts';
import type { PictureRecipe } from '../world/ports.ts';
import { recipe } from '../world/rows/job-rows.ts';
import { count, digest, instant, schemaOf } from '../world/rows/schema-of.ts';
import { DataProblem } from './data-problem.ts';
import type { FileSystem } from './file-system.ts';
import type { Replica } from './replay.ts';
import { clockSchema } from './world-file.ts';

const clockRow = schemaOf<ClockRow>()(clockSchema.extend({ wall: z.number(), world: instant }));
/** What a directory says of a world beside its rows, and what its changes have made of it. */
const replica = z.object({ name: z.string(), clock: clockRow, requests: count, now: instant });
const snapshot = z.object({ clock: clockSchema, requests: count });
const recipes = z.array(z.tuple([digest, recipe]));
/** What comes next is numbered by these: with one that is no number, nothing would be kept any more. */
const numbers = z.object({ nextChange: count, next: z.object({ world: count, snapshot: count }) });

type Recovered = {
  replicas: ReadonlyMap<number, Replica>;
  recipes: ReadonlyMap<string, PictureRecipe>;
  nextChange: number;
  next: { world: number; snapshot: number };
};

/** Throws where a directory holds what no emulator has written, beside the rows of its worlds, which are checked where they are read. */
export function requireSound(files: FileSystem, recovered: Recovered): void {
  const require = (what: string, schema: z.ZodType, value: unknown) => {
    const { error } = schema.safeParse(value);
    if (error === undefined) return;
    const [first] = inputProblems(schema, error);
    throw new DataProblem(
      `${files.name} is damaged: ${what}: ${first?.path} ${first?.problem}. Restore it from a copy, or start in another directory`,
    );
  };
  for (const { name, clock, requests, world, snapshots } of recovered.replicas.values()) {
    require(`the world ${name}`, replica, { name, clock, requests, now: world.state.now });
    for (const one of snapshots.values()) require(`a snapshot of the world ${name}`, snapshot, one);
  }
  require('its numbers', numbers, recovered);
  require('how pictures are made again', recipes, [...recovered.recipes]);
}
