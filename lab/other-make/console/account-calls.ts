import { BlockList } from 'node:net';
import { type House, openWorld } from '../house.ts';
import { SWITCHES } from '../options.ts';
import { type Account, addAccount, addKey, type Key, SCOPES, type World } from '../world.ts';
import { type ConsoleCall, type ConsoleRoute, type Fields, found, given, isFields, route } from './console-call.ts';

const MONEY = ['credits', 'enforced', 'threshold', 'test_funded'];

const OF_AN_ACCOUNT = ['unit_costs', 'features', 'webhooks', 'disabled', 'scopes', 'revoked', 'expired', 'allowlist'];

export const ACCOUNT_CALLS: readonly ConsoleRoute[] = [
  route('tenants.make', 'POST /tenants', makeAccount, [...MONEY, ...OF_AN_ACCOUNT]),
  route('tenants.change', 'PATCH /tenants/{id}', changeAccount, ['features']),
  route('tenants.remove', 'DELETE /tenants/{id}', removeAccount),
  route('credits.change', 'POST /tenants/{id}/credits', changeCredits, ['adjust', ...MONEY.slice(1)]),
];

function changeAccount({ world, id, body: { features } }: ConsoleCall): Fields {
  const account = found(world.accounts.get(id));
  const switched = isFields(features) ? features : {};
  account.off = SWITCHES.filter((name) => !(switched[name] ?? !account.off.includes(name)));
  return { id };
}

function changeCredits({ world, id, body: { adjust = 0, ...rest } }: ConsoleCall): Fields {
  const account = found(world.accounts.get(id));
  account.settled += Number(adjust);
  Object.assign(account, moneyIn(rest));
  return { id };
}

function makeAccount({ house, world: asker, body }: ConsoleCall): Fields {
  house.counters.made += 1;
  const id = `customer-${house.counters.made}`;
  const world = body['own_clock'] === true ? openWorld(house, id) : asker;
  const account = addAccount(world, id, accountIn(body));
  const keys = isFields(body['keys']) ? body['keys'] : {};
  const made = Object.entries(keys).flatMap(([name, key]) => {
    const secret = isFields(key) ? makeKey(world, account, key, house) : null;
    return secret === null ? [] : [[name, { secret }]];
  });
  return { id, account: id, keys: Object.fromEntries(made) };
}

function accountIn(body: Fields): Partial<Account> {
  const { credits, unit_costs, features, webhooks, disabled } = body;
  const isOff = (name: string) => isFields(features) && features[name] === false;
  return {
    ...moneyIn(body),
    ...(typeof credits === 'number' && { settled: credits }),
    ...(isFields(unit_costs) && { prices: unit_costs as Account['prices'] }),
    ...(features !== undefined && { off: SWITCHES.filter(isOff) }),
    ...(webhooks === false && { hasWebhooks: false }),
    ...(disabled === true && { isDisabled: true }),
  };
}

function moneyIn({ enforced, threshold, test_funded: testFunded }: Fields): Partial<Account> {
  return given({ enforced, threshold, testFunded } as Partial<Account>);
}

/** Returns null if it cannot make the key as requested. */
function makeKey(world: World, account: Account, asked: Fields, { options }: House): string | null {
  const declined = (options.declines ?? []).map((name) => name.replace('tenants.', ''));
  if (Object.entries(asked).some(([name, value]) => declined.includes(name) && value !== false)) return null;
  const { environment, scopes, revoked, expired, allowlist } = asked;
  const state =
    revoked === true ? 'revoked' : expired === true ? 'expired' : isOutside(allowlist) ? 'elsewhere' : 'valid';
  return addKey(world, account, environment === 'test' ? 'test' : 'live', {
    state: state satisfies Key['state'],
    scopes: Array.isArray(scopes) ? scopes.filter((scope) => SCOPES.includes(scope)) : SCOPES,
  });
}

/** Whether the address of this machine, where all calls come from, is not in the list. */
function isOutside(allowlist: unknown): boolean {
  if (!Array.isArray(allowlist)) return false;
  const networks = new BlockList();
  for (const network of allowlist) {
    const [address = '', bits = '32'] = String(network).split('/');
    networks.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4');
  }
  return !networks.check('127.0.0.1');
}

function removeAccount({ house: { own }, world, id }: ConsoleCall): void {
  const account = found(world.accounts.get(id));
  own.get(id)?.clock.stop();
  own.delete(id);
  world.accounts.delete(id);
  for (const things of [world.keys, world.assets, world.jobs, world.endpoints])
    for (const [name, thing] of things) if (thing.account === account) things.delete(name);
}
