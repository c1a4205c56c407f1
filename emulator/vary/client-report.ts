import * as z from 'zod';
import { jsonIn } from '../../shared/json-in.ts';
import { BadInput } from '../domain/values/bad-input.ts';

/** The variable that names the file to which tests write what the client did and reported, as lines of JSON. */
export const CLIENT_REPORT = 'TRYON_CLIENT_REPORT';
/** Its former name, which is still set. */
export const FORMER_CLIENT_REPORT = 'TRYON_TOLD';

/** What tests always write, if they declare it. Then a missing line means that the client did not report it. */
export const REPORT_KINDS = ['ends', 'pictures', 'refusals', 'waits'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

export type ClientReport = {
  reports: ReadonlySet<ReportKind>;
  /** How the client reports that a job ended, by job id and then by world, since worlds create the same ids. */
  ends: ReadonlyMap<string, readonly string[]>;
  /** The bytes stored of a result asset, by its id; null if the client reported that there is no picture. */
  pictures: ReadonlyMap<string, number | null>;
  refusals: ReadonlySet<string>;
  /** The total number of seconds that the client waited. */
  waited: number;
};

export const NOTHING_REPORTED: ClientReport = {
  ...{ reports: new Set(), ends: new Map(), pictures: new Map(), refusals: new Set() },
  waited: 0,
};

const lineSchema = z.union([
  z.strictObject({ reports: z.array(z.enum(REPORT_KINDS)) }),
  z.strictObject({ job: z.string(), ended: z.enum(['succeeded', 'failed', 'cancelled']) }),
  z.strictObject({ asset: z.string(), bytes: z.int().min(0).nullable() }),
  z.strictObject({ refused: z.string() }),
  z.strictObject({ waited: z.number().min(0) }),
]);

/** Reads the lines. The last one may be incomplete if the run was stopped. */
export function readClientReport(text: string): ClientReport {
  const reports = new Set<ReportKind>();
  const ends = new Map<string, string[]>();
  const pictures = new Map<string, number | null>();
  const refusals = new Set<string>();
  const lines = text.split('\n').slice(0, -1);
  const said = lines.flatMap((line, index) => (line.trim() === '' ? [] : [parsedLine(line, index + 1)]));
  for (const one of said) {
    if ('reports' in one) for (const kind of one.reports) reports.add(kind);
    else if ('job' in one) ends.set(one.job, [...(ends.get(one.job) ?? []), one.ended]);
    else if ('asset' in one) pictures.set(one.asset, one.bytes);
    else if ('refused' in one) refusals.add(one.refused);
  }
  const waited = said.reduce((sum, one) => sum + ('waited' in one ? one.waited : 0), 0);
  return { reports, ends, pictures, refusals, waited };
}

function parsedLine(line: string, number: number): z.output<typeof lineSchema> {
  const parsed = lineSchema.safeParse(jsonIn(line));
  if (parsed.success) return parsed.data;
  const forms =
    'write {"job": "job_…", "ended": "failed"}, {"asset": "asset_…", "bytes": 1024}, {"refused": "GET /v1/assets"}, {"waited": 2} or {"reports": ["ends"]}';
  throw new BadInput(`The file of ${CLIENT_REPORT}`, [
    { path: `line ${number}`, problem: `is ${line.slice(0, 80)}; ${forms}` },
  ]);
}
