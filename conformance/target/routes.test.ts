import { describe, expect, it } from 'vitest';
import { isSubmission, routeOf } from './routes.ts';

describe('The operation of a request', () => {
  it.each([
    ['job_1', 'job_1'],
    ['job_a.b~c', 'job_a.b~c'],
    ['job_a%2Fb%20c%3Fd', 'job_a/b c?d'],
    ['job_%C3%A9', 'job_é'],
    ['%6Aob_1', 'job_1'],
    ['job_a:b@c,d;e=f', 'job_a:b@c,d;e=f'],
  ])('has its id in one segment, whatever it contains: %s', (segment, id) => {
    expect(routeOf('GET', `/v1/jobs/${segment}`)).toEqual({ name: 'job', id });
    expect(routeOf('POST', `/v1/jobs/${segment}/cancel`)).toEqual({ name: 'cancel', id });
    expect(routeOf('GET', `/v1/assets/${segment}/content?x=/y`)).toEqual({ name: 'content', id });
  });

  it.each([
    '/v1/jobs/',
    '/v1/jobs/..',
    '/v1/jobs/%2e%2E',
    '/v1/jobs/%00',
    '/v1/jobs/job_%FF',
    '/v1/jobs/job_%4',
    '/v1/jobs/a/b',
  ])('does not exist for %s', (path) => {
    expect(routeOf('GET', path)).toBeNull();
  });

  it('has no id if the path has none', () => {
    expect(routeOf('POST', '/v1/skin/analyses?x=1')).toEqual({ name: 'submit', id: null });
    expect(isSubmission('POST', '/v1/hair/try-ons')).toBe(true);
    expect(isSubmission('GET', '/v1/jobs')).toBe(false);
  });
});
