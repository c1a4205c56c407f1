import type { DriverName, Role } from '../../suite/vocabulary.ts';
import type { KeyEnvironment } from '../../target/target.ts';

/** What a server lets the tester do that its API cannot. All of it is optional. */
export type Drivers = {
  offered: ReadonlySet<DriverName>;
  /** Whether a tenant can have a clock that moves alone. */
  clockPerAccount: boolean;
  /** The drivers as they concern the tenant of a key; null leaves it to the server whose they are. */
  forAccount(key: string | null): AccountDrivers;
  createAccount(spec: AccountSpec): Promise<MadeAccount>;
  /** Takes a tenant away with all that it owns, and the accounts that were made for it. */
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

/** Instants are in milliseconds since 1970. */
export type ClockDriver = {
  now(): Promise<number>;
  /** Lets time pass; resolves when all that came of it is done. */
  advance(target: { by: number } | { to: number }): Promise<Advanced>;
};
export type Advanced = {
  now: number;
  fired: { at: number; kind: string; ref: string }[];
  /** Null if nothing is due, and where the clock does not say. */
  next_due: number | null;
  hides_due?: true;
};

/** What a job goes through before its end. A server may lack each of them, and what the API shows in it depends on the server. */
export type Stage = 'queued' | 'picked_up' | 'preparing' | 'processing';

export type JobPlan = {
  match?: {
    operation?: string;
    environment?: 'live' | 'test';
    key?: string;
    idempotency_key?: string;
    input_digest?: string;
  };
  /** How many jobs it decides; by default, the next one only. */
  times?: number;
  /** Durations in milliseconds, or texts such as 5s. */
  stages?: Partial<Record<Stage, number | string>>;
  hold_at?: Stage | null;
  outcome?: { status: 'succeeded' } | { status: 'failed'; code: string };
};

/** `key`: the key that submits the job, or submitted it; that of the tenant if it is omitted. */
export type JobsDriver = {
  /** Decides jobs to come; answers the id of the plan. */
  plan(plan: JobPlan, key?: string): Promise<string>;
  /** Removes the plans that were made for this tenant. */
  clearPlans(): Promise<void>;
  /** Lets a held job go on. */
  release(job: string, key?: string): Promise<JobStage>;
  /** Takes a job over its next boundary. */
  step(job: string, key?: string): Promise<JobStage>;
  read(job: string, key?: string): Promise<JobStage>;
};
/** The stage, or the status of a job that has ended. */
export type JobStage = { stage: string; held: boolean | null };

/** What of an account that is there can be changed. */
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
  /** A new secret; the previous one stays valid for so many milliseconds, or a text such as 24h. */
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
  /** Submissions a minute and key; null is no limit. */
  admission_per_minute?: number | null;
  /** Jobs of each operation a UTC day; null is no limit. */
  daily_quota?: number | null;
};
export type FaultsDriver = { set(faults: Faults): Promise<void> };

export type KeySpec = {
  environment?: 'live' | 'test';
  scopes?: readonly string[];
  revoked?: boolean;
  expired?: boolean;
  /** Networks that the key may be used from; null is everywhere. */
  allowlist?: readonly string[] | null;
};

/** An account to be made. What is left out is as the server has it. */
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
  /** What was asked for and is not so: `features`, `unit_costs.skin.analyze`. */
  declined: readonly string[];
  /** Whether the driver says what it declined; else what was asked for may be so or not. */
  reportsDeclined: boolean;
  /** Accounts that were made beside it, for the keys of other_account and disabled. */
  beside: readonly string[];
};

/** The server does not have the driver, or not this call of it. */
export class DriverAbsent extends Error {
  readonly driver: DriverName;

  constructor(driver: DriverName, what: string, said: string) {
    super(`the driver ${driver} does not serve ${what}${said === '' ? '' : `: ${said}`}`);
    this.name = 'DriverAbsent';
    this.driver = driver;
  }
}

/** The server has the driver, and it did not do what was requested. `contract` is the whole of them. */
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
