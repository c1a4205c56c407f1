import type { Key } from '../../domain/key.ts';
import type { RouteId } from '../../domain/routes.ts';
import { blatant, type Deviation, type Overrides, subtle } from '../deviation.ts';
import { body, on, refusal, refuse, when, where } from '../edits.ts';
import { asked, noteRoute, sent } from '../requests.ts';
import { decide } from '../views.ts';

/** On some routes, a key works that has gone. */
function forgives(routes: readonly RouteId[], change: (key: Key) => Key): Overrides {
  return {
    request: noteRoute,
    rules: (was, { memory }) => ({
      keyIsUsable: (key, account, now) => was.keyIsUsable(isNoted(memory, routes) ? change(key) : key, account, now),
    }),
  };
}

function isNoted(memory: { get(name: string): unknown }, routes: readonly RouteId[]): boolean {
  return (routes as readonly unknown[]).includes(memory.get('route'));
}

/** Section 5. */
export const AUTH: readonly Deviation[] = [
  blatant('AUTH-401', 'key-unknown-403', 'A key that nobody issued answers 403.', {
    answer: where(
      ({ request }) => request.headers['x-api-key'] !== undefined,
      when(401, refusal(403, 'INVALID_API_KEY')),
    ),
  }),
  subtle('AUTH-401', 'key-unknown-other-code', 'The 401 has the code UNAUTHORIZED.', {
    answer: when(401, refusal(401, 'UNAUTHORIZED')),
    also: ['AUTH-401'],
  }),
  subtle('AUTH-MISSING-401', 'key-missing-400', 'A request without a key answers 400.', {
    answer: where(
      ({ request }) => request.headers['x-api-key'] === undefined,
      when(401, refusal(400, 'INVALID_REQUEST')),
    ),
    also: ['AUTH-EVERY-ROUTE'],
  }),
  subtle('AUTH-EVERY-ROUTE', 'key-not-needed-for-usage', 'The usage can be read without a key.', {
    request: asked(
      'readUsage',
      sent('x-api-key', (key, { world }) => key ?? [...world.state.keys.keys()][0] ?? null),
    ),
  }),
  subtle('AUTH-EVERY-ROUTE', 'key-not-needed-for-reads', 'A job can be read without a key.', {
    request: asked(
      'readJob',
      sent('x-api-key', (key, { world }) => key ?? [...world.state.keys.keys()][0] ?? null),
    ),
  }),
  subtle('AUTH-REVOKED-401', 'key-revoked-deletes', 'A revoked key still deletes assets.', {
    ...forgives(['deleteAsset'], (key) => ({ ...key, revokedAt: null })),
  }),
  subtle('AUTH-EXPIRED-401', 'key-expired-downloads', 'An expired key still downloads results.', {
    ...forgives(['downloadAsset'], (key) => ({ ...key, expiresAt: null })),
  }),
  subtle('AUTH-REVOKED-401', 'key-revoked-works', 'A revoked key still works.', {
    rules: (was) => ({ keyIsUsable: (key, ...rest) => was.keyIsUsable({ ...key, revokedAt: null }, ...rest) }),
  }),
  subtle('AUTH-EXPIRED-401', 'key-expired-works', 'An expired key still works.', {
    rules: (was) => ({ keyIsUsable: (key, ...rest) => was.keyIsUsable({ ...key, expiresAt: null }, ...rest) }),
  }),
  subtle('AUTH-DISABLED-401', 'key-of-disabled-account-works', 'A key of a disabled account still works.', {
    rules: (was) => ({
      keyIsUsable: (key, account, now) => was.keyIsUsable(key, { ...account, disabled: false }, now),
    }),
  }),
  subtle('AUTH-DISABLED-401', 'disabled-account-downloads', 'A key of a disabled account still downloads results.', {
    request: noteRoute,
    rules: (was, { memory }) => ({
      keyIsUsable: (key, account, now) => {
        const isSpared = isNoted(memory, ['downloadAsset']);
        return was.keyIsUsable(key, isSpared ? { ...account, disabled: false } : account, now);
      },
    }),
  }),
  subtle('AUTH-DISABLED-401', 'disabled-account-cancels-in-test', 'A test key of a disabled account still cancels.', {
    request: noteRoute,
    rules: (was, { memory }) => ({
      keyIsUsable: (key, account, now) => {
        const isSpared = key.environment === 'test' && isNoted(memory, ['cancelJob']);
        return was.keyIsUsable(key, isSpared ? { ...account, disabled: false } : account, now);
      },
    }),
  }),
  subtle('AUTH-QUERY-401', 'key-in-query-works', 'A key in the query string is taken.', {
    request: (request, { world }) => {
      const given = request.query.find(([, value]) => world.state.keys.has(value));
      if (given === undefined || request.headers['x-api-key'] !== undefined) return request;
      const query = request.query.filter((pair) => pair !== given);
      return { ...request, query, headers: { ...request.headers, 'x-api-key': given[1] } };
    },
  }),
  subtle('AUTH-BEARER-401', 'key-as-bearer-works', 'A key in the Authorization header is taken.', {
    request: sent('x-api-key', (key, { request }) => {
      const bearer = request.headers['authorization']?.replace(/^Bearer /i, '');
      return key ?? bearer ?? null;
    }),
  }),
  blatant('AUTH-SCOPE-403', 'scope-never-asked', 'A submission needs no scope.', {
    ...decide({ scopeIsGranted: () => true }),
    also: ['SKIN-SCOPE-403', 'MAKEUP-SCOPE-403'],
  }),
  subtle('AUTH-SCOPE-403', 'scope-other-code', 'The 403 of a missing scope has the code FORBIDDEN.', {
    answer: when('INSUFFICIENT_SCOPE', refusal(403, 'FORBIDDEN')),
    also: ['ERROR-403-CODE'],
  }),
  subtle('AUTH-SCOPE-403', 'scope-missing-401', 'A missing scope answers 401.', {
    answer: when('INSUFFICIENT_SCOPE', refusal(401, 'INVALID_API_KEY')),
  }),
  subtle('AUTH-ANY-KEY', 'scopeless-key-cannot-read', 'A key without a scope cannot read jobs.', {
    answer: on(
      'readJob',
      where(({ key }) => key?.scopes.length === 0, refuse(403, 'INSUFFICIENT_SCOPE')),
    ),
  }),
  subtle('AUTH-ANY-KEY', 'scopeless-key-cannot-upload', 'A key without a scope cannot upload.', {
    answer: on(
      'uploadAsset',
      where(({ key }) => key?.scopes.length === 0, refuse(403, 'INSUFFICIENT_SCOPE')),
    ),
  }),
  blatant('AUTH-NETWORK-403', 'network-never-asked', 'A key works from every network.', {
    ...decide({ networkIsAllowed: () => true }),
  }),
  subtle('AUTH-SCOPE-403', 'scope-not-asked-on-replay', 'A submission that has a job already needs no scope.', {
    rules: (was, { memory }) => ({
      scopeIsGranted: (...args) => memory.get('replays') === true || was.scopeIsGranted(...args),
    }),
    request: (request, { memory, world, key }) => {
      const claimed = `${key?.account}/${key?.environment}/${request.headers['idempotency-key']}`;
      const replays = world.state.claims.has(claimed);
      if (memory.get('replays') !== replays) memory.set('replays', replays);
      return request;
    },
  }),
  subtle('MAKEUP-SCOPE-403', 'makeup-scope-not-asked-in-test', 'A makeup try-on needs no scope of a test key.', {
    rules: (was) => ({
      scopeIsGranted: (key, scope) =>
        was.scopeIsGranted(key, scope) || (scope === 'makeup.apply' && key.environment === 'test'),
    }),
    also: ['AUTH-SCOPE-403'],
  }),
  subtle('AUTH-ANY-KEY', 'scopeless-test-key-cannot-download', 'A test key without a scope cannot download results.', {
    answer: on(
      'downloadAsset',
      where(({ key }) => key?.environment === 'test' && key.scopes.length === 0, refuse(403, 'INSUFFICIENT_SCOPE')),
    ),
  }),
  subtle('AUTH-NETWORK-403', 'network-not-asked-for-content', 'A result can be downloaded from every network.', {
    request: noteRoute,
    rules: (was, { memory }) => ({
      networkIsAllowed: (...args) => isNoted(memory, ['downloadAsset']) || was.networkIsAllowed(...args),
    }),
  }),
  subtle('AUTH-NETWORK-403', 'network-not-asked-in-test', 'A test key works from every network.', {
    rules: (was) => ({
      networkIsAllowed: (key, address) => key.environment === 'test' || was.networkIsAllowed(key, address),
    }),
  }),
  subtle('AUTH-NETWORK-403', 'network-401', 'A key that is called from outside its network answers 401.', {
    answer: when('API_KEY_IP_NOT_ALLOWED', refusal(401, 'INVALID_API_KEY')),
  }),
  subtle('AUTH-UNREADABLE-503', 'key-store-down-401', 'A key that cannot be checked answers 401.', {
    answer: where(({ world }) => world.state.switches.keyStoreUnreadable, when(503, refusal(401, 'INVALID_API_KEY'))),
  }),
  subtle('AUTH-UNREADABLE-503', 'key-store-down-list-500', 'A list answers 500 while no key can be checked.', {
    answer: where(
      ({ world, route }) => world.state.switches.keyStoreUnreadable && route === 'listJobs',
      when(503, refusal(500, 'INTERNAL_ERROR')),
    ),
  }),
  subtle('AUTH-UNREADABLE-503', 'key-store-down-cancel-404', 'A cancel answers 404 while no key can be checked.', {
    answer: where(
      ({ world, route }) => world.state.switches.keyStoreUnreadable && route === 'cancelJob',
      when(503, refusal(404, 'JOB_NOT_FOUND')),
    ),
  }),
  blatant('AUTH-TWO-KEYS', 'newest-key-alone', 'Only the first key of an account and environment is valid.', {
    rules: (was, { world }) => ({
      keyIsUsable: (key, account, now) => {
        const peers = [...world.state.keys.values()].filter(
          ({ account: name, environment }) => name === key.account && environment === key.environment,
        );
        return was.keyIsUsable(key, account, now) && peers[0]?.id === key.id;
      },
    }),
  }),
  subtle('AUTH-TWO-KEYS-SHARE', 'asset-of-one-key', 'An asset can be read with the key alone that uploaded it.', {
    answer: (answer, context) => {
      const { memory, key, route, request } = context;
      if (route === 'uploadAsset' && answer.status === 201) memory.set(JSON.parse(String(answer.body)).id, key?.id);
      const maker = memory.get<string>(request.id);
      const isOther = maker !== undefined && maker !== key?.id;
      return isOther ? on(['readAsset'], when(200, refuse(404, 'ASSET_NOT_FOUND')))(answer, context) : answer;
    },
  }),
  subtle('AUTH-TWO-KEYS-SHARE', 'jobs-listed-to-one-key', 'A list of jobs is empty for the second key of an account.', {
    answer: on(
      'listJobs',
      where(
        ({ key, world }) => {
          const first = [...world.state.keys.values()].find(
            ({ account, environment }) => account === key?.account && environment === key.environment,
          );
          return first?.id !== key?.id;
        },
        when(
          200,
          body((page) => {
            page.data = [];
          }),
        ),
      ),
    ),
  }),
  subtle('LIST-200', 'scopeless-key-cannot-list', 'A list of assets answers 403 to every key.', {
    answer: on('listAssets', when(200, refuse(403, 'INSUFFICIENT_SCOPE'))),
  }),
];
