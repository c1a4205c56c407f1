import { describe, expect, it } from 'vitest';
import type { EmulatorOptions } from '../index.ts';
import { openPlayed, play } from '../testing/play.ts';

const WITHOUT_LISTS: EmulatorOptions['accounts'] = [
  { name: 'demo', keys: [{ secret: 'pk_test_demo' }], features: { test: { lists: false, delete: false } } },
];

describe('RFC 9110, 15.5.6: a 405 lists the methods of its path', () => {
  it.each<[line: string, allowed: string, options?: EmulatorOptions]>([
    ['DELETE /v1/jobs', 'GET, HEAD'],
    ['PUT /v1/assets', 'POST, GET, HEAD'],
    ['PUT /v1/assets/asset_1', 'GET, HEAD, DELETE'],
    ['GET /v1/skin/analyses', 'POST'],
    ['HEAD /v1/makeup/try-ons as none', 'POST'],
    ['PATCH /v1/credits/balance', 'GET, HEAD'],
    ['PUT /v1/assets', 'POST', { accounts: WITHOUT_LISTS }],
    ['PUT /v1/jobs/job_1', 'GET, HEAD', { accounts: WITHOUT_LISTS }],
    ['OPTIONS /v1/jobs', 'GET, HEAD'],
    ['PUT /v1/jobs', 'GET, HEAD, OPTIONS', { readings: { cors: 'any_origin' } }],
    ['PUT /v1/jobs', 'GET', { readings: { head_requests: 405 } }],
    ['HEAD /v1/assets', 'POST, GET', { readings: { head_requests: 405 } }],
    ['HEAD /v1/jobs/job_1 as none', 'GET, DELETE', { readings: { head_requests: 405 } }],
  ])('%s: %s', async (line, allowed, options = {}) => {
    const played = await openPlayed({ ...options, readings: { wrong_method: 405, ...options.readings } });
    const { status, headers } = await play(played, line);
    expect([status, headers.get('allow')]).toEqual([405, allowed]);
  });

  it.each(['PUT /v1/nowhere', 'OPTIONS /v1/jobs', 'GET /v1/jobs'])('no other answer does: %s', async (line) => {
    const played = await openPlayed({ readings: { wrong_method: 405, cors: 'any_origin' } });
    const { status, headers } = await play(played, line);
    expect([status === 405, headers.get('allow')]).toEqual([false, null]);
  });
});
