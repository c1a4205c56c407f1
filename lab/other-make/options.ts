import type { AnyBreach } from './breaches/fresh-breaches.ts';

export const SWITCHES = ['lists', 'cancel', 'delete', 'credits'] as const;
export type Switch = (typeof SWITCHES)[number];

export const OTHER_PRODUCTS = ['skin', 'makeup', 'hair'] as const;
export type OtherProduct = (typeof OTHER_PRODUCTS)[number];

/** Lawful habits that are not choices of a question. Each is off unless it is named. */
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
  /** What the server does where the specification is silent, by question; by default, `OWN_CHOICES`. */
  choices?: Readonly<Record<string, unknown>>;
  broken?: AnyBreach;
  /** Lawful habits in addition to the choices; by default, none. */
  habits?: readonly Habit[];
  /** The features that are disabled. */
  off?: readonly Switch[];
  /** The products that it offers; by default, skin and makeup. */
  products?: readonly OtherProduct[];
  /** The milliseconds that each stage of a job takes, unless `choices` sets the stage. */
  stage?: number;
  credits?: number;
  enforced?: boolean;
  threshold?: number | null;
  /** An endpoint for live events, as if it was registered in the console. */
  webhook?: { url: string; secret: string };
  /** Whether the clock moves only when a driver advances it; by default, it runs in real time. */
  clock?: 'stands' | 'runs';
  /**
   * Drivers, their calls (`clock.advance`) and members of these (`tenants.unit_costs`) that the console does not
   * support.
   */
  declines?: readonly string[];
  /** What happens to a call with a declined member: its answer lists the member, or it is 501 and nothing is done. */
  declining?: 'told' | 'refused';
  /**
   * By default, drivers reach every job that shares the clock. With `account` or `key`, they reach only jobs of the
   * account whose key is sent. With `key`, a plan also applies only to jobs that this key submits.
   */
  driversBy?: 'account' | 'key';
};
