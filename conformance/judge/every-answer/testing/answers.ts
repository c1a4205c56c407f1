import { openSuite } from '../../../certify.ts';
import type { BodyRecord, Exchange } from '../../../effects/http/exchange.ts';
import { type AnswerChecks, createAnswerChecks } from '../answer-checks.ts';

export type Fake = {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  sent?: Record<string, string>;
  at?: number;
  took?: number;
};

let clock = 1_000;

/** Makes an exchange. Each follows the one before, unless a time is given. */
export function exchange(
  request: string,
  { status = 200, body, headers = {}, sent = {}, at, took = 1 }: Fake = {},
): Exchange {
  const [method = '', url = ''] = request.split(' ');
  clock += 10;
  return {
    request: { method, url, headers: sent, body: { kind: 'none' } },
    answer: { status, headers: Object.entries(headers), body: bodyOf(body) },
    silence: null,
    detail: null,
    at: at ?? clock,
    took,
  };
}

function bodyOf(body: unknown): BodyRecord {
  if (body === undefined) return { kind: 'none' };
  return { kind: 'text', text: typeof body === 'string' ? body : JSON.stringify(body) };
}

export function job(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    ...{ id: 'job_1', operation: 'makeup.apply', status: 'queued', created_at: '2026-01-01T00:00:00Z' },
    ...{ updated_at: '2026-01-01T00:00:00.500Z', completed_at: null, expires_at: null, output: null, error: null },
    ...{ inputs: [{ asset_id: 'asset_1', role: 'source' }], ...change },
  };
}

const DONE = {
  updated_at: '2026-01-01T00:00:04Z',
  completed_at: '2026-01-01T00:00:04Z',
  expires_at: '2026-01-08T00:00:04Z',
};

export function result(change: Record<string, unknown> = {}): Record<string, unknown> {
  const fields = { media_type: 'image/png', role: 'result', size_bytes: 10, expires_at: '2026-01-08T00:00:04.000Z' };
  return { id: 'asset_2', href: '/v1/assets/asset_2/content', ...fields, ...change };
}

export function succeeded(
  output: unknown = { type: 'makeup.try_on', image: result() },
  change: Record<string, unknown> = {},
) {
  return job({ status: 'succeeded', ...DONE, output, ...change });
}

export function failed(
  error: unknown = { code: 'PROCESSING_FAILED', message: 'oh' },
  change: Record<string, unknown> = {},
) {
  return job({ status: 'failed', ...DONE, error, ...change });
}

export function cancelled(change: Record<string, unknown> = {}) {
  return job({ status: 'cancelled', ...DONE, ...change });
}

export function asset(change: Record<string, unknown> = {}): Record<string, unknown> {
  const times = { created_at: '2026-01-01T00:00:00Z', expires_at: '2026-01-02T00:00:00Z' };
  const picture = { media_type: 'image/png', size_bytes: 3, width: 4, height: 5 };
  return { id: 'asset_1', purpose: 'input', ...picture, ...times, ...change };
}

export function errorBody(change: Record<string, unknown> = {}): unknown {
  return { error: { code: 'JOB_NOT_FOUND', message: 'no such job', request_id: 'req_1', ...change } };
}

/** Returns what the checks report about the last of some exchanges: rule -> outcome. */
export function verdicts(...exchanges: readonly Exchange[]): Record<string, 'held' | 'violated'> {
  return Object.fromEntries(lastFindings(exchanges).map(({ rule, outcome }) => [rule, outcome]));
}

/** Returns the rules that the last of some exchanges breaks. */
export function violations(...exchanges: readonly Exchange[]): string[] {
  return lastFindings(exchanges)
    .filter(({ outcome }) => outcome === 'violated')
    .map(({ rule }) => rule);
}

// A suite of its own, because the answers of these tests contain only the relevant members, and so have no shape.
const { suite } = openSuite();
suite.shapes.check = () => [];
export const { everyAnswer } = suite;

/** Creates the checks of the package, as for an instance. */
export function newChecks(): AnswerChecks {
  return createAnswerChecks(everyAnswer);
}

export function lastFindings(exchanges: readonly Exchange[], checks: AnswerChecks = newChecks()) {
  return exchanges.map((one) => checks.look(one, { key: one.request.headers['X-API-Key'] ?? 'primary' })).at(-1) ?? [];
}

export const ETAG = { ETag: '"1"', 'Retry-After': '1' };
export const READ = 'GET /v1/jobs/job_1';
