import type { Product, Role } from '../../shared/sessions/operation.ts';
import type { Feature, Operation, Owner, Reply } from './operation.ts';

export type Account = 'one' | 'two';

export type AssetBook = {
  id: string;
  owner: Owner;
  purpose: 'input' | 'result';
  createdAt: string;
  expiresAt: string;
  isDeleted: boolean;
  /** The text of its first answer. */
  text: string | null;
  /** The job that a result belongs to. */
  job: string | null;
  size: number;
};

export type JobBook = {
  id: string;
  owner: Owner;
  product: Product;
  createdAt: string;
  /** The units that it costs; 0 with a test key. */
  cost: number;
  /** The status that was seen last. */
  status: string;
  isCancelAsked: boolean;
  expiresAt: string | null;
  isDeleted: boolean;
  /** Maps each ETag to its body, and each body to its ETag. */
  tags: Map<string, string>;
  last: { etag: string; text: string } | null;
  /** The text that was shown after the end. */
  final: string | null;
  results: readonly string[];
};

export type ClaimBook = { fingerprint: string; job: string };

export type AccountBook = {
  /** Grants and corrections, without the costs of jobs. */
  granted: number;
  /** The total cost of all jobs that were not cancelled. */
  spent: number;
  enforced: boolean;
  testFunded: number;
  threshold: number | null;
  costs: Record<Product, number>;
  features: Record<'live' | 'test', Record<Feature, boolean>>;
  webhooks: boolean;
  isLimited: boolean;
};

export type Run = { attempt: number; at: number; isOver: boolean; life: number; isResend: boolean };
export type EventBook = { id: string; type: string; created: number; runs: Run[] };
export type EndpointBook = {
  id: string;
  owner: Owner;
  secrets: { secret: string; until: number | null }[];
  events: readonly string[];
  /** Disabled by hand or after failures, removed, or in an account without webhooks. */
  isOff: boolean;
  isGone: boolean;
  replies: readonly Reply[];
  calls: number;
  failing: { count: number; since: number } | null;
  /** The time of the last change to it. */
  steadySince: number;
  sent: Map<string, EventBook>;
};

export type CursorBook = {
  text: string;
  thing: 'assets' | 'jobs';
  owner: Owner;
  filters: string;
  /** The last item of the previous page. */
  after: { createdAt: string; id: string };
};

/**
 * Everything that a client could know about a server from its answers. It is plain data, so that a snapshot can copy
 * it.
 */
export type Books = {
  now: number;
  accounts: Record<Account, AccountBook>;
  assets: Map<string, AssetBook>;
  jobs: Map<string, JobBook>;
  /** Jobs whose end was not seen. */
  open: Set<string>;
  claims: Map<string, ClaimBook>;
  usage: Map<string, number>;
  endpoints: Map<string, EndpointBook>;
  /** The final event of each job. */
  events: Map<string, { id: string; type: string }>;
  /** The id of what each operation created. */
  made: Map<number, string>;
  cursors: Map<number, CursorBook>;
  second: { isRevoked: boolean; expiresAt: number | null; isOutside: boolean; scopes: readonly string[] };
  keyStoreUnreadable: boolean;
  ledgerUnreadable: boolean;
  isLimited: boolean;
  choices: Record<string, unknown>;
};

const ALL_SCOPES = ['skin.analyze', 'makeup.apply', 'hair.apply'];
const SECRETS: Readonly<Record<Role, string | null>> = {
  primary: 'pk_live_primary',
  second: 'pk_live_second',
  other_env: 'pk_test_one',
  other_account: 'pk_live_two',
  no_scope: 'pk_live_noscope',
  no_skin: null,
  no_makeup: null,
  revoked: 'pk_live_revoked',
  expired: 'pk_live_expired',
  disabled: 'pk_live_disabled',
  outside: 'pk_live_outside',
  none: null,
};
/** Keys that only read. No operation changes them. */
const WATCHING: Readonly<Record<Owner, string>> = {
  'one/live': 'pk_live_watch_one',
  'one/test': 'pk_test_watch_one',
  'two/live': 'pk_live_watch_two',
};

export const GRANTED = 5000;
/** The accounts of the configuration, with keys for the roles of a session. */
export const ACCOUNTS = [
  {
    name: 'one',
    credits: { granted: GRANTED },
    keys: [
      { name: 'primary', secret: 'pk_live_primary' },
      { name: 'second', secret: 'pk_live_second' },
      { name: 'test', secret: 'pk_test_one' },
      { name: 'noscope', secret: 'pk_live_noscope', scopes: [] },
      { name: 'revoked', secret: 'pk_live_revoked', revoked_at: '2020-01-01T00:00:00Z' },
      { name: 'expired', secret: 'pk_live_expired', expires_at: '2020-01-01T00:00:00Z' },
      { name: 'outside', secret: 'pk_live_outside', networks: ['10.9.8.0/24'] },
      { name: 'watch', secret: WATCHING['one/live'] },
      { name: 'watch_test', secret: WATCHING['one/test'] },
    ],
  },
  {
    name: 'two',
    credits: { granted: GRANTED },
    keys: [
      { name: 'live', secret: 'pk_live_two' },
      { name: 'watch', secret: WATCHING['two/live'] },
    ],
  },
  { name: 'off', disabled: true, keys: [{ name: 'live', secret: 'pk_live_disabled' }] },
];

export function secretOf(role: Role | undefined): string | null {
  return SECRETS[role ?? 'primary'];
}

export function watchKeyOf(owner: Owner): string {
  return WATCHING[owner];
}

export function accountOf(owner: Owner): Account {
  return owner === 'two/live' ? 'two' : 'one';
}

export function environmentOf(owner: Owner): 'live' | 'test' {
  return owner === 'one/test' ? 'test' : 'live';
}

export function scopesOf(books: Books, role: Role | undefined): readonly string[] {
  if (role === 'no_scope') return [];
  return role === 'second' ? books.second.scopes : ALL_SCOPES;
}

export function scopeOf(product: Product): string {
  return product === 'hair.try_on' ? 'hair.apply' : product;
}

export function openBooks(now: number): Books {
  const account = (): AccountBook => ({
    granted: GRANTED,
    spent: 0,
    enforced: true,
    testFunded: 0,
    threshold: null,
    costs: { 'skin.analyze': 1, 'makeup.apply': 1, 'hair.try_on': 2 },
    features: { live: features(), test: features() },
    webhooks: true,
    isLimited: false,
  });
  const features = () => ({ lists: true, cancel: true, delete: true, credits: true });
  return {
    now,
    accounts: { one: account(), two: account() },
    assets: new Map(),
    jobs: new Map(),
    open: new Set(),
    claims: new Map(),
    usage: new Map(),
    endpoints: new Map(),
    events: new Map(),
    made: new Map(),
    cursors: new Map(),
    second: { isRevoked: false, expiresAt: null, isOutside: false, scopes: ALL_SCOPES },
    keyStoreUnreadable: false,
    ledgerUnreadable: false,
    isLimited: false,
    choices: {},
  };
}

export function isTerminal(status: string): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'cancelled';
}

/** Spec 2.1: nothing can be read from its `expires_at` on (reading 65). */
export function isReadable({ now }: Books, thing: { isDeleted: boolean; expiresAt: string | null }): boolean {
  return !thing.isDeleted && (thing.expiresAt === null || now < Date.parse(thing.expiresAt));
}

/**
 * The meaning of a submission regardless of its bytes. A server compares it for requests with the same Idempotency-Key.
 */
export function fingerprintOf({ product, body }: Extract<Operation, { does: 'submit' }>, asset: string): string {
  if ('concerns' in body) {
    const { concerns, visualizations = [] } = body;
    return JSON.stringify([product, asset, concerns.toSorted(), visualizations]);
  }
  if ('products' in body) return JSON.stringify([product, asset, body.products.map(withOpacity)]);
  const { dark, light } = body.color_gradient;
  return JSON.stringify([product, asset, withOpacity(dark), withOpacity(light)]);
}

function withOpacity<Layer extends { color: number; opacity?: number }>({ opacity = 1, ...layer }: Layer): unknown {
  return [Object.entries(layer).toSorted(), opacity];
}
