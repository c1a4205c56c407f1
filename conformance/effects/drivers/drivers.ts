import type { DriverName, Role } from '../../suite/vocabulary.ts';
import type { KeyEnvironment } from '../../target/target.ts';

/** What a server lets the tester do beyond its API. All of it is optional. */
export type Drivers = {
  offered: ReadonlySet<DriverName>;
  /** Whether a tenant can have a clock that moves independently. */
  clockPerAccount: boolean;
  /** Returns the drivers for the tenant of a key. If it is null, the server decides. */
  forAccount(key: string | null): AccountDrivers;
  createAccount(spec: AccountSpec): Promise<MadeAccount>;
  /** Removes a tenant with everything it owns, and the accounts that were made for it. */
  removeAccount(tenant: MadeAccount): Promise<void>;
};

export type AccountDrivers = {
  tenants: AccountsDriver;
  clock: ClockDriver;
  jobs: JobsDriver;
  credits: CreditsDriver;
  webhooks: WebhooksDriver;
  faults: FaultsDriver;
};

/** Times are in milliseconds since 1970. */
export type ClockDriver = {
  now(): Promise<number>;
  /** Moves the time. Resolves when all resulting work is done. */
  advance(target: { by: number } | { to: number }): Promise<Advanced>;
};
export type Advanced = {
  now: number;
  fired: { at: number; kind: string; ref: string }[];
  /** Null if nothing is due, or if the clock does not report it. */
  next_due: number | null;
  hides_due?: true;
};

/**
 * The stages of a job before its end. A server may lack any of them, and what the API shows in each depends on the
 * server.
 */
export type Stage = 'queued' | 'picked_up' | 'preparing' | 'processing';

export type JobPlan = {
  match?: {
    operation?: string;
    environment?: 'live' | 'test';
    key?: string;
    idempotency_key?: string;
    input_digest?: string;
  };
  /** The number of jobs that it applies to; by default, only the next one. */
  times?: number;
  /** Durations in milliseconds, or texts such as 5s. */
  stages?: Partial<Record<Stage, number | string>>;
  hold_at?: Stage | null;
  outcome?: { status: 'succeeded' } | { status: 'failed'; code: string };
};

/** `key`: the key of the job's submission; by default that of the tenant. */
export type JobsDriver = {
  /** Adds a plan for future jobs; returns its id. */
  plan(plan: JobPlan, key?: string): Promise<string>;
  /** Removes the plans that were made for this tenant. */
  clearPlans(): Promise<void>;
  /** Releases a held job. */
  release(job: string, key?: string): Promise<JobStage>;
  /** Moves a job to its next stage. */
  step(job: string, key?: string): Promise<JobStage>;
  read(job: string, key?: string): Promise<JobStage>;
};
/** The stage of a job, or its status if it has ended. */
export type JobStage = { stage: string; held: boolean | null };

/** What can be changed in an existing account. */
export type AccountChange = { features?: Readonly<Record<string, boolean>> };
export type AccountsDriver = { change(change: AccountChange): Promise<void> };

export type CreditChange = { adjust?: number; enforced?: boolean; threshold?: number | null; test_funded?: number };
export type CreditsDriver = { change(change: CreditChange): Promise<void> };

export type EndpointSpec = { url: string; events?: readonly string[]; environment: 'live' | 'test'; secret?: string };
export type Endpoint = { id: string; secret: string };
export type Delivery = {
  id: string;
  event: { id: string; type: string };
  state: string;
  attempts: { at: string; status: number | null }[];
  next_attempt_at: string | null;
};

export type WebhooksDriver = {
  register(endpoint: EndpointSpec): Promise<Endpoint>;
  /** Makes a new secret. The previous one stays valid for this many milliseconds, or for a duration such as 24h. */
  rotate(id: string, rotation: { keep_previous_for: number | string }): Promise<Endpoint>;
  ping(id: string): Promise<void>;
  enable(id: string): Promise<void>;
  disable(id: string): Promise<void>;
  read(id: string): Promise<{ enabled: boolean }>;
  deliveries(id: string): Promise<Delivery[]>;
  resend(delivery: string): Promise<void>;
  remove(id: string): Promise<void>;
};

export type Faults = {
  key_store_unreadable?: boolean;
  ledger_unreadable?: boolean;
  /** Submissions per minute and key; null for no limit. */
  admission_per_minute?: number | null;
  /** Jobs of each operation per UTC day; null for no limit. */
  daily_quota?: number | null;
};
export type FaultsDriver = { set(faults: Faults): Promise<void> };

export type KeySpec = {
  environment?: 'live' | 'test';
  scopes?: readonly string[];
  revoked?: boolean;
  expired?: boolean;
  /** Networks from which the key may be used; null for all. */
  allowlist?: readonly string[] | null;
};

/** An account to be made. For omitted members, the server's defaults apply. */
export type AccountSpec = {
  credits?: number;
  enforced?: boolean;
  threshold?: number | null;
  test_funded?: number;
  unit_costs?: Partial<Record<'skin.analyze' | 'makeup.apply' | 'hair.try_on', number>>;
  features?: Partial<Record<'lists' | 'cancel' | 'delete' | 'credits', boolean>>;
  webhooks?: boolean;
  keys: Partial<Record<Role, KeySpec>>;
  own_clock?: boolean;
};

/** An account that was made for the tester. */
export type MadeAccount = {
  id: string;
  keys: Partial<Record<Role, { secret: string; environment: KeyEnvironment }>>;
  own_clock: boolean;
  /** What was requested but not done: `features`, `unit_costs.skin.analyze`. */
  declined: readonly string[];
  /** Whether the driver reports what it declined; otherwise, some requests may not have been honored. */
  reportsDeclined: boolean;
  /** Accounts made beside it, for the keys of other_account and disabled. */
  beside: readonly string[];
};

/** The server lacks the driver, or this call of it. */
export class DriverAbsent extends Error {
  readonly driver: DriverName;

  constructor(driver: DriverName, what: string, said: string) {
    super(`the driver ${driver} does not serve ${what}${said === '' ? '' : `: ${said}`}`);
    this.name = 'DriverAbsent';
    this.driver = driver;
  }
}

/** The server has the driver, but it did not do what was requested. `contract` means all of them. */
export class DriverFailed extends Error {
  readonly driver: DriverName | 'contract';

  constructor(driver: DriverName | 'contract', what: string, said: string) {
    super(
      driver === 'contract'
        ? `${what}: ${said}; is the address under drivers.url right?`
        : `the driver ${driver} failed at ${what}: ${said}`,
    );
    this.name = 'DriverFailed';
    this.driver = driver;
  }
}
