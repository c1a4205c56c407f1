import type { RouteName } from '../../target/routes.ts';
import { finding, type PassiveCheck } from './sighting.ts';

const READ = [200, 304, 400, 401, 403, 404, 503];
const SUBMIT = [200, 202, 400, 401, 402, 403, 404, 409, 410, 413, 429, 503];

/** Operations without a list of their own are not here. A 404 may be that of an operation that is off. */
const LISTED: Partial<Record<RouteName, readonly number[]>> = {
  'asset-list': READ,
  asset: READ,
  'asset-delete': [204, 400, 401, 403, 404, 409, 503],
  submit: SUBMIT,
  job: READ,
  cancel: [200, 202, 400, 401, 403, 404, 409, 503],
  'job-delete': [204, 400, 401, 403, 404, 409, 503],
  balance: [200, 304, 401, 403, 404, 503],
};

/** What any operation may answer, and what is answered on the way to it. */
const EVERYWHERE = [413, 429, 500, 408, 411, 414, 431, 502, 504];

export const statuses: PassiveCheck = {
  rules: ['STATUS-LISTED'],
  start:
    () =>
    ({ route, status }) => {
      const listed = LISTED[route.name];
      if (listed === undefined) return [];
      const isListed = listed.includes(status) || EVERYWHERE.includes(status);
      const expected = `one of ${listed.join(', ')}`;
      return [finding('STATUS-LISTED', isListed ? [] : [{ pointer: '/status', expected, seen: status }])];
    },
};
