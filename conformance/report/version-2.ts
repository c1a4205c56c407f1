import * as z from 'zod/mini';
import { anything } from '../suite/yaml/schema-parts.ts';
import { REPORT_VERSION, type Report, unpackedFields } from './report.ts';

export const PACKED_VERSION = 2;

/**
 * A report as versions 0.2 wrote it, which is supported until 0.4. `packed` has the recording, with each repeated part
 * once. A map is the number of its shape, which has the names of its members, followed by their values; a list is 0
 * followed by its items. `$` and a base-36 number refers to one of the `shared` parts; a text that begins with `$` has
 * one more.
 */
const packed = z.strictObject({ shapes: z.array(z.array(z.string())), shared: z.array(anything), value: anything });

export const packedReportSchema = z.extend(unpackedFields, { report: z.literal(PACKED_VERSION), packed });
/** @deprecated Nothing writes this form any more; it is read until 0.4.0. */
export type PackedReport = Omit<Report, 'report' | 'evidence' | 'instances'> & {
  report: typeof PACKED_VERSION;
  packed: Packed;
};

export type Packed = { shapes: string[][]; shared: PackedValue[]; value: PackedValue };
export type PackedValue = null | boolean | number | string | PackedValue[];

/** Thrown if the packed part is invalid. */
export class BadPacked extends Error {}

/** The maximum size. Without a limit, a small file could refer to the same part again and again. */
const MOST = 500_000_000;
/** The maximum nesting of lists; a report has about ten levels. */
const DEEPEST = 500;

/** Returns the report of version 1. It must still be validated, since the file may come from anyone. */
export function unpackReport({ packed, ...rest }: PackedReport): unknown {
  const { checks, evidence, instances } = Object(unpack(packed)) as Record<string, unknown>;
  const known: unknown[] = Array.isArray(checks) ? checks : [];
  const whole = Array.isArray(evidence) ? evidence.map((one) => evidenceOf(Object(one), known)) : evidence;
  return { ...rest, report: REPORT_VERSION, evidence: whole, instances };
}

type Seen = { check?: number; instance?: unknown; exchanges?: unknown };

function evidenceOf({ check, instance, exchanges }: Seen, checks: readonly unknown[]): unknown {
  const { rule, outcome, partial, ...more } = Object(checks[check ?? -1]);
  return { rule, outcome, partial, instance, ...more, exchanges };
}

type Weighed = { value: unknown; weight: number };

function unpack({ shapes, shared, value }: Packed): unknown {
  const known: Weighed[] = [];
  const weighed = (packed: PackedValue, depth = 0): Weighed => {
    if (depth > DEEPEST) throw new BadPacked(`it has lists ${DEEPEST} deep in each other`);
    if (typeof packed === 'string') return weighedText(packed, known);
    if (!Array.isArray(packed)) return { value: packed, weight: 1 };
    const [shape, ...parts] = packed;
    const all = parts.map((part) => weighed(part, depth + 1));
    const weight = all.reduce((sum, one) => sum + one.weight, 1);
    if (weight > MOST) throw new BadPacked('it is larger than any report when it is unpacked');
    const values = all.map((one) => one.value);
    return { value: shape === 0 ? values : mapOf(shapes[Number(shape) - 1], values), weight };
  };
  for (const one of shared) known.push(weighed(one));
  return weighed(value).value;
}

function weighedText(text: string, known: readonly Weighed[]): Weighed {
  if (!text.startsWith('$')) return { value: text, weight: text.length };
  if (text.startsWith('$$')) return { value: text.slice(1), weight: text.length };
  const one = known[Number.parseInt(text.slice(1), 36)];
  if (one === undefined) throw new BadPacked(`${text} is none of what was shared before it`);
  return one;
}

function mapOf(names: readonly string[] | undefined, values: readonly unknown[]): unknown {
  if (names?.length !== values.length)
    throw new BadPacked(`there is no shape of ${values.length} members where one is used`);
  return Object.fromEntries(names.map((name, index) => [name, values[index]]));
}
