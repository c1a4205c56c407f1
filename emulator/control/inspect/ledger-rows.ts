import { type Account, ownerOf } from '../../domain/account.ts';
import type { Job } from '../../domain/job.ts';
import { type Instant, toIso } from '../../domain/values/time.ts';
import type { World } from '../../world/world.ts';
import type { LedgerRow } from './shapes.ts';

type Entry = { at: Instant; kind: 'hold' | 'capture' | 'release'; units: number; job: string };

/**
 * What the jobs that are there did to the units of an account, in order. What grants, adjustments and jobs that are gone came
 * to stands in the first row, since they leave no trace but the balance.
 */
export function ledgerRows({ state }: World, { name, ledger }: Account): LedgerRow[] {
  const owner = ownerOf(name, 'live');
  const entries = [...state.jobs.values()].filter((job) => job.owner === owner).flatMap(entriesOf);
  entries.sort((one, other) => one.at - other.at);
  const captured = entries.reduce((sum, { kind, units }) => (kind === 'capture' ? sum + units : sum), 0);
  let settled = ledger.settled + captured;
  let held = 0;
  const rows: LedgerRow[] = [rowOf(null, 'opening', settled, null, settled, held)];
  for (const { at, kind, units, job } of entries) {
    held += kind === 'hold' ? units : -units;
    if (kind === 'capture') settled -= units;
    rows.push(rowOf(toIso(at), kind, units, job, settled, held));
  }
  return rows;
}

function entriesOf({ id, charge, createdAt, completedAt, stageSince }: Job): Entry[] {
  if (charge === null) return [];
  const hold: Entry = { at: createdAt, kind: 'hold', units: charge.units, job: id };
  if (charge.state === 'held') return [hold];
  const kind = charge.state === 'captured' ? 'capture' : 'release';
  return [hold, { at: completedAt ?? stageSince, kind, units: charge.units, job: id }];
}

function rowOf(
  at: string | null,
  kind: LedgerRow['kind'],
  units: number,
  job: string | null,
  settled: number,
  held: number,
): LedgerRow {
  return { at, kind, units, job, settled, held, available: settled - held };
}
