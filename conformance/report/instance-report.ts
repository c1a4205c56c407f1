import { createHash } from 'node:crypto';
import type { TapeEntry } from '../effects/tape.ts';
import type { Ran } from '../run/session.ts';
import type { InstanceReport } from './report.ts';

/** The part of a report about one instance. */
export function instanceReport({ facts, ...ran }: Ran): InstanceReport {
  const keys = Object.entries(facts?.keys ?? {}).map(([role, { environment }]) => [role, environment]);
  return {
    ...ran,
    keys: Object.fromEntries(keys),
    tenant: facts?.tenant?.id ?? null,
    median_job_time: facts?.medianJobTime ?? 0,
    digest: digestOfTape(ran.tape),
  };
}

/** A digest of the whole tape, so that a change which alters no verdict is noticed as well. */
export function digestOfTape(tape: readonly TapeEntry[]): string {
  return createHash('sha256').update(JSON.stringify(tape)).digest('hex').slice(0, 16);
}

/** `scenario[arm/row]#2` is the second time of `scenario[arm/row]`. */
export function baseOf(instance: string): string {
  return instance.replace(/#\d+$/, '');
}
