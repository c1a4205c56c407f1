import * as z from 'zod/mini';
import type { Evidence } from '../../judge/evidence.ts';
import { anything } from '../../suite/yaml/schema-parts.ts';
import { type Report, unpackedFields } from '../report.ts';
import { PACKED_VERSION, REPORT_VERSION } from '../report-version.ts';
import { type Packed, pack } from './pack.ts';
import { unpack } from './unpack.ts';

const shapes = z.array(z.array(z.string()));
/** What `pack` made, with the evidence and the instances for its value. */
const packed = z.strictObject({ shapes, shared: z.array(anything), value: anything });

/** The report as a file has it: what was recorded is most of it, and is told once where it is the same. */
export const packedReportSchema = z.extend(unpackedFields, { report: z.literal(PACKED_VERSION), packed });
export type PackedReport = Omit<Report, 'report' | 'evidence' | 'instances'> & {
  report: typeof PACKED_VERSION;
  packed: Packed;
};

type Check = Omit<Evidence, 'instance' | 'exchanges'>;
/** `check` is the place in the list of checks: a few thousand of them come to all evidence. */
type Seen = { check: number; instance: string; exchanges: readonly number[] };

export function packReport({ evidence, instances, ...rest }: Report): PackedReport {
  const { checks, seen } = apart(evidence);
  return { ...rest, report: PACKED_VERSION, packed: pack({ checks, evidence: seen, instances }) };
}

function apart(evidence: readonly Evidence[]): { checks: Check[]; seen: Seen[] } {
  const places = new Map<string, number>();
  const checks: Check[] = [];
  const seen = evidence.map((one): Seen => {
    const { instance, exchanges, ...check } = one;
    const { rule, outcome, partial, step, place, reason, detail, mismatches } = check;
    const key = [rule, outcome, partial, step, place, reason, detail === null ? '' : `:${detail}`].join('\0');
    const known = mismatches.length === 0 ? places.get(key) : undefined;
    const index = known ?? checks.push(check) - 1;
    if (mismatches.length === 0) places.set(key, index);
    return { check: index, instance, exchanges };
  });
  return { checks, seen };
}

/** As a run made it. What it was packed of has still to be looked at: anybody may have written it. */
export function unpackReport({ packed, ...rest }: PackedReport): unknown {
  const { checks, evidence, instances } = Object(unpack(packed)) as Record<string, unknown>;
  const known: unknown[] = Array.isArray(checks) ? checks : [];
  const whole = Array.isArray(evidence) ? evidence.map((seen) => evidenceOf(Object(seen), known)) : evidence;
  return { ...rest, report: REPORT_VERSION, evidence: whole, instances };
}

function evidenceOf({ check, instance, exchanges }: Partial<Seen>, checks: readonly unknown[]): unknown {
  const { rule, outcome, partial, ...more } = Object(checks[check ?? -1]);
  return { rule, outcome, partial, instance, ...more, exchanges };
}
