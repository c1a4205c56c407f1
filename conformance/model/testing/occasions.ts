import { ASSET, at, BEGUN, breaches, error, JOB, type Reply, type Step, SUBMIT, under, uploaded } from './steps.ts';

export const rulesOf = (steps: readonly Step[]) => [
  ...new Set(
    breaches(steps)
      .flat()
      .map((one) => one.split(' ')[0]),
  ),
];
export const MINUTE = 60_000;
export const later = (request: string, reply: Reply, minutes: number): Step => [
  request,
  { ...reply, passed: minutes * MINUTE },
];
export const used = (accepted: number, minutes: number, date = '2026-01-01', operation = 'skin.analyze'): Step => [
  'GET /v1/usage',
  { status: 200, passed: minutes * MINUTE, body: { data: [{ date, operation, accepted }] } },
];
export const refusal = (code: string, status = 404): Reply => ({ status, body: error(code) });
export const asOther = (request: string, reply: Reply): Step => [request, { ...reply, key: 'other_account' }];
export const twice = (request: (id: string) => string, reply: Reply): Step[] =>
  ['8', '9'].map((id) => asOther(request(id), reply));
export const held = (stage: string): Step[] => [
  ['drive jobs.script', { next: { hold_at: stage } }],
  ...BEGUN,
  ['drive jobs.await_hold', { job: 'job_1' }],
];
export const submission = (id: string, key: string, reply: Partial<Reply> = {}): Step => [
  SUBMIT,
  { status: 202, body: { ...JOB, id, created_at: at(0) }, ...under(key), ...reply },
];
/** On a day that is certain. */
export const NOON: Step[] = [uploaded, submission('job_1', 'key-1', { body: { ...JOB, created_at: at(43_200) } })];
export const balance = (available: number, more: object = {}): Step => [
  'GET /v1/credits/balance',
  { status: 200, body: { available_units: available, unit_costs: { 'skin.analyze': 3 }, as_of: at(100), ...more } },
];
export const DATED: Step = ['POST /v1/assets', { status: 201, body: { ...ASSET, id: 'asset_0', created_at: at(-1) } }];
export const FAILED: Step = ['GET /v1/jobs/job_1', { status: 200, body: { ...JOB, status: 'failed' } }];
export const page = (data: unknown[], query: string, next: string | null): Step => [
  `GET /v1/assets${query}`,
  { status: 200, body: { data, has_more: next !== null, next_cursor: next } },
];
export const ASSET_B = { ...ASSET, id: 'asset_b' };
export const item = (id: string, created = at(0)) => ({ ...ASSET, id, created_at: created });
