// The drivers of the contract: what a test needs and the API does not offer.
import { BlockList, isIP } from 'node:net';
import { type Context, Hono } from 'hono';
import { disable, isOver, leaveStage, ping, send } from './engine.ts';
import {
  ApiError,
  choiceAt,
  instantAt,
  listAt,
  objectAt,
  oneOf,
  parseObject,
  readBody,
  refuse,
  reply,
  textAt,
} from './http.ts';
import {
  type Account,
  type ApiKey,
  accounts,
  apiKeys,
  Clock,
  createAccount,
  createKey,
  DAY,
  type Delivery,
  type Endpoint,
  EVENT_TYPES,
  iso,
  type Json,
  type JsonObject,
  newId,
  OPERATIONS,
  type Plan,
  SCOPES,
  STAGES,
} from './store.ts';

export const DRIVERS_PATH = '/_control';
export const drivers = new Hono();
const FEATURES = ['lists', 'cancel', 'delete', 'credits'] as const;
drivers.get('/capabilities', () =>
  reply(200, { drivers: ['tenants', 'clock', 'jobs', 'credits', 'webhooks', 'faults'], clock: { per_tenant: true } }),
);

function found<T>(one: T | undefined): T {
  if (one === undefined) throw new ApiError(404, 'NOT_FOUND', 'There is no such object.');
  return one;
}
const home = (): Account | undefined => accounts.values().next().value;
/** The account of the key in the header (usable or not); without one, the default account. */
const accountOf = (c: Context): Account => found(c.req.header('x-api-key') === undefined ? home() : keyOf(c)?.account);
const keyOf = (c: Context): ApiKey | undefined => apiKeys.get(c.req.header('x-api-key') ?? '');
const bodyOf = async (c: Context): Promise<JsonObject> => parseObject(await readBody(c, 1024 * 1024));
const idOf = (c: Context): string => c.req.param('id') ?? '';
const tenantOf = (c: Context): Account => found(accounts.get(idOf(c)));
const endpointOf = (c: Context): Endpoint => found(accountOf(c).endpoints.get(idOf(c)));
const flagAt = (value: Json, name: string): boolean =>
  typeof value === 'boolean' ? value : refuse(name, 'must be true or false');
const integerAt = (value: Json, name: string): number =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : refuse(name, 'must be an integer');
const limitAt = (value: Json, name: string): number | null => (value === null ? null : integerAt(value, name));
/** Milliseconds of a duration: a number, or a text such as 8m and 1h30m. */
function durationAt(value: Json, name: string): number {
  const text = typeof value === 'number' ? `${value}ms` : value;
  if (typeof text !== 'string' || !/^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(text)) refuse(name, 'must be a duration');
  const units = new Map([
    ['ms', 1],
    ['s', 1000],
    ['m', 60_000],
    ['h', 3_600_000],
    ['d', DAY],
  ]);
  const parts = [...text.matchAll(/([\d.]+)([a-z]+)/g)];
  return Math.round(parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (units.get(unit) ?? 0), 0));
}

// ---- Tenants and credits ----
/** Changes the named members of an account, and answers those that it cannot change: they are declined. */
function change(account: Account, body: JsonObject): string[] {
  const declined: string[] = [];
  for (const [name, value] of Object.entries(body)) {
    if (oneOf(['enforced', 'webhooks', 'disabled'], name)) account[name] = flagAt(value, name);
    else if (name === 'threshold') account.threshold = limitAt(value, name);
    else if (name === 'test_funded') account.testFunded = integerAt(value ?? 0, name);
    else if (name === 'adjust') account.settledUnits += integerAt(value, name);
    else if (oneOf(['key_store_unreadable', 'ledger_unreadable'], name)) account.faults[name] = flagAt(value, name);
    else if (oneOf(['admission_per_minute', 'daily_quota'], name)) account.limits[name] = limitAt(value, name);
    else if (oneOf(['unit_costs', 'features', 'keys'], name)) {
      for (const [member, wish] of Object.entries(objectAt(value, name))) {
        if (name === 'features' && oneOf(FEATURES, member)) account.features[member] = flagAt(wish, member);
        else if (name === 'unit_costs' && oneOf(OPERATIONS, member))
          account.unitCosts[member] = integerAt(wish, member);
        else if (name !== 'keys' || !changeKey(account, member, wish)) declined.push(`${name}.${member}`);
      }
    } else if (name !== 'own_clock' || value !== account.clock.own) declined.push(name);
  }
  return declined;
}
/** Creates or changes a key. False if it cannot be as requested: then it stays as it was. */
function changeKey(account: Account, name: string, wish: Json): boolean {
  const old = account.keys.get(name);
  const {
    environment = old?.environment ?? 'live',
    scopes,
    allowlist,
    revoked,
    expired,
    ...rest
  } = objectAt(wish, name);
  if (Object.keys(rest).length > 0 || !oneOf(old ? [old.environment] : ['live', 'test'], environment)) return false;
  // Section 2.2 calls the operation its scope, section 5 has hair.apply for hair.try_on: a grant of either is one of both.
  const granted = listAt(scopes ?? [...(old?.scopes ?? OPERATIONS)], 'scopes').map((scope) =>
    oneOf(OPERATIONS, scope) ? SCOPES[scope] : scope,
  );
  if (!granted.every((scope) => oneOf(Object.values(SCOPES), scope))) return false;
  const changed = {
    scopes: new Set(granted),
    ...(allowlist !== undefined && { allowlist: networksOf(allowlist) }),
    ...(revoked !== undefined && { revoked: flagAt(revoked, 'revoked') }),
    ...(expired !== undefined && { expired: flagAt(expired, 'expired') }),
  };
  Object.assign(old ?? createKey(account, name, environment), changed);
  return true;
}

function networksOf(value: Json): BlockList | null {
  if (value === null) return null; // all networks
  const list = new BlockList();
  for (const entry of listAt(value, 'allowlist')) {
    const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(textAt(entry, 'allowlist')) ?? [];
    const size = isIP(address) === 6 ? 128 : 32;
    if (isIP(address) === 0 || Number(bits ?? 0) > size) refuse('allowlist', 'must have networks');
    list.addSubnet(address, Number(bits ?? size), size === 128 ? 'ipv6' : 'ipv4');
  }
  return list;
}

const tenantJson = ({ id, keys }: Account, declined: string[]): JsonObject => ({
  id,
  account: id,
  keys: Object.fromEntries([...keys.values()].map(({ name, secret }) => [name, { secret }])),
  declined,
});
drivers.post('/tenants', async (c) => {
  const { credits = 1000, own_clock: own, ...body }: JsonObject = { keys: { primary: {} }, ...(await bodyOf(c)) };
  const { clock } = accountOf(c); // an own clock of the key is shared
  const account = createAccount(own === true && !clock.own ? new Clock(true) : clock);
  account.settledUnits = integerAt(credits, 'credits');
  return reply(201, tenantJson(account, change(account, body)));
});
drivers.on(['PATCH', 'POST'], ['/tenants/:id', '/tenants/:id/credits'], async (c) => {
  const account = tenantOf(c);
  return reply(200, tenantJson(account, change(account, await bodyOf(c))));
});
drivers.delete('/tenants/:id', (c) => {
  const account = tenantOf(c);
  if (account === home()) throw new ApiError(409, 'DEFAULT_ACCOUNT', 'The default account stays.');
  for (const endpoint of account.endpoints.values()) disable(endpoint);
  for (const job of account.jobs.values()) account.clock.cancel(job.task);
  for (const key of account.keys.values()) apiKeys.delete(key.secret);
  accounts.delete(account.id);
  return reply(204);
});

// ---- Clock ----
drivers.get('/clock', (c) => reply(200, { now: iso(accountOf(c).clock.now()) }));
drivers.post('/clock/advance', async (c) => {
  const { clock } = accountOf(c);
  const { by = 0, to } = await bodyOf(c);
  const length = durationAt(by, 'by');
  const instant = to === undefined ? null : instantAt(to, 'to');
  if ((instant ?? Infinity) < clock.now() || length > 10_000 * DAY)
    refuse('clock', 'cannot be moved back, nor by so much');
  const fired = await clock.advance((now) => instant ?? now + length);
  const due = clock.nextDue();
  return reply(200, { now: iso(clock.now()), fired, next_due: due === null ? null : iso(due) });
});

// ---- Plans and jobs ----
drivers.post('/plans', async (c) => {
  const account = accountOf(c);
  const { match, times, hold_at, stages, outcome, ...rest } = await bodyOf(c);
  const declined = Object.keys(rest);
  const plan: Plan = {
    id: newId('plan'),
    left: integerAt(times ?? 1, 'times'),
    holdAt: null,
    stages: {},
    outcome: null,
    match: {},
  };
  for (const [name, value] of Object.entries(objectAt(match ?? {}, 'match'))) {
    if (!oneOf(['operation', 'environment', 'key', 'idempotency_key', 'input_digest'], name))
      declined.push(`match.${name}`);
    else plan.match[name] = textAt(value, name).replace(/^sha256:/, '');
  }
  if (hold_at !== undefined && hold_at !== null) plan.holdAt = choiceAt(STAGES, hold_at, 'hold_at');
  for (const [stage, length] of Object.entries(objectAt(stages ?? {}, 'stages'))) {
    plan.stages[choiceAt(STAGES, stage, 'stages')] = durationAt(length, stage);
  }
  if (outcome !== undefined && outcome !== null) {
    const { status, code, unavailable } = objectAt(outcome, 'outcome');
    const failed = choiceAt(['succeeded', 'failed'], status, 'outcome.status') === 'failed';
    const reasons = Object.entries(objectAt(unavailable ?? {}, 'unavailable'));
    plan.outcome = {
      code: failed
        ? choiceAt(['INPUT_UNPROCESSABLE', 'INPUT_EXPIRED', 'PROCESSING_FAILED'] as const, code, 'outcome.code')
        : null,
      unavailable: new Map(
        reasons.map(([concern, reason]) => [concern, choiceAt(['not_measured', 'not_measurable'], reason, concern)]),
      ),
    };
  }
  account.plans.set(plan.id, plan);
  return reply(201, { id: plan.id, declined });
});
drivers.delete('/plans/:id', (c) => {
  found(accountOf(c).plans.delete(idOf(c)) || undefined);
  return reply(204);
});
drivers.on(['GET', 'POST'], ['/jobs/:id', '/jobs/:id/:act{step|release}'], async (c) => {
  const [job, act] = [found(accountOf(c).jobs.get(idOf(c))), c.req.param('act')];
  if (act === 'step' || (act === 'release' && job.held)) await leaveStage(job);
  return reply(200, { stage: isOver(job) ? job.status : job.stage, held: job.held });
});

// ---- Webhooks ----
const endpointJson = ({ id, account, environment, url, events, enabled, failures }: Endpoint): JsonObject => ({
  id,
  account: account.id,
  environment,
  url: url.href,
  events,
  enabled,
  consecutive_failures: failures,
});
const deliveryJson = ({ id, event, state, attempts, task }: Delivery): JsonObject => ({
  id,
  event: { id: event.id, type: event.type },
  state,
  next_attempt_at: task && iso(task.at),
  attempts: attempts.map(({ at, status, duration }) => ({ at: iso(at), status, duration_ms: duration })),
});
drivers.post('/endpoints', async (c) => {
  const { environment, url, events = [...EVENT_TYPES], account: named } = await bodyOf(c);
  const account = accountOf(c);
  if ((named ?? account.id) !== account.id) refuse('account', 'must be the account of the key');
  const target = textAt(url, 'url'); // section 6 has HTTPS on port 443, in the console: a test listens where it can
  if (!URL.canParse(target) || !/^https?:/i.test(target)) refuse('url', 'must be an HTTP(S) address');
  const endpoint: Endpoint = {
    id: newId('we'),
    account,
    environment: choiceAt(['live', 'test'], environment ?? keyOf(c)?.environment ?? 'live', 'environment'),
    url: new URL(target),
    events: listAt(events, 'events').map((type) => choiceAt(EVENT_TYPES, type, 'events')),
    secret: newId('whsec'),
    previous: null,
    enabled: true,
    failures: 0,
    failingSince: 0,
    deliveries: [],
  };
  account.endpoints.set(endpoint.id, endpoint);
  return reply(201, { ...endpointJson(endpoint), secret: endpoint.secret, declined: [] });
});
drivers.get('/endpoints/:id', (c) => reply(200, endpointJson(endpointOf(c))));
drivers.get('/endpoints/:id/deliveries', (c) => reply(200, endpointOf(c).deliveries.map(deliveryJson)));
drivers.delete('/endpoints/:id', (c) => {
  const endpoint = disable(endpointOf(c));
  endpoint.account.endpoints.delete(endpoint.id);
  return reply(204);
});
drivers.post('/endpoints/:id/rotate', async (c) => {
  const endpoint = endpointOf(c);
  const length = durationAt((await bodyOf(c)).keep_previous_for ?? '24h', 'keep_previous_for');
  if (length > 7 * DAY) refuse('keep_previous_for', 'must be 7 days at most');
  endpoint.previous = { secret: endpoint.secret, until: endpoint.account.clock.now() + length };
  endpoint.secret = newId('whsec');
  return reply(200, { id: endpoint.id, secret: endpoint.secret, declined: [] });
});
drivers.post('/endpoints/:id/ping', async (c) => reply(200, deliveryJson(await ping(endpointOf(c)))));
drivers.post('/endpoints/:id/disable', (c) => reply(200, endpointJson(disable(endpointOf(c)))));
drivers.post('/endpoints/:id/enable', (c) =>
  reply(200, endpointJson(Object.assign(endpointOf(c), { enabled: true, failures: 0 }))),
);
drivers.post('/deliveries/:id/resend', async (c) => {
  const deliveries = [...accountOf(c).endpoints.values()].flatMap((endpoint) => endpoint.deliveries);
  return reply(200, deliveryJson(await send(found(deliveries.find(({ id }) => id === idOf(c))))));
});

// ---- Faults ----
drivers.patch('/switches', async (c) => {
  const account = accountOf(c);
  const declined = change(account, await bodyOf(c));
  return reply(200, { ...account.faults, ...account.limits, declined });
});
