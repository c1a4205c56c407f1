import type { AnyBreach } from './breaches/fresh-breaches.ts';

export const SWITCHES = ['lists', 'cancel', 'delete', 'credits'] as const;
export type Switch = (typeof SWITCHES)[number];

export const OTHER_PRODUCTS = ['skin', 'makeup', 'hair'] as const;
export type OtherProduct = (typeof OTHER_PRODUCTS)[number];

/** Lawful ways of its own, none of which is the choice of a question; each is off unless it is named. */
export const HABITS = [
  'asset_etag',
  'codes_by_field',
  'download_headers',
  'error_links',
  'event_members',
  'head_as_get',
  'job_progress',
  'list_total',
  'no_store',
  'options_allow',
  'rate_limit_headers',
  'retry_after_on_accept',
  'upload_location',
  'usage_names',
] as const;
export type Habit = (typeof HABITS)[number];

export type OtherServerOptions = {
  /** What it does where the specification is silent, by question; else as in `OWN_CHOICES`. */
  choices?: Readonly<Record<string, unknown>>;
  broken?: AnyBreach;
  /** Lawful ways of its own beside the choices; none unless they are named. */
  habits?: readonly Habit[];
  /** What this environment does not offer. */
  off?: readonly Switch[];
  /** The products that it has: by default, skin and makeup. */
  products?: readonly OtherProduct[];
  /** How long each stage of a job takes, in milliseconds, where `choices` does not say otherwise. */
  stage?: number;
  credits?: number;
  enforced?: boolean;
  threshold?: number | null;
  /** An endpoint for live events, as someone registered it in the console. */
  webhook?: { url: string; secret: string };
  /** Whether its clock stands until a driver sends it on; by default, it runs with the real one. */
  clock?: 'stands' | 'runs';
  /** Drivers, calls of them (`clock.advance`) and members of these (`tenants.unit_costs`) that the console does not have. */
  declines?: readonly string[];
  /** The outcome of a call with a member that is declined: its answer lists it, or is 501 and nothing is done. */
  declining?: 'told' | 'refused';
  /**
   * Drivers reach the jobs of the account whose key the call has, and with `key` a plan decides those alone that this key submits;
   * else every job that shares the clock.
   */
  driversBy?: 'account' | 'key';
};
