import type { Readings } from '../../../shared/questions/generated/readings.ts';
import type { RouteId } from '../../domain/routes.ts';
import { ASSET_LIST_PARAMETERS, jobListParameters } from '../list/lists.ts';
import type { Parameters } from '../query.ts';
import { USAGE_PARAMETERS } from '../reports.ts';
import type { OperationError } from './errors.ts';
import type { HeaderName } from './headers.ts';
import type { Source } from './schema.ts';

export const TAGS = {
  Assets: 'Images: uploads, and results of jobs',
  Submissions: 'Submissions. Each one creates a job',
  Jobs: 'Jobs and their results',
  Account: 'Usage and the credit balance',
  Webhooks: 'Events that the service sends',
} as const;

/** The successful answer of a route. `body` names a schema; `image` means bytes. */
export type Success = {
  status: number;
  /** Whether the specification leaves the exact 2xx status open. */
  isOpen?: boolean;
  when: string;
  body: string | null;
  headers?: readonly HeaderName[];
  source?: Source;
};

/** What the document says about a route, in addition to the route itself. */
export type OperationWords = {
  tag: keyof typeof TAGS;
  source: Source;
  summary: string;
  description?: string;
  isDraft?: boolean;
  query?: Parameters | ((readings: Readings) => Parameters);
  takesImage?: boolean;
  conditional?: boolean;
  successes: readonly Success[];
  errors: readonly OperationError[];
};

const ALWAYS = [
  'invalid_request',
  'invalid_api_key',
  'ip_not_allowed',
  'internal_error',
  'service_unavailable',
] as const;
const POLLED = ['ETag', 'Retry-After'] as const;

/** Section 4. */
export const OPERATIONS: Readonly<Record<RouteId, OperationWords>> = {
  uploadAsset: {
    tag: 'Assets',
    source: 'spec 4.1',
    summary: 'Uploads an image',
    description: 'The body is the bytes of the image, with its type in `Content-Type`.',
    takesImage: true,
    successes: [{ status: 201, isOpen: true, when: 'The upload was accepted', body: 'Asset', source: 'reading 1' }],
    errors: [...ALWAYS, 'payload_too_large'],
  },
  listAssets: {
    tag: 'Assets',
    source: 'spec 4.1',
    summary: 'Lists the readable assets, newest first',
    query: ASSET_LIST_PARAMETERS,
    successes: [{ status: 200, when: 'A page of entries', body: 'AssetList' }],
    errors: [...ALWAYS, 'invalid_cursor', 'path_not_found', 'rate_limited'],
  },
  readAsset: {
    tag: 'Assets',
    source: 'spec 4.1',
    summary: 'Reads the metadata of an asset',
    successes: [{ status: 200, when: 'The asset', body: 'Asset' }],
    errors: [...ALWAYS, 'asset_not_found'],
  },
  downloadAsset: {
    tag: 'Assets',
    source: 'spec 4.1; headers and statuses: reading 6',
    summary: 'Downloads the image of a result',
    description: 'The `href` of a result leads here. The bytes of an input cannot be downloaded (reading 7).',
    conditional: true,
    successes: [
      { status: 200, when: 'The image', body: 'image', headers: ['ETag', 'Cache-Control', 'X-Content-Type-Options'] },
      { status: 304, when: 'Your copy is current', body: null, headers: ['ETag'], source: 'reading 6' },
    ],
    errors: [...ALWAYS, 'asset_not_found'],
  },
  deleteAsset: {
    tag: 'Assets',
    source: 'spec 4.1',
    summary: 'Erases the image of an input',
    description: 'Accepted jobs keep the image that they need.',
    successes: [{ status: 204, when: 'It is deleted, or was deleted before', body: null }],
    errors: [...ALWAYS, 'asset_not_found', 'path_not_found', 'asset_owned_by_job'],
  },
  analyzeSkin: submission('Analyzes the skin of a face', ['duplicate_concern']),
  tryOnMakeup: submission('Puts makeup on a face'),
  tryOnHairColor: { ...submission('Recolors hair', [], true), source: 'spec 4.2; body: reading 11', isDraft: true },
  readJob: {
    tag: 'Jobs',
    source: 'spec 4.3',
    summary: 'Reads a job: poll it here',
    description:
      'While the job is queued or running, poll again after `Retry-After`. A failed job answers 200 as well.',
    conditional: true,
    successes: [
      { status: 200, when: 'The job', body: 'Job', headers: POLLED },
      { status: 304, when: 'Your copy is current', body: null, headers: POLLED },
    ],
    errors: [...ALWAYS, 'job_not_found'],
  },
  listJobs: {
    tag: 'Jobs',
    source: 'spec 4.3; parameters and shape: reading 12',
    summary: 'Lists the jobs, newest first',
    query: jobListParameters,
    successes: [{ status: 200, when: 'A page of entries', body: 'JobList', source: 'reading 12' }],
    errors: [...ALWAYS, 'invalid_cursor', 'path_not_found', 'rate_limited'],
  },
  cancelJob: {
    tag: 'Jobs',
    source: 'spec 3, 4.3',
    summary: 'Cancels a job',
    description: 'Needs the scope of the job’s product. You can repeat the request.',
    successes: [
      { status: 200, when: 'The job is cancelled, now or earlier', body: 'Job', headers: ['ETag'] },
      { status: 202, when: 'The job was picked up, and may still be stopped: poll it', body: 'Job', headers: POLLED },
    ],
    errors: [...ALWAYS, 'insufficient_scope', 'job_not_found', 'path_not_found', 'job_not_cancellable'],
  },
  deleteJob: {
    tag: 'Jobs',
    source: 'spec 3, 4.3',
    summary: 'Deletes a final job with its results',
    description: 'Needs the scope of the job’s product. Its `Idempotency-Key` stays used.',
    successes: [{ status: 204, when: 'It is deleted, or was deleted before', body: null }],
    errors: [...ALWAYS, 'insufficient_scope', 'job_not_found', 'path_not_found', 'job_in_progress'],
  },
  readUsage: {
    tag: 'Account',
    source: 'spec 4.4; parameters and shape: reading 13',
    summary: 'Counts the accepted jobs by UTC day and operation',
    query: USAGE_PARAMETERS,
    successes: [{ status: 200, when: 'The counts', body: 'Usage', source: 'reading 13' }],
    errors: ALWAYS,
  },
  readCreditBalance: {
    tag: 'Account',
    source: 'spec 4.4',
    summary: 'Reads the credit balance',
    successes: [{ status: 200, when: 'The balance', body: 'CreditBalance' }],
    errors: [...ALWAYS.filter((kind) => kind !== 'invalid_request'), 'path_not_found'],
  },
};

/** Section 4.2, which is the same for all operations. */
function submission(summary: string, errors: readonly OperationError[] = [], isOpen = false): OperationWords {
  return {
    tag: 'Submissions',
    source: 'spec 4.2',
    summary,
    description: 'A 202 means that the job was accepted, not that it will succeed.',
    successes: [
      {
        status: 200,
        when: 'Accepted before with the same `Idempotency-Key`: the same job',
        body: 'Job',
        headers: ['Idempotency-Replayed', 'Location', ...POLLED],
      },
      { status: 202, isOpen, when: 'Accepted', body: 'Job', headers: ['Location', ...POLLED] },
    ],
    errors: [
      ...ALWAYS,
      ...errors,
      'insufficient_credits',
      'insufficient_scope',
      'asset_not_found',
      'idempotency_key_reused',
      'job_deleted',
      'asset_expired',
      'payload_too_large',
      'rate_limited',
    ],
  };
}
