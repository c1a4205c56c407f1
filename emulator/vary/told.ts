import * as z from 'zod';
import { BadInput } from '../domain/values/bad-input.ts';

/** Names the file into which tests write what the client reported to its caller, a line of JSON each. */
export const TOLD_FILE = 'TRYON_TOLD';

/** What a suite can promise to write always. If it promised, a missing line means that the client did not report it. */
export const TOLD_KINDS = ['ends', 'pictures', 'refusals'] as const;
export type ToldKind = (typeof TOLD_KINDS)[number];

export type Told = {
  reports: ReadonlySet<ToldKind>;
  /** By the id of a job: how the client says that it ended, world by world, since worlds make the same ids. */
  ends: ReadonlyMap<string, readonly string[]>;
  /** By the id of a result asset: how many bytes the client stored; null if it reported that there is no picture. */
  pictures: ReadonlyMap<string, number | null>;
  /** The routes of which the client reported a refusal. */
  refusals: ReadonlySet<string>;
};

export const NOTHING_TOLD: Told = { reports: new Set(), ends: new Map(), pictures: new Map(), refusals: new Set() };

const lineSchema = z.union([
  z.strictObject({ reports: z.array(z.enum(TOLD_KINDS)) }),
  z.strictObject({ job: z.string(), ended: z.enum(['succeeded', 'failed', 'cancelled']) }),
  z.strictObject({ asset: z.string(), bytes: z.int().min(0).nullable() }),
  z.strictObject({ refused: z.string() }),
]);

/** Reads the lines. The last one may have been cut off where a run was ended. */
export function readTold(text: string): Told {
  const reports = new Set<ToldKind>();
  const ends = new Map<string, string[]>();
  const pictures = new Map<string, number | null>();
  const refusals = new Set<string>();
  const lines = text.split('\n').slice(0, -1);
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const said = parsedLine(line, index + 1);
    if ('reports' in said) for (const kind of said.reports) reports.add(kind);
    else if ('job' in said) ends.set(said.job, [...(ends.get(said.job) ?? []), said.ended]);
    else if ('asset' in said) pictures.set(said.asset, said.bytes);
    else refusals.add(said.refused);
  }
  return { reports, ends, pictures, refusals };
}

function parsedLine(line: string, number: number): z.output<typeof lineSchema> {
  const parsed = lineSchema.safeParse(jsonOf(line));
  if (parsed.success) return parsed.data;
  const forms =
    'write {"job": "job_…", "ended": "failed"}, {"asset": "asset_…", "bytes": 1024}, {"refused": "GET /v1/assets"} or {"reports": ["ends"]}';
  throw new BadInput(`The file of ${TOLD_FILE}`, [
    { path: `line ${number}`, problem: `is ${line.slice(0, 80)}; ${forms}` },
  ]);
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
