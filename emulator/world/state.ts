import type { Account } from '../domain/account.ts';
import type { Admission } from '../domain/admission.ts';
import type { Asset, Tombstone } from '../domain/asset.ts';
import type { Job } from '../domain/job.ts';
import type { Key } from '../domain/key.ts';
import type { QuotaUse } from '../domain/quota.ts';
import type { Claim } from '../domain/rulebook.ts';
import type { Fault } from '../domain/test-control/fault.ts';
import type { Plan } from '../domain/test-control/plan.ts';
import type { UsageRow } from '../domain/usage.ts';
import { copyList, emptyList, type SortedList } from '../domain/values/sorted-list.ts';
import type { Instant } from '../domain/values/time.ts';
import type { Delivery, Endpoint, WebhookEvent } from '../domain/webhook.ts';

/** Work that is due at an instant. It is plain data, so that a snapshot contains it. */
export type Timer = { serial: number; due: Instant; kind: TimerKind; ref: string };

export type TimerKind =
  | 'stage'
  | 'asset-expiry'
  | 'snapshot-expiry'
  | 'job-expiry'
  | 'job-timeout'
  | 'delivery'
  | 'disabling';

/** Failures and limits that last until they are changed. */
export type Switches = {
  /** Keys cannot be checked: 503. */
  keyStoreUnreadable: boolean;
  /** Credits cannot be read: 503. */
  ledgerUnreadable: boolean;
  /** Reading 28: jobs that one key may submit per minute; null means unlimited. */
  admissionPerMinute: number | null;
  /**
   * Reading 27: jobs of each operation per UTC day, instead of the quota of the readings; null means the readings
   * apply.
   */
  dailyQuota: number | null;
  /** How long to wait for the answer of a receiver, in milliseconds; null means the value of the configuration. */
  webhookTimeout: number | null;
};

/** Work outside the World (images, deliveries), whose result is returned as a command. */
export type Effect =
  | { serial: number; kind: 'process'; job: string }
  /**
   * `retry` is the number that was reserved for the timer of the next attempt, so that it does not depend on when this
   * attempt ends.
   */
  | { serial: number; kind: 'deliver'; delivery: string; at: Instant; retry: number };

/** An active deviation: how often it changed something, and its memory as plain data. */
export type DeviationRow = { fired: number; memory: Readonly<Record<string, unknown>> };

/** The choice for an open question, and the memory of its implementation. */
export type ChoiceRow = DeviationRow & { choice: unknown };

/**
 * The complete state of a World. It is plain data: rows are replaced and never changed, so a copy of the tables is a
 * copy of the World, and two Worlds are equal if their tables are.
 */
export type WorldState = {
  now: Instant;
  /** How many of each kind have been created: ids, timers, effects. */
  serials: Map<string, number>;
  accounts: Map<string, Account>;
  keys: Map<string, Key>;
  assets: Map<string, Asset>;
  /** Readable assets in list order, by `owner/purpose`. */
  assetOrder: Map<string, SortedList>;
  jobs: Map<string, Job>;
  /** Jobs in list order, by `owner/operation`. */
  jobOrder: Map<string, SortedList>;
  tombstones: Map<string, Tombstone>;
  /** Idempotency keys, by `owner/key`. */
  claims: Map<string, Claim>;
  usage: Map<string, UsageRow>;
  /** The units of daily quotas that jobs have used, by job. */
  quotaUses: Map<string, QuotaUse>;
  admissions: Map<string, Admission>;
  plans: readonly Plan[];
  faults: readonly Fault[];
  switches: Switches;
  /** The active deviations, by id. */
  deviations: Map<string, DeviationRow>;
  /** The choices that were changed since the World began, and those that are not the default, by question. */
  choices: Map<string, ChoiceRow>;
  timers: Map<number, Timer>;
  timerOrder: SortedList;
  effects: Map<number, Effect>;
  endpoints: Map<string, Endpoint>;
  events: Map<string, WebhookEvent>;
  deliveries: Map<string, Delivery>;
  /** The pending deliveries, with the endpoint of each. */
  pendingDeliveries: Map<string, string>;
  /** How many rows need the bytes of each digest. */
  blobUses: Map<string, number>;
};

/**
 * The kind of each field of a state: a value, rows or lists by name, a single list, or rows with an order. Only
 * `records` count toward the size of a World; the other tables only count or order rows of these. Code that creates,
 * copies, counts or stores a state uses this list.
 */
export const STATE_FIELDS = {
  now: 'value',
  switches: 'value',
  plans: 'rows',
  faults: 'rows',
  serials: 'table',
  accounts: 'records',
  keys: 'records',
  assets: 'records',
  assetOrder: 'lists',
  jobs: 'records',
  jobOrder: 'lists',
  tombstones: 'records',
  claims: 'records',
  usage: 'records',
  quotaUses: 'records',
  admissions: 'records',
  deviations: 'table',
  choices: 'table',
  timers: 'records',
  timerOrder: 'list',
  effects: 'records',
  endpoints: 'records',
  events: 'records',
  deliveries: 'records',
  pendingDeliveries: 'table',
  blobUses: 'table',
} as const satisfies Record<keyof WorldState, 'value' | 'rows' | 'records' | 'table' | 'lists' | 'list'>;

type Fields = typeof STATE_FIELDS;
type FieldName = keyof Fields;
type NamesOf<Kind> = { [Name in FieldName]: Fields[Name] extends Kind ? Name : never }[FieldName];

/** The fields that are tables. */
export type TableName = NamesOf<'records' | 'table'>;
export const TABLE_NAMES = namesOf<TableName>(['records', 'table']);
export const LISTS_NAMES = namesOf<NamesOf<'lists'>>(['lists']);

function namesOf<Name extends FieldName>(kinds: readonly Fields[FieldName][]): readonly Name[] {
  return Object.entries(STATE_FIELDS)
    .filter(([, kind]) => kinds.includes(kind))
    .map(([name]) => name as Name);
}

export function emptyState(now: Instant, switches: Switches): WorldState {
  const state: Record<string, unknown> = { now, switches, plans: [], faults: [], timerOrder: emptyList() };
  for (const name of [...TABLE_NAMES, ...LISTS_NAMES]) state[name] = new Map();
  // A copy by spread is a fast object in the engine, unlike one that was built by adding properties.
  return { ...(state as Partial<WorldState> as WorldState) };
}

/**
 * The number of records of a World. It is needed for every change, and naming the fields is thirty times faster than
 * using the list.
 */
export function recordsIn(state: WorldState): number {
  const { accounts, keys, assets, jobs, tombstones, claims, usage, quotaUses, admissions, plans, faults } = state;
  const { timers, effects, endpoints, events, deliveries } = state;
  const owned = accounts.size + keys.size + assets.size + jobs.size + tombstones.size + claims.size;
  const counted = usage.size + quotaUses.size + admissions.size + plans.length + faults.length;
  return owned + counted + timers.size + effects.size + endpoints.size + events.size + deliveries.size;
}

/** An independent copy. Rows are shared, since they never change. */
export function copyState(state: WorldState): WorldState {
  const copy: WorldState = { ...state };
  const tables: Record<TableName, Map<unknown, unknown>> = copy;
  // Node 20 takes twenty times as long to override a field in the spread.
  copy.timerOrder = copyList(state.timerOrder);
  for (const name of TABLE_NAMES) tables[name] = new Map<unknown, unknown>(state[name]);
  for (const name of LISTS_NAMES)
    copy[name] = new Map([...state[name]].map(([owner, list]) => [owner, copyList(list)]));
  return copy;
}
