// The state of the server (all of it in memory) and the clocks by which it moves.
import { createHash, randomBytes } from 'node:crypto';
import type { BlockList } from 'node:net';

export const OPERATIONS = ['hair.try_on', 'makeup.apply', 'skin.analyze'] as const;
export const CONCERNS = [
  'acne',
  'dark_circle',
  'eye_bag',
  'redness',
  'oiliness',
  'wrinkles',
  'firmness',
  'moisture',
  'pore',
  'tear_trough',
  'hyper_pigmentation',
  'droopy_upper_eyelid',
] as const;
export const STAGES = ['queued', 'picked_up', 'preparing', 'processing'] as const;
export const STATUSES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export const EVENT_TYPES = ['job.succeeded', 'job.failed', 'job.cancelled', 'test.ping'] as const;
export const MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type Operation = (typeof OPERATIONS)[number];
export type Concern = (typeof CONCERNS)[number];
export type Stage = (typeof STAGES)[number];
export type EventType = (typeof EVENT_TYPES)[number];
export type Environment = 'live' | 'test';
export type Status = (typeof STATUSES)[number];
export type Failure = 'INPUT_UNPROCESSABLE' | 'INPUT_EXPIRED' | 'PROCESSING_FAILED';
export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

export const DAY = 86_400_000;
export const iso = (instant: number): string => new Date(instant).toISOString();
export const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
export const newId = (prefix: string): string => `${prefix}_${randomBytes(30).toString('base64url')}`;
export type Stop = { color: string; rgba: [number, number, number, number]; opacity: number };
export type Product = Stop & { category: 'foundation' | 'lipstick' | 'lip_liner' };
export type Visualization = { concern: Concern; kind: 'mask' | 'visual' };
export type Work =
  | { operation: 'skin.analyze'; concerns: Concern[]; visualizations: Visualization[] }
  | { operation: 'makeup.apply'; products: Product[] }
  | { operation: 'hair.try_on'; dark: Stop; light: Stop };

export type Picture = { bytes: Buffer; width: number; height: number };
export type Asset = {
  id: string;
  environment: Environment;
  mediaType: (typeof MEDIA_TYPES)[number];
  size: number;
  digest: string;
  width: number;
  height: number;
  createdAt: number;
  expiresAt: number;
  bytes: Buffer | null; // null: erased
  job: Job | null; // a result is owned by a job, an input is not
};
export const newAsset = (
  picture: Picture,
  rest: Pick<Asset, 'environment' | 'mediaType' | 'createdAt' | 'expiresAt' | 'job'>,
): Asset => ({
  id: newId('asset'),
  ...picture,
  ...rest,
  size: picture.bytes.length,
  digest: sha256(picture.bytes).toString('hex'),
});
export type Plan = {
  id: string;
  left: number;
  holdAt: Stage | null;
  stages: Partial<Record<Stage, number>>;
  match: { operation?: string; environment?: string; key?: string; idempotency_key?: string; input_digest?: string };
  outcome: { code: Failure | null; unavailable: Map<string, string> } | null; // a code fails the job
};
export type Source = { asset: Asset; role: string };
export type Job = {
  id: string;
  account: Account;
  environment: Environment;
  work: Work;
  plan: Plan | null;
  inputs: { asset_id: string; role: string }[];
  snapshot: Buffer[]; // the bytes of the inputs
  status: Status;
  stage: Stage;
  held: boolean;
  cancelRequested: boolean;
  task: Task | null;
  finishing: Promise<void> | null;
  createdAt: number;
  updatedAt: number;
  completedAt: number | null;
  expiresAt: number;
  output: JsonObject | null;
  error: { code: Failure; message: string } | null;
  results: Asset[];
  deleted: boolean;
  units: number;
  charge: 'held' | 'captured' | 'released';
  quotaSlot: string;
};
export type Event = { id: string; type: EventType; createdAt: number; job: Job | null }; // no job: test.ping
export type Delivery = {
  id: string;
  endpoint: Endpoint;
  event: Event;
  task: Task | null;
  state: 'pending' | 'delivered' | 'exhausted' | 'cancelled';
  attempts: { at: number; status: number | null; duration: number | null }[];
};
export type Endpoint = {
  id: string;
  account: Account;
  environment: Environment;
  url: URL;
  events: EventType[];
  secret: string;
  previous: { secret: string; until: number } | null;
  enabled: boolean;
  failures: number;
  failingSince: number;
  deliveries: Delivery[];
};
export type ApiKey = {
  name: string;
  secret: string;
  account: Account;
  environment: Environment;
  scopes: Set<string>;
  revoked: boolean;
  expired: boolean;
  allowlist: BlockList | null;
  claims: Map<string, { job: Job; fingerprint: string }>; // by Idempotency-Key: per API key, which section 4.2 leaves open
  admissions: number[]; // instants of the submissions accepted in the last minute
};

export const apiKeys = new Map<string, ApiKey>(); // by secret
export const accounts = new Map<string, Account>(); // the first is the default account
/** As in section 5. Section 2.2 has the operation instead: see drivers.ts. */
export const SCOPES = { 'hair.try_on': 'hair.apply', 'makeup.apply': 'makeup.apply', 'skin.analyze': 'skin.analyze' };

export function createKey(account: Account, name: string, environment: Environment): ApiKey {
  const key: ApiKey = {
    name,
    secret: newId(`pk_${environment}`),
    account,
    environment,
    scopes: new Set(Object.values(SCOPES)),
    revoked: false,
    expired: false,
    allowlist: null,
    claims: new Map(),
    admissions: [],
  };
  account.keys.set(name, key);
  apiKeys.set(key.secret, key);
  return key;
}

export type Account = ReturnType<typeof createAccount>;
export function createAccount(clock: Clock) {
  const account = {
    id: newId('acct'),
    clock,
    disabled: false,
    webhooks: true,
    features: { always: true, lists: true, cancel: true, delete: true, credits: true },
    keys: new Map<string, ApiKey>(), // by name
    assets: new Map<string, Asset>(),
    jobs: new Map<string, Job>(),
    plans: new Map<string, Plan>(),
    endpoints: new Map<string, Endpoint>(),
    settledUnits: 1000,
    testFunded: 0,
    enforced: true,
    threshold: null as number | null,
    unitCosts: { 'hair.try_on': 3, 'makeup.apply': 1, 'skin.analyze': 2 },
    usage: new Map<string, number>(), // "environment day operation" -> accepted jobs
    quotaUsed: new Map<string, number>(), // the same, without those given back
    faults: { key_store_unreadable: false, ledger_unreadable: false },
    limits: { admission_per_minute: null as number | null, daily_quota: null as number | null },
  };
  accounts.set(account.id, account);
  return account;
}

export type Task = { at: number; what: string; run: () => void | Promise<void> };
/** The work that falls due by a clock. An own clock stands still; that of the default account follows real time. Both can be advanced. */
export class Clock {
  #fixed: number | null;
  #offset = 0;
  #tasks: Task[] = []; // by instant
  #inFlight = new Set<Promise<void>>();
  #advances: Promise<unknown> = Promise.resolve();
  #fired: JsonObject[] | null = null; // during an advance
  #timer: NodeJS.Timeout | undefined;

  constructor(readonly own: boolean) {
    this.#fixed = own ? Date.now() : null;
  }
  now = (): number => this.#fixed ?? Date.now() + this.#offset;
  nextDue = (): number | null => this.#tasks[0]?.at ?? null;

  schedule(at: number, what: string, run: Task['run']): Task {
    const task = { at, what, run };
    this.#tasks = [...this.#tasks, task].sort((a, b) => a.at - b.at); // stable: of the same instant, the first one first
    this.#wake();
    return task;
  }
  cancel = (task: Task | null): void => void (this.#tasks = this.#tasks.filter((other) => other !== task));
  /** The clock is not moved while tracked work is in flight. */
  track(work: Promise<void>): Promise<void> {
    const tracked = work.catch(console.error).finally(() => this.#inFlight.delete(tracked));
    this.#inFlight.add(tracked);
    return tracked;
  }
  /** Does everything that falls due until the instant, each at its own. Several calls take turns. */
  advance(until: (now: number) => number): Promise<JsonObject[]> {
    const turn = this.#advances.then(async () => {
      const fired: JsonObject[] = (this.#fired = []);
      let now = this.now();
      const target = Math.max(now, until(now));
      for (let due: number | null = now; due !== null && due <= target; due = this.nextDue()) {
        this.#fixed = now = Math.max(now, due);
        this.#runDue();
        while (this.#inFlight.size > 0) await Promise.all(this.#inFlight);
      }
      this.#fired = null;
      this.#offset = target - Date.now();
      this.#fixed = this.own ? target : null;
      this.#wake();
      return fired;
    });
    this.#advances = turn;
    return turn;
  }

  #runDue(): void {
    for (let task = this.#tasks[0]; task && task.at <= this.now(); task = this.#tasks[0]) {
      const { at, what, run } = task;
      this.#tasks.shift();
      this.#fired?.push({ at: iso(at), what });
      void this.track(new Promise((resolve) => resolve(run())));
    }
    this.#wake();
  }
  /** Work that is due already is done without an advance, after the current request. */
  #wake(): void {
    clearTimeout(this.#timer);
    const wait = (this.nextDue() ?? Infinity) - this.now();
    if (wait > 0 && (this.#fixed !== null || wait === Infinity)) return;
    this.#timer = setTimeout(() => this.#runDue(), Math.min(Math.max(wait, 0), 2 ** 31 - 1));
  }
}
