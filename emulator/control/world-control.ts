import * as z from 'zod';
import type { CoverageReport } from '../domain/test-control/coverage.ts';
import { parseInput } from '../domain/values/bad-input.ts';
import type { Snapshot } from '../runtime/keeper.ts';
import { reset } from '../runtime/snapshots.ts';
import type { WorldHost } from '../runtime/world-host.ts';
import { controlWebhooks, type WebhookControl } from '../webhooks/webhook-control.ts';
import type { Deviator } from '../world/world.ts';
import { type AccountControl, controlAccounts, type OwnWorlds } from './account-control.ts';
import { type ClockControl, controlClock } from './clock-control.ts';
import { controlDeviations, type DeviationControl } from './deviation-control.ts';
import { controlFaults, type FaultControl } from './fault-control.ts';
import type { FileControl, Recording, RecordOptions } from './files/file-control.ts';
import { controlInspect, type InspectControl } from './inspect/inspect-control.ts';
import { controlJobs, type JobControl } from './job-control.ts';
import { controlJournal, type JournalControl } from './journal-control.ts';
import { controlPlans, type PlanControl } from './plan-control.ts';
import { controlReadings, type ReadingControl } from './reading-control.ts';
import { type AuditControl, controlAudit } from './run-audit.ts';
import { controlSnapshots, type SnapshotControl } from './snapshot-control.ts';
import { controlSwitches, type SwitchControl } from './switch-control.ts';

/** The controls of one world. */
export type WorldControl = {
  readonly name: string;
  /** The first live and the first test key of the world; null if it has none. */
  readonly keys: { readonly live: string | null; readonly test: string | null };
  readonly clock: ClockControl;
  readonly plans: PlanControl;
  readonly faults: FaultControl;
  readonly deviations: DeviationControl;
  readonly readings: ReadingControl;
  readonly switches: SwitchControl;
  readonly jobs: JobControl;
  readonly accounts: AccountControl;
  /** The former name of `accounts`. */
  readonly tenants: AccountControl;
  readonly credits: CreditControl;
  readonly journal: JournalControl;
  readonly audit: AuditControl;
  /** The coverage of the service by clients of the world; a reset keeps it. */
  coverage(): Promise<CoverageReport>;
  readonly webhooks: WebhookControl;
  readonly snapshots: SnapshotControl;
  readonly files: FileControl;
  /** Information about the world for a person. */
  readonly inspect: InspectControl;
  /** Records this world as soon as no request is in progress; play it with `tryon-emulator replay`. */
  record(options?: RecordOptions): Promise<Recording>;
  /** Restores the initial state of the world; work in progress has no effect any more. */
  reset(): void;
};

export type CreditControl = {
  /** Grants units, or deducts them if negative. By default of the first account. */
  adjust(adjustment: { units: number; account?: string }): void;
  /** Sets the settled units. By default of the first account. */
  set(units: { units: number; account?: string }): void;
};

const adjustmentSchema = z.strictObject({ units: z.int(), account: z.string().optional() });

export type WorldParts = {
  host: WorldHost;
  snapshots: Map<string, Snapshot>;
  isSecretTaken(secret: string): boolean;
  ownWorlds: OwnWorlds;
  loadDeviator(): Promise<Deviator>;
  files: FileControl;
  coverage(): Promise<CoverageReport>;
  record(options?: RecordOptions): Promise<Recording>;
};

export function controlWorld(parts: WorldParts): WorldControl {
  const { host, snapshots, isSecretTaken, ownWorlds, loadDeviator, files, record, coverage } = parts;
  const accounts = controlAccounts(host, isSecretTaken, ownWorlds);
  return {
    name: host.name,
    get keys() {
      return firstKeys(host);
    },
    clock: controlClock(host),
    plans: controlPlans(host),
    faults: controlFaults(host),
    deviations: controlDeviations(host, loadDeviator),
    readings: controlReadings(host, loadDeviator),
    switches: controlSwitches(host),
    jobs: controlJobs(host),
    accounts,
    tenants: accounts,
    credits: {
      adjust: (input) => {
        const { units, account = null } = parseInput('The adjustment', adjustmentSchema, input);
        accounts.credits(account, { adjust: units });
      },
      set: (input) => {
        const { units, account = null } = parseInput('The credits', adjustmentSchema, input);
        accounts.credits(account, { set: units });
      },
    },
    journal: controlJournal(host),
    audit: controlAudit(host),
    coverage,
    webhooks: controlWebhooks(host),
    snapshots: controlSnapshots(host, snapshots),
    files,
    inspect: controlInspect(host),
    record,
    reset: () => reset(host),
  };
}

function firstKeys({ world }: WorldHost): WorldControl['keys'] {
  const keys = [...world.state.keys.values()];
  const first = (environment: string) => keys.find((key) => key.environment === environment)?.secret ?? null;
  return { live: first('live'), test: first('test') };
}
