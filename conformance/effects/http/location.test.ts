import { describe, expect, it } from 'vitest';
import { whereTo } from './location.ts';

const PLAIN = 'http://a.test:4010';
const BELOW = 'https://gateway.test/face';

function lead(location: string, base_url: string, asked = '/v1/skin/analyses', id: string | null = 'job_1'): string {
  return whereTo(location, { base_url, asked, id });
}

describe('A Location', () => {
  it.each([
    ['/v1/jobs/job_1', PLAIN],
    ['../jobs/job_1', PLAIN],
    ['v1/jobs/job_1', PLAIN],
    [`${PLAIN}/v1/jobs/job_1`, PLAIN],
    ['//a.test:4010/v1/jobs/job_1', PLAIN],
    ['HTTP://A.test:4010/v1/x/../jobs/job_1#now', PLAIN],
    ['/face/v1/jobs/job_1', BELOW],
    ['/v1/jobs/job_1', BELOW],
    ['v1/jobs/job_1', BELOW],
    ['../jobs/job_1', BELOW],
    ['https://gateway.test:443/face/v1/jobs/job_1', BELOW],
  ])('%s leads to its job below %s', (location, base_url) => {
    expect(lead(location, base_url)).toBe('/v1/jobs/job_1');
  });

  it.each([
    ['https://public.test/v1/jobs/job_1', PLAIN, 'https://public.test/v1/jobs/job_1'],
    ['//public.test/v1/jobs/job_1', PLAIN, 'http://public.test/v1/jobs/job_1'],
    ['\\\\public.test/v1/jobs/job_1', PLAIN, 'http://public.test/v1/jobs/job_1'],
    ['https://a.test:4010/v1/jobs/job_1', PLAIN, 'https://a.test:4010/v1/jobs/job_1'],
    ['http://key@a.test:4010/v1/jobs/job_1', PLAIN, 'http://key@a.test:4010/v1/jobs/job_1'],
    ['https://gateway.test/other/v1/jobs/job_1', BELOW, 'https://gateway.test/other/v1/jobs/job_1'],
    ['/../../other', BELOW, 'https://gateway.test/other'],
    ['data:,x', PLAIN, 'data:,x'],
    ['http://[', PLAIN, 'http://['],
  ])('%s leads outside of %s, and is returned as a whole', (location, base_url, whole) => {
    expect(lead(location, base_url)).toBe(whole);
  });

  it.each([
    ['/v1/job/job_1', PLAIN, '/v1/job/job_1'],
    ['/v1/jobs/job_2', PLAIN, '/v1/jobs/job_2'],
    ['/v1/jobs/job_2', BELOW, '/v1/jobs/job_2'],
    ['jobs/job_1', PLAIN, '/v1/skin/jobs/job_1'],
    ['@public.test/v1', PLAIN, '/v1/skin/@public.test/v1'],
  ])('%s leads to no existing job, and stays below %s', (location, base_url, path) => {
    expect(lead(location, base_url)).toBe(path);
  });

  it('is resolved according to RFC 9110 if its target is unknown', () => {
    expect(lead('/face/v1/jobs/job_1', BELOW, '/v1/skin/analyses', null)).toBe('/v1/jobs/job_1');
    expect(lead('x', PLAIN, 'http://b.test', null)).toBe('/x');
  });

  it('leads to a job whose id must be encoded in a path', () => {
    expect(lead('/v1/jobs/job_a%2Fb', PLAIN, '/v1/skin/analyses', 'job_a/b')).toBe('/v1/jobs/job_a%2Fb');
  });
});
