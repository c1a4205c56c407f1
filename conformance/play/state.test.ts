import { expect, it } from 'vitest';
import type { Exchange } from '../effects/http/exchange.ts';
import { afterAnswer, NOTHING_YET, withoutThing } from './state.ts';

function exchange(line: string, status: number, json: unknown, at = 0): Exchange {
  const [method = '', url = ''] = line.split(' ');
  const answer: Exchange['answer'] = { status, headers: [], body: { kind: 'text', text: JSON.stringify(json) } };
  const request: Exchange['request'] = { method, url, headers: {}, body: { kind: 'none' } };
  return { request, answer, silence: null, detail: null, at, took: 10 };
}

const after = (...exchanges: Exchange[]) =>
  exchanges.reduce((state, one) => afterAnswer(state, one, 'primary'), NOTHING_YET);

it('Things that were made are remembered with their key until they are erased', () => {
  const state = after(
    exchange('POST /v1/assets', 201, { id: 'asset_1' }),
    exchange('POST /v1/skin/analyses', 202, { id: 'job_1' }),
    exchange('POST /v1/skin/analyses', 200, { id: 'job_1' }),
    exchange('POST /v1/jobs/job_1/cancel', 200, { id: 'job_1' }),
    exchange('POST /v1/makeup/try-ons', 400, { id: 'job_2' }),
    exchange('GET /v1/jobs/job_3', 200, { id: 'job_3' }),
  );
  expect([[...state.jobs], [...state.assets]]).toEqual([[['job_1', 'primary']], [['asset_1', 'primary']]]);
  expect(withoutThing(state, 'jobs', 'job_1').jobs.size).toBe(0);
  expect(state.jobs.size).toBe(1);
});

it('Only the job that was submitted after its plan is held', () => {
  const planned = { ...NOTHING_YET, holdsNext: true };
  const refused = afterAnswer(planned, exchange('POST /v1/skin/analyses', 402, { id: 'job_1' }), 'primary');
  const made = afterAnswer(refused, exchange('POST /v1/skin/analyses', 202, { id: 'job_2' }), 'primary');
  const more = afterAnswer(made, exchange('POST /v1/skin/analyses', 202, { id: 'job_3' }), 'primary');
  expect([refused.holdsNext, [...more.held], more.holdsNext]).toEqual([true, ['job_2'], false]);
});

it("The lead of the target's clock is determined by new things, not by replays", () => {
  const at = Date.parse('2026-01-01T00:00:00Z');
  const made = exchange('POST /v1/assets', 201, { id: 'a', created_at: '2026-01-01T01:00:00Z' }, at);
  expect(after(made).clockAhead).toBe(3_600_000 - 10);
  const replay = exchange('POST /v1/skin/analyses', 200, { id: 'j', created_at: '2025-01-01T00:00:00Z' }, at);
  expect(after(replay).clockAhead).toBe(0);
});

it('The cost of a job is that of the last balance', () => {
  const balance = (unit_costs: unknown) => exchange('GET /v1/credits/balance?x=1', 200, { unit_costs });
  expect(after(balance({ a: 1 }), balance({ a: 2 }), balance('?'), balance(null)).unitCosts).toEqual({ a: 2 });
});
