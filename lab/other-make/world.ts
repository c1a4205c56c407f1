import { randomBytes, randomUUID } from 'node:crypto';
import { BREACHES } from './breaches/breaches.ts';
import { type AnyBreach, FRESH_BREACHES } from './breaches/fresh-breaches.ts';
import { type Choices, choicesOf } from './choices.ts';
import { type Clock, createClock } from './clock.ts';
import type { OtherServerOptions, Switch } from './options.ts';
import type { Pixels } from './pictures.ts';

export type Environment = 'live' | 'test';
export type Operation = 'skin.analyze' | 'makeup.apply' | 'hair.try_on';
export type Account = {
  id: string;
  isDisabled: boolean;
  settled: number;
  held: number;
  enforced: boolean;
  threshold: number | null;
  testFunded: number;
  /** Prices that differ from the common ones. */
  prices: Partial<Record<string, number>>;
  off: readonly Switch[];
  hasWebhooks: boolean;
};
export type Key = {
  secret: string;
  account: Account;
  environment: Environment;
  scopes: readonly string[];
  state: 'valid' | 'revoked' | 'expired' | 'elsewhere';
};
/** The owner of a job or an asset: an account in one of its environments. */
export type Owner = { account: Account; environment: Environment };

export type Event = { id: string; type: string; created: number; job: string | null };
export type Delivery = {
  id: string;
  endpoint: string;
  event: Event;
  state: 'pending' | 'delivered' | 'exhausted' | 'cancelled';
  attempts: { at: number; status: number | null }[];
  next: number | null;
};
/** `until`: when a replaced secret becomes invalid. */
export type Endpoint = Owner & {
  id: string;
  url: string;
  /** The subscribed types; null means all. */
  events: readonly string[] | null;
  secret: string;
  previous: { secret: string; until: number } | null;
  enabled: boolean;
  /** The number of failed attempts in a row, and the time of the first. */
  failures: { count: number; since: number };
};

export type Asset = Owner & {
  id: string;
  purpose: 'input' | 'result';
  media_type: string;
  bytes: Buffer | null;
  pixels: Pixels | null;
  size: number;
  width: number;
  height: number;
  created: number;
  expires: number;
  job: string | null;
};

export const STAGES = ['queued', 'picked_up', 'preparing', 'processing', 'ended'] as const;
export type Stage = (typeof STAGES)[number];
export type Status = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
export type Outcome = { status: 'succeeded' } | { status: 'failed'; code: string };
/**
 * What is decided about a job in advance: the lengths of its stages, the stage in which it waits for a release, and its
 * outcome.
 */
export type Course = { stages: Partial<Record<Stage, number>>; holdAt: Stage | null; outcome: Outcome | null };
export type JobBody = { inputs: { asset_id: string; role: string }[] } & Record<string, unknown>;

export type Job = Owner & {
  id: string;
  operation: Operation;
  /** The key that submitted it. */
  submitter: string;
  status: Status;
  stage: Stage;
  created: number;
  updated: number;
  completed: number | null;
  expires: number | null;
  body: JobBody;
  snapshot: Buffer | null;
  pixels: Pixels | null;
  output: Record<string, unknown> | null;
  error: { code: string; message: string } | null;
  results: string[];
  wantsCancel: boolean;
  isDeleted: boolean;
  isCharged: boolean;
  cost: number;
  course: Course;
  /** The number of times that it entered a stage or was released. */
  moves: number;
};
/** Decides the outcome of the next matching jobs. */
export type Plan = {
  id: string;
  left: number;
  isMeant(job: Job, key: Key, name: string | null): boolean;
  course: Course;
};
export type Claim = { digest: string; job: string; first: string };

/** Failures on request, and limits that the specification does not set. */
export type Faults = {
  key_store_unreadable: boolean;
  ledger_unreadable: boolean;
  admission_per_minute: number | null;
  daily_quota: number | null;
};
/** The number of created ids and of received requests. */
export type Counters = { made: number; requests: number };

/** Accounts that share a clock, with everything they own. */
export type World = {
  options: OtherServerOptions;
  /** The choice for an open question. */
  choice<Name extends keyof Choices>(name: Name): Choices[Name];
  breaks(name: AnyBreach): boolean;
  clock: Clock;
  counters: Counters;
  accounts: Map<string, Account>;
  keys: Map<string, Key>;
  assets: Map<string, Asset>;
  jobs: Map<string, Job>;
  claims: Map<string, Claim>;
  /** Accepted jobs and used units of the daily quota, by owner, day and operation. */
  accepted: Map<string, number>;
  spent: Map<string, number>;
  /** The times of accepted submissions, by key. */
  admitted: Map<string, number[]>;
  endpoints: Map<string, Endpoint>;
  deliveries: Map<string, Delivery>;
  plans: Plan[];
  faults: Faults;
  secret: string;
  busy: number;
  failed: { asked: number; paths: Set<string> };
};

export const SCOPES = ['skin.analyze', 'makeup.apply', 'hair.apply'];

/** Spec 5: the scope that an operation needs. For hair, its name differs from the operation. */
export function scopeOf(operation: Operation): string {
  return operation === 'hair.try_on' ? 'hair.apply' : operation;
}

/** The operations of the products that the server has. */
export function operationsOf({ options: { products = ['skin', 'makeup'] } }: Pick<World, 'options'>): Operation[] {
  return products.map((product) => OPERATION_OF[product]);
}

const OPERATION_OF = { skin: 'skin.analyze', makeup: 'makeup.apply', hair: 'hair.try_on' } as const;

type Shared = { clock?: Clock; counters?: Counters };

export function createWorld(options: OtherServerOptions, shared: Shared = {}): World {
  const { clock = createClock(), counters = { made: 0, requests: 0 } } = shared;
  const { broken } = options;
  const known = { ...BREACHES, ...FRESH_BREACHES };
  if (broken !== undefined && !Object.hasOwn(known, broken)) throw new Error(`there is no breach ${broken}`);
  const choices = choicesOf(options);
  return {
    options,
    choice: (name) => choices[name],
    breaks: (name) => broken === name,
    clock,
    counters,
    accounts: new Map(),
    keys: new Map(),
    assets: new Map(),
    jobs: new Map(),
    claims: new Map(),
    accepted: new Map(),
    spent: new Map(),
    admitted: new Map(),
    endpoints: new Map(),
    deliveries: new Map(),
    plans: [],
    faults: { key_store_unreadable: false, ledger_unreadable: false, admission_per_minute: null, daily_quota: null },
    secret: randomBytes(16).toString('hex'),
    busy: 0,
    failed: { asked: 0, paths: new Set() },
  };
}

export function addAccount({ options, accounts }: World, id: string, given: Partial<Account> = {}): Account {
  const { credits: settled = 1_000_000, enforced = true, threshold = null, off = [] } = options;
  const usual = { isDisabled: false, settled, held: 0, enforced, threshold, testFunded: 0, prices: {}, off };
  const account = { ...usual, hasWebhooks: true, ...given, id };
  accounts.set(id, account);
  return account;
}

export function addKey(
  { keys }: World,
  account: Account,
  environment: Environment,
  { scopes = SCOPES, state = 'valid' }: Partial<Pick<Key, 'scopes' | 'state'>> = {},
): string {
  const secret = `pk_${environment}_${randomBytes(15).toString('base64url').replace(/[-_]/g, 'x')}`;
  keys.set(secret, { secret, account, environment, scopes, state });
  return secret;
}

/** The key of a request. Some breaches accept similar keys. */
export function keyNamed({ keys, breaks }: World, named: string): Key | undefined {
  const isLike = (secret: string) =>
    (breaks('the end of a key is not read') && secret.slice(0, -1) === named.slice(0, -1)) ||
    (breaks('keys may be in capitals') && secret.toLowerCase() === named.toLowerCase()) ||
    (breaks('the scheme before a key is left out') && named === `Bearer ${secret}`);
  return keys.get(named) ?? [...keys.values()].find(({ secret }) => isLike(secret));
}

export function newId(world: World, kind: string): string {
  const form = world.choice('id_form');
  world.counters.made += 1;
  if (form === 'number') return `${kind}_${world.counters.made}`;
  if (form === 'uuid') return `${kind}_${randomUUID()}`;
  const id = randomBytes(10).toString('hex');
  if (form === 'to_be_encoded') return `${kind}_${id}/é?a=b#c%41`;
  return `${kind}_${form === 'capitals' ? id.toUpperCase() : id}`;
}

/** Rounds down to seconds if times have no fraction, so that lists are sorted by the time that they show. */
export function now({ choice, clock }: World): number {
  const time = clock.now() + choice('clock_ahead_seconds') * 1_000;
  return choice('time_digits') === 'none' ? time - (time % 1000) : time;
}

export function stamp({ choice }: World, time: number): string {
  const digits = choice('time_digits');
  const [text = ''] = new Date(time).toISOString().split('Z');
  const shown = digits === 'none' ? text.replace(/\.\d+$/, '') : `${text}${digits === 'microseconds' ? '000' : ''}`;
  return `${shown}${choice('time_offset') === 'zero_offset' ? '+00:00' : 'Z'}`;
}

export function isOf(owner: Owner, { account, environment }: Owner): boolean {
  return owner.account === account && owner.environment === environment;
}

/** The UTC day of an instant. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
