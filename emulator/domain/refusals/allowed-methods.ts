import type { Readings } from '../../../shared/questions/generated/readings.ts';
import type { Account } from '../account.ts';
import type { Key } from '../key.ts';
import { type RouteFacts, routesAt } from '../routes.ts';
import type { Rules } from '../rulebook.ts';

type World = {
  rules: Rules;
  settings: { readings: Readings };
  state: { keys: ReadonlyMap<string, Key>; accounts: ReadonlyMap<string, Account> };
};
type Asked = { path: string; headers: Readonly<Record<string, string | undefined>> };

/** RFC 9110, 15.5.6: the methods of a path, which a 405 lists, without operations that are not enabled for the key. */
export function allowedMethods(world: World, { path, headers }: Asked): string {
  const { head_requests, cors } = world.settings.readings;
  const methods = routesAt(path)
    .filter((route) => isEnabled(world, route, headers['x-api-key'] ?? ''))
    .flatMap(({ method }) => (method === 'GET' && head_requests === 'as_get' ? ['GET', 'HEAD'] : [method]));
  return [...methods, ...(cors === 'any_origin' ? ['OPTIONS'] : [])].join(', ');
}

function isEnabled({ rules, state }: World, route: RouteFacts, secret: string): boolean {
  const key = state.keys.get(secret);
  const account = state.accounts.get(key?.account ?? '');
  const feature = rules.featureOf(route);
  if (!rules.isServed(route)) return false;
  return feature === null || !key || !account || rules.featureIsOn(account, key.environment, feature);
}
