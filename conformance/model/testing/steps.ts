import { expect } from 'vitest';
import { isMap } from '../../../shared/is-map.ts';
import type { BodyRecord, Exchange } from '../../effects/http/exchange.ts';
import { createModel, type ModelFinding } from '../model.ts';
import type { Seen } from '../sight.ts';

export const KEYS = {
  primary: { secret: '<primary>', environment: 'live' },
  second: { secret: '<second>', environment: 'live' },
  other_env: { secret: '<other_env>', environment: 'test' },
  other_account: { secret: '<other_account>', environment: 'live' },
  no_skin: { secret: '<no_skin>', environment: 'live' },
  live: { secret: '<live>', environment: 'live' },
  test: { secret: '<test>', environment: 'test' },
};
export const START = Date.UTC(2026, 0, 1);
export const at = (seconds: number) => new Date(START + seconds * 1000).toISOString();

export type Reply = {
  /** Null if no answer came. */
  status: number | null;
  body?: unknown;
  headers?: Record<string, string>;
  send?: unknown;
  /** The bytes of the request, and those of the answer. */
  sendBytes?: BodyRecord;
  bytes?: BodyRecord;
  sendHeaders?: Record<string, string>;
  key?: keyof typeof KEYS | 'none';
  passed?: number;
  least?: number;
  isForgotten?: boolean;
  isConcurrent?: boolean;
};

/** An exchange, or a call of a driver: `drive jobs.script`. */
export type Step = [request: string, reply: Reply] | [drive: `drive ${string}`, given: Record<string, unknown>];

/** What each of these steps breaks, one after the other: `JOB-READ-200 /status`. Without an account that was made for them: shared. */
export function breaches(steps: readonly Step[], isShared = false): string[][] {
  return findings(steps, isShared).map((all) =>
    all.flatMap(({ rule, mismatch, spared }) => (spared === undefined ? [`${rule} ${mismatch.pointer}`] : [])),
  );
}

/** What only warns in these steps: the rules, each once. */
export function warnings(steps: readonly Step[]): string[] {
  const all = findings(steps, false).flat();
  return [...new Set(all.flatMap(({ rule, spared }) => (spared === undefined ? [] : [rule])))];
}

/** What is violated where the same steps are only observed: others may act between them, and before the first. */
export function violations(...steps: Step[]): string[] {
  const all = findings(steps, true, true).flat();
  return [...new Set(all.flatMap(({ rule, spared }) => (spared === undefined ? [rule] : [])))];
}

function findings(steps: readonly Step[], isShared: boolean, isObserved = false): ModelFinding[][] {
  const model = createModel({ keys: KEYS, tenant: isShared ? null : { id: 'tenant' }, isObserved });
  const found = steps.map(([request, reply], position) => {
    if (!request.startsWith('drive ')) return model.see(seen(request, reply as Reply, position));
    model.drive(request.slice('drive '.length), reply);
    return [];
  });
  return [...found, model.finish()];
}

/** The same with ids that no account numbers its things by. */
export function withLongIds<Steps extends readonly Step[]>(steps: Steps): Steps {
  return JSON.parse(JSON.stringify(steps).replace(/\b(job|asset)_1\b/g, '$1_k7f3q9x2m4'));
}

/** What the last of these steps breaks. The ones before it break nothing. */
export function last(...steps: Step[]): string[] {
  const [end, ...before] = breaches(steps).toReversed();
  expect(before.slice(1).flat()).toEqual([]);
  return [...(before[0] ?? []), ...(end ?? [])];
}

export function seen(request: string, reply: Reply, position: number): Seen {
  const [method = '', url = ''] = request.split(' ');
  const { status, body, bytes, send, sendBytes, sendHeaders = {}, key = 'primary' } = reply;
  const headers = { ...locationOf(reply), ...reply.headers };
  const text = (value: unknown) =>
    value === undefined ? { kind: 'none' as const } : { kind: 'text' as const, text: JSON.stringify(value) };
  const type: Record<string, string> = send === undefined ? {} : { 'Content-Type': 'application/json' };
  const exchange: Exchange = {
    request: {
      method,
      url,
      headers: { 'X-API-Key': `<${key}>`, ...type, ...sendHeaders },
      body: sendBytes ?? text(send),
    },
    answer: status === null ? null : { status, headers: Object.entries(headers), body: bytes ?? text(body) },
    silence: status === null ? 'timeout' : null,
    detail: null,
    at: position * 10,
    took: 1,
  };
  const { passed = 0, least = passed, isConcurrent = false, isForgotten = false } = reply;
  return { exchange, position, key, passed, least, isConcurrent, isForgotten };
}

/** A submission that is accepted names its job, unless a test says otherwise. */
function locationOf({ status, body }: Reply): Record<string, string> {
  return status === 202 && isMap(body) ? { Location: `/v1/jobs/${body['id']}` } : {};
}

export const ASSET = { id: 'asset_1', purpose: 'input', created_at: at(0), expires_at: at(86_400) };
export const JOB = {
  id: 'job_1',
  operation: 'skin.analyze',
  status: 'queued',
  created_at: at(0),
  updated_at: at(0),
  output: null,
};
export const RESULT = { id: 'asset_r', role: 'mask.acne', expires_at: at(86_400) };
export const DONE = {
  ...JOB,
  status: 'succeeded',
  output: { type: 'skin.analysis', concerns: [{ concern: 'acne' }, { concern: 'redness' }], visualizations: [RESULT] },
};
export const REQUEST = {
  inputs: [{ asset_id: 'asset_1', role: 'source' }],
  concerns: ['acne', 'redness'],
  visualizations: [{ kind: 'mask', concern: 'acne' }],
};
export const error = (code: string) => ({ error: { code, message: 'no', request_id: 'r' } });
export const MISSING = { status: 404, body: error('JOB_NOT_FOUND') };
export const SUBMIT = 'POST /v1/skin/analyses';
export const under = (key: string, send: unknown = REQUEST) => ({ send, sendHeaders: { 'Idempotency-Key': key } });

export const uploaded: [string, Reply] = ['POST /v1/assets', { status: 201, body: ASSET }];
export const submitted: [string, Reply] = [SUBMIT, { status: 202, body: JOB, ...under('key-1') }];
export const done: [string, Reply] = ['GET /v1/jobs/job_1', { status: 200, body: DONE }];
export const deleted: [string, Reply] = ['DELETE /v1/jobs/job_1', { status: 204 }];
export const cancelled: [string, Reply] = [
  'POST /v1/jobs/job_1/cancel',
  { status: 200, body: { ...JOB, status: 'cancelled', updated_at: at(1) } },
];
export const BEGUN = [uploaded, submitted] as const;
export const ENDED = [...BEGUN, done] as const;
