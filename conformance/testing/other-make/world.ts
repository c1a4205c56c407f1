import { randomBytes, randomUUID } from 'node:crypto';
import { BREACHES, type Breach } from './breaches.ts';
import type { OtherServerOptions, Switch, Variant } from './options.ts';

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

export type Stage = 'waiting' | 'picked up' | 'preparing' | 'processing' | 'ended';
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
  varies(name: Variant): boolean;
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
  return {
    options,
    varies: (name) => options.variants?.includes(name) ?? false,
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
  const { varies } = world;
  world.made += 1;
  if (varies('ids are numbers')) return `${kind}_${world.made}`;
  if (varies('ids are UUIDs')) return `${kind}_${randomUUID()}`;
  const id = randomBytes(10).toString('hex');
  if (varies('ids that a path spells otherwise')) return `${kind}_${id}/é?a=b#c%41`;
  return `${kind}_${varies('ids in capitals') ? id.toUpperCase() : id}`;
}

/** With the variant of whole seconds they are stored as such, so that lists are sorted by the time that they show. */
export function now({ varies }: World): number {
  const time = Date.now() + (varies('the clock is an hour ahead') ? 3_600_000 : 0);
  return varies('whole seconds') ? time - (time % 1000) : time;
}

export function stamp({ varies }: World, time: number): string {
  const text = new Date(time).toISOString();
  if (varies('whole seconds')) return text.replace('.000', '');
  return varies('microseconds with an offset') ? text.replace('Z', '000+00:00') : text;
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
