import { createHash } from 'node:crypto';
import type { TapeEntry } from '../effects/tape.ts';
import type { InstanceRun } from '../run/instance-run.ts';
import type { InstanceReport } from './report.ts';

export function instanceReport(ran: InstanceRun): InstanceReport {
  const { id, scenario, arm, row, outcome, reason, detail, took, tape, cut, facts } = ran;
  const tenant = facts?.tenant ?? null;
  const keys = Object.entries(facts?.keys ?? {}).map(([role, { environment }]) => [role, environment]);
  return {
    id,
    scenario,
    arm,
    row,
    outcome,
    reason,
    detail,
    took,
    keys: Object.fromEntries(keys),
    tenant: tenant?.id ?? null,
    ...(tenant !== null && {
      account: {
        has_own_units: tenant.hasOwnUnits ?? false,
        unsure: [...(tenant.unsure ?? [])],
        goes_whole: true,
        ...(tenant.readsBack === true && { reads_back: true }),
      },
    }),
    median_job_time: facts?.medianJobTime ?? 0,
    tape,
    ...(cut ? { cut } : { digest: digestOfTape(tape) }),
  };
}

/** A digest of the whole tape, so that changes are noticed even if they alter no verdict. */
export function digestOfTape(tape: readonly TapeEntry[]): string {
  return createHash('sha256').update(JSON.stringify(tape)).digest('hex').slice(0, 16);
}

/** `scenario[arm/row]#2` is the second run of `scenario[arm/row]`. */
export function baseOf(instance: string): string {
  return instance.replace(/#\d+$/, '');
}
