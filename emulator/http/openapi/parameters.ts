import type { Source } from './schema.ts';

/** What each parameter means, wherever it is taken. */
export const PARAMETER_TEXTS: Readonly<Record<string, { description: string; 'x-source': Source }>> = {
  asset_id: text('The id of an asset', 'spec 4.1'),
  job_id: text('The id of a job; in the list of assets: only what it made', 'spec 4.1, 4.3'),
  limit: text('The most that one page holds', 'spec 4.1, 8; on jobs: reading 12'),
  cursor: text('The `next_cursor` of the page before, with the same filters', 'spec 4.1; on jobs: reading 12'),
  created_gte: text('Only those that came then or later', 'spec 4.1; on jobs: reading 12'),
  created_lt: text('Only those that came earlier', 'spec 4.1; on jobs: reading 12'),
  purpose: text('Only what was uploaded, or only what jobs made', 'spec 4.1'),
  status: text('Only jobs of this status', 'reading 12'),
  operation: text('Only jobs of this product', 'reading 12'),
  from: text('The first UTC day; 29 days before `to` if it is not given', 'reading 13'),
  to: text('The last UTC day; today if it is not given', 'reading 13'),
  'Idempotency-Key': text(
    'Names this request: sent again with the same body, it gives the same job; with another body it is refused',
    'spec 4.2; required, and its form: reading 16',
  ),
  'If-None-Match': text('The `ETag` that you have: a 304 says that it still holds', 'spec 4.3; on images: reading 6'),
};

function text(description: string, source: Source) {
  return { description, 'x-source': source };
}
