import { describe, expect, it } from 'vitest';
import { BEGUN, error, last, REQUEST, type Reply, type Step, SUBMIT, under } from './testing/steps.ts';

/** Without a key; the status with which it is refused. */
function keyless(request: string, status: number, reply: Partial<Reply> = {}): Step {
  const headers = { ...reply.sendHeaders, 'X-API-Key': 'pk_live_unknown' };
  return [request, { ...reply, status, body: error('INVALID_REQUEST'), key: 'none', sendHeaders: headers }];
}

const KEY = under('0b4a6c1e-1111-4222-8333-444455556666');
const concerns = (...names: string[]) => ({ ...KEY, send: { ...REQUEST, concerns: names } });

describe('the order of checks is open: with an unknown key', () => {
  it.each<[string, Step]>([
    ['a job that nothing has', keyless('GET /v1/jobs/job_9', 404)],
    ['a parameter that a list does not have', keyless('GET /v1/assets?x=1', 400)],
    ['a concern that there is not', keyless(SUBMIT, 400, concerns('beauty'))],
    ['a hair try-on, whose body is not shown', keyless('POST /v1/hair/try-ons', 400, KEY)],
    ['an upload of no picture', keyless('POST /v1/assets', 415, { send: { no: 'picture' } })],
  ])('%s may be refused for that', (_, step) => {
    expect(last(...BEGUN, step)).toEqual([]);
  });

  it.each<[string, Step]>([
    ['a job that is there', keyless('GET /v1/jobs/job_1', 404)],
    ['the usage', keyless('GET /v1/usage', 404)],
    ['a valid submission', keyless(SUBMIT, 400, KEY)],
    ['a submission that is accepted despite a mistake', keyless(SUBMIT, 202, concerns('beauty'))],
  ])('%s is refused for the key', (_, step) => {
    expect(last(...BEGUN, step)).toContainEqual('AUTH-401 /status');
  });
});
