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

/** Work that is due at an instant, as data, so that a snapshot holds it and a restore brings it back. */
export type Timer = { serial: number; due: Instant; kind: TimerKind; ref: string };

export type TimerKind =
  | 'stage'
  | 'asset-expiry'
  | 'snapshot-expiry'
  | 'job-expiry'
  | 'job-timeout'
  | 'delivery'
  | 'disabling';

/** Failures that last until they are switched off. */
export type Switches = {
  /** Keys cannot be checked: 503. */
  keyStoreUnreadable: boolean;
  /** Credits cannot be read: 503. */
  ledgerUnreadable: boolean;
  /** Reading 28: jobs that one key may submit in a minute; null is unlimited. */
  admissionPerMinute: number | null;
  /** Reading 27: jobs of each operation a UTC day, in place of what the readings say; null is what they say. */
  dailyQuota: number | null;
  /** How long a receiver may take to answer, in milliseconds; null is what the configuration says. */
  webhookTimeout: number | null;
};

/** Work outside the World (images, deliveries), whose result comes back as a command. */
export type Effect =
  | { serial: number; kind: 'process'; job: string }
  /** `retry` is the number of the timer of the next attempt, should there be one: when this one ends says nothing of it. */
  | { serial: number; kind: 'deliver'; delivery: string; at: Instant; retry: number };

/** A deviation that is on: how often it changed something, and what it remembers, as plain data. */
export type DeviationRow = { fired: number; memory: Readonly<Record<string, unknown>> };

/** What was chosen for an open question, and what the means by which the World keeps to it remember. */
export type ChoiceRow = DeviationRow & { choice: unknown };

/**
 * The whole state of a World. Plain data: rows are replaced and never changed, so a copy of the tables is a copy of the
 * World, and two Worlds are equal when their tables are.
 */
export type WorldState = {
  now: Instant;
  /** How many of each kind have been made: ids, timers, effects. */
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
  /** The deviations that are on, by id. */
  deviations: Map<string, DeviationRow>;
  /** Choices that differ from what the World began with, and those that are not the default, by question. */
  choices: Map<string, ChoiceRow>;
  timers: Map<number, Timer>;
  timerOrder: SortedList;
  effects: Map<number, Effect>;
  endpoints: Map<string, Endpoint>;
  events: Map<string, WebhookEvent>;
  deliveries: Map<string, Delivery>;
  /** The deliveries that are neither delivered nor exhausted nor cancelled, and the endpoint of each. */
  pendingDeliveries: Map<string, string>;
  /** How many rows need the bytes of each digest. */
  blobUses: Map<string, number>;
};

/**
 * What each field of a state is: a value, rows or lists by name, one list, or rows in an order of their own. What is counted
 * as records is what a World is made of; the rest only counts or orders the rows of other tables. Code that makes, copies,
 * counts or keeps a state goes by this list.
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

/** The fields that are tables of rows, by the names of the rows. */
export type TableName = NamesOf<'records' | 'table'>;
export const TABLE_NAMES = namesOf<TableName>(['records', 'table']);
export const LISTS_NAMES = namesOf<NamesOf<'lists'>>(['lists']);

function namesOf<Name extends FieldName>(kinds: readonly Fields[FieldName][]): readonly Name[] {
  return Object.entries(STATE_FIELDS)
    .filter(([, kind]) => kinds.includes(kind))
    .map(([name]) => name as Name);
}

export function emptyState(now: Instant, switches: Switches): WorldState {
  const state = { now, switches, plans: [], faults: [], timerOrder: emptyList() };
  for (const name of [...TABLE_NAMES, ...LISTS_NAMES]) Object.assign(state, { [name]: new Map() });
  // A copy is an object of the fast kind, which one that was put together is not.
  return { ...(state as Partial<WorldState> as WorldState) };
}

/** How many records a World is made of. It is asked with every change: by name, that is thirty times as fast as by the list. */
export function recordsIn(state: WorldState): number {
  const { accounts, keys, assets, jobs, tombstones, claims, usage, quotaUses, admissions, plans, faults } = state;
  const { timers, effects, endpoints, events, deliveries } = state;
  const owned = accounts.size + keys.size + assets.size + jobs.size + tombstones.size + claims.size;
  const counted = usage.size + quotaUses.size + admissions.size + plans.length + faults.length;
  return owned + counted + timers.size + effects.size + endpoints.size + events.size + deliveries.size;
}

/** An independent copy. Rows are shared, because rows never change. */
export function copyState(state: WorldState): WorldState {
  const copy = { ...state, timerOrder: copyList(state.timerOrder) };
  for (const name of TABLE_NAMES) Object.assign(copy, { [name]: new Map<unknown, unknown>(state[name]) });
  for (const name of LISTS_NAMES)
    copy[name] = new Map([...state[name]].map(([owner, list]) => [owner, copyList(list)]));
  return copy;
}
