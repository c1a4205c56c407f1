import { pathTo } from '../../domain/routes.ts';

const ASSET = 'asset_7d1x0q9vzj3mfk2w';
const RESULT = 'asset_b0c8n5r2t4h6k1ya';

/** A job when it is accepted, and when it has ended. */
const QUEUED = {
  id: 'job_3k8w5zq1m0d7xv4t',
  operation: 'makeup.apply',
  status: 'queued',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  completed_at: null,
  expires_at: null,
  inputs: [{ asset_id: ASSET, role: 'source' }],
  output: null,
  error: null,
  livemode: false,
};

const SUCCEEDED = {
  ...QUEUED,
  status: 'succeeded',
  updated_at: '2026-01-01T00:00:04.000Z',
  completed_at: '2026-01-01T00:00:04.000Z',
  expires_at: '2026-01-08T00:00:04.000Z',
  output: {
    type: 'makeup.try_on',
    image: {
      id: RESULT,
      href: pathTo('downloadAsset', RESULT),
      media_type: 'image/png',
      role: 'image',
      size_bytes: 48_213,
      expires_at: '2026-01-08T00:00:04.000Z',
      width: 512,
      height: 640,
    },
    revision: 1,
  },
};

const UPLOADED = {
  id: ASSET,
  purpose: 'input',
  media_type: 'image/png',
  size_bytes: 51_007,
  width: 512,
  height: 640,
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2026-01-02T00:00:00.000Z',
  livemode: false,
};

/** An example of each resource; that of a 202 is a queued job. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  Asset: UPLOADED,
  AssetList: { data: [UPLOADED], has_more: false, next_cursor: null },
  Job: SUCCEEDED,
  JobList: { data: [QUEUED], has_more: true, next_cursor: 'eyJrIjoiMjAyNi0wMS0wMSJ9' },
  Usage: { data: [{ date: '2026-01-01', operation: 'makeup.apply', accepted: 3 }] },
  CreditBalance: {
    object: 'credit_balance',
    as_of: '2026-01-01T00:00:00.000Z',
    settled_units: 100,
    held_units: 1,
    available_units: 99,
    test_funded_units: 0,
    spendable_units: 99,
    enforced: true,
    low_balance: false,
    unit_costs: { 'hair.try_on': 2, 'makeup.apply': 1, 'skin.analyze': 1 },
  },
};

export function exampleOf(schema: string, status: number): unknown {
  return schema === 'Job' && status === 202 ? QUEUED : EXAMPLES[schema];
}
