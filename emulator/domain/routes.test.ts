import { describe, expect, it } from 'vitest';
import { findRoute, ROUTES } from './routes.ts';

const found = (method: string, path: string) => {
  const { route, id } = findRoute(method, path);
  return [route?.id ?? null, id];
};

describe('The route of a request', () => {
  it.each(Object.values(ROUTES))('is found by its path: $name', ({ id, method, path }) => {
    const thing = path.includes(':id') ? 'some_1' : '';
    expect(found(method, path.replace(':id', thing))).toEqual([id, thing]);
  });

  it.each([
    ['HEAD', '/v1/jobs/job_1', 'readJob', 'job_1'],
    ['GET', '/v1/jobs/a%2Fb', 'readJob', 'a/b'],
    ['GET', '/v1/jobs/%zz', 'readJob', '%zz'],
    ['GET', '/v1/jobs/%ff%C3%A9', 'readJob', '%ff%C3%A9'],
    ['GET', '/v1/jobs/%ff_%C3%A9', 'readJob', '%ff_é'],
    ['GET', '/v1/jobs/', null, ''],
    ['GET', '/v1/jobs/a/b', null, ''],
    ['PATCH', '/v1/jobs/job_1', null, ''],
    ['GET', '/V1/jobs', null, ''],
  ])('of %s %s is %s with the id %j', (method, path, route, id) => {
    expect(found(method, path)).toEqual([route, id]);
  });
});
