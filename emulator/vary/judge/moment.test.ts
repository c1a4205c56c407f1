import { expect, it } from 'vitest';
import { seenOf } from '../testing/seen-of.ts';
import { momentIn } from './moment.ts';

const UPLOAD = { method: 'POST', route: 'POST /v1/assets', path: '/v1/assets', requestHeaders: {}, status: 201 };
const POLL = { method: 'GET', route: 'GET /v1/jobs/:id', path: '/v1/jobs/job_1', requestHeaders: {}, status: 200 };

it('shows where the client did something else than in the plain run', () => {
  expect(momentIn(seenOf(UPLOAD, POLL, POLL), seenOf(UPLOAD, {}, POLL))).toEqual([
    '#1 POST /v1/assets → 201',
    '#2 GET /v1/jobs/job_1 → 200',
    '#3 GET /v1/jobs/job_1 → 200',
  ]);
});

it('shows what the client did not continue with', () => {
  expect(momentIn(seenOf({ ...UPLOAD, status: 200 }), seenOf(UPLOAD, {}))).toEqual([
    '#1 POST /v1/assets → 200',
    'and did not go on to POST /v1/skin/analyses',
  ]);
});

it('shows what followed a fault, in the world with the fault', () => {
  const seen = seenOf(UPLOAD, { ...POLL, fault: 'fault_1' }, { ...POLL, world: 'other' }, POLL);
  expect(momentIn(seen, seenOf(UPLOAD))).toEqual([
    '#2 GET /v1/jobs/job_1 → 200, and did not arrive, injected',
    '#4 GET /v1/jobs/job_1 → 200',
  ]);
});

it('shows the last exchanges if there is no difference', () => {
  expect(momentIn(seenOf(UPLOAD, POLL), seenOf(UPLOAD, POLL))).toHaveLength(2);
});
