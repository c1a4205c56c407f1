import type { Readings } from '../../../shared/questions/generated/readings.ts';
import type { RouteId } from '../../domain/routes.ts';
import { ASSET_LIST_PARAMETERS, jobListParameters } from '../list/lists.ts';
import type { Parameters } from '../query.ts';
import { USAGE_PARAMETERS } from '../reports.ts';
import type { OperationError } from './errors.ts';
import type { HeaderName } from './headers.ts';
import type { Source } from './schema.ts';

export const TAGS = {
  Assets: 'Images: uploaded ones, and those that jobs made',
  Submissions: 'What the service is asked for. Each answer is a job',
  Jobs: 'Jobs and their results',
  Account: 'What was used, and what is left',
  Webhooks: 'What the service sends',
} as const;

/** What a route answers on success. `body` names a schema; `image` is bytes. */
export type Success = {
  status: number;
  /** Whether the specification leaves open which 2xx it is. */
  isOpen?: boolean;
  when: string;
  body: string | null;
  headers?: readonly HeaderName[];
  source?: Source;
};

/** What the document says of a route beyond what the route itself knows. */
export type OperationWords = {
  tag: keyof typeof TAGS;
  source: Source;
  summary: string;
  description?: string;
  isDraft?: boolean;
  query?: Parameters | ((readings: Readings) => Parameters);
  /** Whether the body of the request is the bytes of an image. */
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
    description: 'The bytes of the image are the whole body, and `Content-Type` says what they are.',
    takesImage: true,
    successes: [{ status: 201, isOpen: true, when: 'It was taken', body: 'Asset', source: 'reading 1' }],
    errors: [...ALWAYS, 'payload_too_large'],
  },
  listAssets: {
    tag: 'Assets',
    source: 'spec 4.1',
    summary: 'Lists the assets that can be read, the youngest first',
    query: ASSET_LIST_PARAMETERS,
    successes: [{ status: 200, when: 'A page of them', body: 'AssetList' }],
    errors: [...ALWAYS, 'invalid_cursor', 'path_not_found', 'rate_limited'],
  },
  readAsset: {
    tag: 'Assets',
    source: 'spec 4.1',
    summary: 'Reads what an asset is',
    successes: [{ status: 200, when: 'The asset', body: 'Asset' }],
    errors: [...ALWAYS, 'asset_not_found'],
  },
  downloadAsset: {
    tag: 'Assets',
    source: 'spec 4.1; headers and statuses: reading 6',
    summary: 'Downloads the image of a result',
    description: 'The `href` of a result leads here. The bytes of an input are not given back (reading 7).',
    conditional: true,
    successes: [
      { status: 200, when: 'The image', body: 'image', headers: ['ETag', 'Cache-Control', 'X-Content-Type-Options'] },
      { status: 304, when: 'It is what you have', body: null, headers: ['ETag'], source: 'reading 6' },
    ],
    errors: [...ALWAYS, 'asset_not_found'],
  },
  deleteAsset: {
    tag: 'Assets',
    source: 'spec 4.1',
    summary: 'Erases the image of an input',
    description: 'Jobs that were accepted with it keep what they need.',
    successes: [{ status: 204, when: 'It is gone, now or already', body: null }],
    errors: [...ALWAYS, 'asset_not_found', 'path_not_found', 'asset_owned_by_job'],
  },
  analyzeSkin: submission('Has the skin of a face analysed', ['duplicate_concern']),
  tryOnMakeup: submission('Puts makeup on a face'),
  tryOnHairColor: {
    ...submission('Gives hair another color', [], true),
    source: 'spec 4.2; body: reading 11',
    isDraft: true,
  },
  readJob: {
    tag: 'Jobs',
    source: 'spec 4.3',
    summary: 'Reads a job: poll it here',
    description: 'While it is queued or running, ask again after `Retry-After`. A job that failed answers 200 as well.',
    conditional: true,
    successes: [
      { status: 200, when: 'The job', body: 'Job', headers: POLLED },
      { status: 304, when: 'It is what you have', body: null, headers: POLLED },
    ],
    errors: [...ALWAYS, 'job_not_found'],
  },
  listJobs: {
    tag: 'Jobs',
    source: 'spec 4.3; parameters and shape: reading 12',
    summary: 'Lists the jobs, the youngest first',
    query: jobListParameters,
    successes: [{ status: 200, when: 'A page of them', body: 'JobList', source: 'reading 12' }],
    errors: [...ALWAYS, 'invalid_cursor', 'path_not_found', 'rate_limited'],
  },
  cancelJob: {
    tag: 'Jobs',
    source: 'spec 3, 4.3',
    summary: 'Cancels a job that has not begun',
    description: 'Needs the scope of the job’s product. To ask again does no harm.',
    successes: [
      { status: 200, when: 'The job is cancelled, now or already', body: 'Job', headers: ['ETag'] },
      { status: 202, when: 'It was picked up, and may still be stopped: poll it', body: 'Job', headers: POLLED },
    ],
    errors: [...ALWAYS, 'insufficient_scope', 'job_not_found', 'path_not_found', 'job_not_cancellable'],
  },
  deleteJob: {
    tag: 'Jobs',
    source: 'spec 3, 4.3',
    summary: 'Deletes a job that is final, with its results',
    description: 'Needs the scope of the job’s product. Its `Idempotency-Key` stays used.',
    successes: [{ status: 204, when: 'It is gone, now or already', body: null }],
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
    summary: 'Reads what may be spent',
    successes: [{ status: 200, when: 'The balance', body: 'CreditBalance' }],
    errors: [...ALWAYS.filter((kind) => kind !== 'invalid_request'), 'path_not_found'],
  },
};

/** Section 4.2, which is the same for all products. */
function submission(summary: string, errors: readonly OperationError[] = [], isOpen = false): OperationWords {
  return {
    tag: 'Submissions',
    source: 'spec 4.2',
    summary,
    description: 'A 202 says that it was accepted, and not that it will succeed.',
    successes: [
      {
        status: 200,
        when: 'It was accepted before, under the same `Idempotency-Key`: the same job',
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
