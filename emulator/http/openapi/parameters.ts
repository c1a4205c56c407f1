import type { Source } from './schema.ts';

/** The meaning of each parameter, in every operation that has it. */
export const PARAMETER_TEXTS: Readonly<Record<string, { description: string; 'x-source': Source }>> = {
  asset_id: text('The id of an asset', 'spec 4.1'),
  job_id: text('The id of a job; in the list of assets: only results of this job', 'spec 4.1, 4.3'),
  limit: text('The maximum number of entries on a page', 'spec 4.1, 8; on jobs: reading 12'),
  cursor: text('The `next_cursor` of the previous page, with the same filters', 'spec 4.1; on jobs: reading 12'),
  created_gte: text('Only entries created at this time or later', 'spec 4.1; on jobs: reading 12'),
  created_lt: text('Only entries created earlier', 'spec 4.1; on jobs: reading 12'),
  purpose: text('Only uploads, or only results of jobs', 'spec 4.1'),
  status: text('Only jobs of this status', 'reading 12'),
  operation: text('Only jobs of this product', 'reading 12'),
  from: text('The first UTC day (default: 29 days before `to`)', 'reading 13'),
  to: text('The last UTC day (default: today)', 'reading 13'),
  'Idempotency-Key': text(
    'Identifies this request: the same key and body return the same job; another body is refused',
    'spec 4.2; required, and its form: reading 16',
  ),
  'If-None-Match': text('Your `ETag`: a 304 means that it is still current', 'spec 4.3; on images: reading 6'),
};

function text(description: string, source: Source) {
  return { description, 'x-source': source };
}
