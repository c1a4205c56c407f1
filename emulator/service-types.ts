import type {
  Concern,
  JobErrorCode,
  JobStatus,
  MediaType,
  Operation,
  Purpose,
  ResultMediaType,
} from './domain/vocabulary.ts';

/** What the service answers, for tests in TypeScript: `const job = (await answer.json()) as Job`. */

/** Spec 2.1. */
export type Asset = {
  id: string;
  purpose: Purpose;
  media_type: MediaType;
  size_bytes: number;
  width: number;
  height: number;
  created_at: string;
  expires_at: string;
  /** Only if the account has a test key. */
  livemode?: boolean;
};

/** Spec 2.2. */
export type Job = {
  id: string;
  operation: Operation;
  status: JobStatus;
  created_at: string;
  updated_at: string;
  completed_at: string | null;
  expires_at: string | null;
  inputs: { asset_id: string; role: string }[];
  /** Null unless it succeeded. */
  output: JobOutput | null;
  /** Set if it failed. */
  error: JobError | null;
  /** Only if the account has a test key. */
  livemode?: boolean;
};

export type JobError = { code: JobErrorCode; message: string };

/** Spec 2.3: ignore unknown values of `type`, so that your client also works with later versions. */
export type JobOutput =
  | { type: 'skin.analysis'; concerns: SkinConcernResult[]; analysis_version?: string; visualizations?: ResultAsset[] }
  | { type: 'makeup.try_on'; image: ResultAsset; revision?: number }
  | { type: 'hair.try_on'; image: ResultAsset; applied: HairTryOnApplied; revision?: number };

/** A part of an output; its bytes are at `href`. */
export type ResultAsset = {
  id: string;
  href: string;
  media_type: ResultMediaType;
  role: string;
  size_bytes: number;
  expires_at: string;
  width?: number | null;
  height?: number | null;
};

export type SkinConcernResult = {
  concern: Concern;
  score: number | null;
  status: 'measured' | 'unavailable';
  unavailable_reason: 'not_measured' | 'not_measurable' | null;
};

export type HairTryOnApplied = {
  color_gradient: { dark: { color: string; opacity: number }; light: { color: string; opacity: number } };
};

/** A page of a list of assets or jobs. */
export type Page<Item extends Asset | Job> = { data: Item[]; has_more: boolean; next_cursor: string | null };

/** The body of every refusal (spec 2.4). */
export type ErrorBody = {
  error: {
    code: string;
    message: string;
    request_id: string;
    details?: Record<string, unknown>;
    doc_url?: string | null;
    retryable?: boolean | null;
  };
};

/** Spec 2.5. */
export type CreditBalance = {
  object?: 'credit_balance';
  as_of: string;
  settled_units: number;
  held_units: number;
  available_units: number;
  test_funded_units: number;
  spendable_units: number;
  enforced: boolean;
  low_balance: boolean;
  unit_costs: Record<Operation, number>;
};
