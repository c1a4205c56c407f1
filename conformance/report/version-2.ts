import * as z from 'zod/mini';
import { anything } from '../suite/yaml/schema-parts.ts';
import { REPORT_VERSION, type Report, unpackedFields } from './report.ts';

export const PACKED_VERSION = 2;

/**
 * A report as versions 0.2 wrote it, which is read until 0.4: the recording is in `packed`, each part that is repeated
 * once. Of a map it has the number of its shape, which names its members, and their values; of a list 0 and its items. `$` and
 * a number to the base of 36 refers to one of those `shared`; a text that begins with `$` has one more.
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

/** What is packed cannot be read. */
export class BadPacked extends Error {}

/** A small file can refer to the same part again and again: a report of a run is always shorter. */
const MOST = 500_000_000;
/** How many lists may be nested; a report has about ten. */
const DEEPEST = 500;

/** The report of version 1. It still has to be checked, since the file may come from anyone. */
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
