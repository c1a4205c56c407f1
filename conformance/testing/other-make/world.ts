import { randomBytes, randomUUID } from 'node:crypto';
import { BREACHES, type Breach } from './breaches.ts';
import { type Choices, choicesOf } from './choices.ts';
import type { OtherServerOptions, Switch } from './options.ts';

export type Environment = 'live' | 'test';
export type Operation = 'skin.analyze' | 'makeup.apply';
export type Account = {
  id: string;
  isDisabled: boolean;
  settled: number;
  held: number;
  enforced: boolean;
  threshold: number | null;
};
export type Key = {
  secret: string;
  account: Account;
  environment: Environment;
  scopes: readonly string[];
  state: 'valid' | 'revoked' | 'expired' | 'elsewhere';
};
/** Who owns a job or an asset: an account in one of its environments. */
export type Owner = { account: Account; environment: Environment };

export type Asset = Owner & {
  id: string;
  purpose: 'input' | 'result';
  media_type: string;
  bytes: Buffer | null;
  size: number;
  width: number;
  height: number;
  created: number;
  expires: number;
  job: string | null;
};

export type Stage = 'queued' | 'picked_up' | 'preparing' | 'processing' | 'ended';
export type Status = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
export type JobBody = { inputs: { asset_id: string; role: string }[] } & Record<string, unknown>;

export type Job = Owner & {
  id: string;
  operation: Operation;
  status: Status;
  stage: Stage;
  created: number;
  updated: number;
  completed: number | null;
  expires: number | null;
  body: JobBody;
  snapshot: Buffer | null;
  output: Record<string, unknown> | null;
  error: { code: string; message: string } | null;
  results: string[];
  wantsCancel: boolean;
  isDeleted: boolean;
  isCharged: boolean;
  cost: number;
};
export type Claim = { digest: string; job: string; first: string };

export type World = {
  options: OtherServerOptions;
  /** What it does where the specification leaves a question open. */
  choice<Name extends keyof Choices>(name: Name): Choices[Name];
  breaks(name: Breach): boolean;
  isOff(name: Switch): boolean;
  keys: Map<string, Key>;
  assets: Map<string, Asset>;
  jobs: Map<string, Job>;
  claims: Map<string, Claim>;
  accepted: Map<string, number>;
  timers: Set<NodeJS.Timeout>;
  secret: string;
  /** How many ids have been made, and how many requests came. */
  made: number;
  requests: number;
  busy: number;
  failed: { asked: number; paths: Set<string> };
};

export const SCOPES = ['skin.analyze', 'makeup.apply'];

export function createWorld(options: OtherServerOptions): World {
  const { broken } = options;
  if (broken !== undefined && !Object.hasOwn(BREACHES, broken)) throw new Error(`there is no breach ${broken}`);
  const choices = choicesOf(options);
  return {
    options,
    choice: (name) => choices[name],
    breaks: (name) => broken === name,
    isOff: (name) => options.off?.includes(name) ?? false,
    keys: new Map(),
    assets: new Map(),
    jobs: new Map(),
    claims: new Map(),
    accepted: new Map(),
    timers: new Set(),
    secret: randomBytes(16).toString('hex'),
    made: 0,
    requests: 0,
    busy: 0,
    failed: { asked: 0, paths: new Set() },
  };
}

export function addAccount({ options }: World, id: string, isDisabled = false): Account {
  const { credits = 1_000_000, enforced = true, threshold = null } = options;
  return { id, isDisabled, settled: credits, held: 0, enforced, threshold };
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

export function newId(world: World, kind: string): string {
  const form = world.choice('id_form');
  world.made += 1;
  if (form === 'number') return `${kind}_${world.made}`;
  if (form === 'uuid') return `${kind}_${randomUUID()}`;
  const id = randomBytes(10).toString('hex');
  if (form === 'to_be_encoded') return `${kind}_${id}/é?a=b#c%41`;
  return `${kind}_${form === 'capitals' ? id.toUpperCase() : id}`;
}

/** Whole seconds are stored as such, so that lists are sorted by the time that they show. */
export function now({ choice }: World): number {
  const time = Date.now() + choice('clock_ahead_seconds') * 1_000;
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

/** Calls `act` later, unless the server is closed by then. */
export function later({ timers }: World, milliseconds: number, act: () => void): void {
  const timer = setTimeout(() => {
    timers.delete(timer);
    act();
  }, milliseconds);
  timers.add(timer);
}
