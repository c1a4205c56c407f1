import type { Keys } from '../plan/facts.ts';
import { codeOf, type Demand, mustBe, mustNotBe, mustRefuseWith } from './demand.ts';
import { type Known, keepIn } from './known.ts';
import { mayBeOff, type Sight } from './sight.ts';
import { isSoundButForKey } from './sound.ts';
import type { CreateTopic, Given } from './topic.ts';

/** Keys that are refused wherever they are used. */
const REFUSED: Readonly<Record<string, { status: number; code: string; rule: string; why: string }>> = {
  revoked: { status: 401, code: 'INVALID_API_KEY', rule: 'AUTH-REVOKED-401', why: 'the key was revoked' },
  expired: { status: 401, code: 'INVALID_API_KEY', rule: 'AUTH-EXPIRED-401', why: 'the key has expired' },
  disabled: { status: 401, code: 'INVALID_API_KEY', rule: 'AUTH-DISABLED-401', why: 'its account is disabled' },
  outside: {
    status: 403,
    code: 'API_KEY_IP_NOT_ALLOWED',
    rule: 'AUTH-NETWORK-403',
    why: 'it is called from outside its network',
  },
};

/** Operations that need no scope. */
const SCOPE_FREE: Readonly<Record<string, string>> = {
  upload: 'AUTH-ANY-KEY',
  asset: 'AUTH-ANY-KEY',
  'asset-list': 'AUTH-ANY-KEY',
  content: 'AUTH-ANY-KEY',
  job: 'AUTH-ANY-KEY',
  'job-list': 'AUTH-ANY-KEY',
  usage: 'USAGE-ANY-KEY',
  balance: 'CREDIT-ANY-KEY',
  'asset-delete': 'ASSET-DELETE-NO-SCOPE',
};

const LACKING: Readonly<Record<string, readonly string[]>> = {
  no_scope: ['skin.analyze', 'makeup.apply', 'hair.try_on'],
  no_skin: ['skin.analyze'],
  no_makeup: ['makeup.apply'],
};

/** Whether the key of this name lacks the scope of an operation. */
export function lacks(key: string, operation: string): boolean {
  return LACKING[key]?.includes(operation) ?? false;
}

/** Spec 5: which keys are refused, and that no other is. */
export const createKeys: CreateTopic = (known, { keys }) => {
  /** Stores that a driver has made unreadable. */
  const faults = keepIn(known, new Set<string>());
  return {
    demands: (sight) => {
      // Reading 21: an operation that is off may be a 404 before the key is looked at.
      if (faults.size > 0) return mayBeOff(sight, known) ? [] : orAny(ofUnreadable(sight, faults), sight, known);
      return sight.isAnswered && !mayBeOff(sight, known) ? ofKey(sight, keys, known) : [];
    },
    drive: (call, given) => {
      if (call === 'faults.set') keepFaults(given, faults);
    },
  };
};

function keepFaults(given: Given, faults: Set<string>): void {
  for (const [name, value] of Object.entries(given))
    if (value === true) faults.add(name);
    else if (value === false || value === null) faults.delete(name);
}

function ofKey(sight: Sight, keys: Readonly<Keys>, known: Known): Demand[] {
  const { key, route } = sight;
  if (route === null) return [];
  if (key !== 'none' && REFUSED[key] === undefined) return ofValidKey(sight, known);
  const demands = key === 'none' ? ofNoKey(sight, keys) : ofRefused(sight, keys);
  return orAny(demands, sight, known);
}

function ofRefused(sight: Sight, keys: Readonly<Keys>): Demand[] {
  const refused = REFUSED[sight.key];
  const isThere = keys[sight.key as keyof Keys] !== undefined;
  if (refused === undefined || !isThere || !hasOnlyKey(sight)) return [];
  const { status, code, rule, why } = refused;
  return mustRefuseWith(status, code, { rule, because: [], why });
}

function ofValidKey({ key, route, view, owner, id }: Sight, { jobs, assets, mayOthersAct }: Known): Demand[] {
  if (owner === null) return [];
  const rule = key === 'second' ? 'AUTH-TWO-KEYS' : 'AUTH-ANY-KEY';
  const thing = jobs.get(id) ?? assets.get(id);
  const isForeign = thing === undefined ? mayOthersAct && id !== '' : thing.owner !== owner;
  const free = view.request.url.startsWith('/v1/') && !isForeign ? SCOPE_FREE[route ?? ''] : undefined;
  return [
    mustNotBe([401], { rule, because: [], why: `the key ${key} is valid` }),
    // What belongs to others, and the bytes of an input, may be refused with another 403.
    ...(free === undefined || codeOf(view) !== 'INSUFFICIENT_SCOPE'
      ? []
      : [mustNotBe([403], { rule: free, because: [], why: 'the operation needs no scope' })]),
  ];
}

/** The same demands, unless the request has another mistake and is refused for that. */
function orAny(demands: readonly Demand[], sight: Sight, known: Known): Demand[] {
  if (isSoundButForKey(sight, known)) return [...demands];
  return demands.map((one) => ({ ...one, check: (view) => (isRefusedForOther(view) ? null : one.check(view)) }));
}

function isRefusedForOther({ status }: Sight['view']): boolean {
  return status !== null && status >= 400 && status !== 401 && status !== 403;
}

/** The header that names the key may be sent by the step itself. */
function hasOnlyKey({ view }: Sight): boolean {
  return (view.request.header['authorization'] ?? '') === '';
}

function ofNoKey({ view, route }: Sight, keys: Readonly<Keys>): Demand[] {
  const { header, url } = view.request;
  const sent = (header['x-api-key'] ?? '').trim();
  const isKnown = Object.entries(keys).some(([name, { secret }]) => sent === secret || sent === `<${name}>`);
  if (isKnown) return [];
  const because: string[] = [];
  if (sent !== '')
    return mustRefuseWith(401, 'INVALID_API_KEY', { rule: 'AUTH-401', because, why: 'this key was never issued' });
  if (url.includes('?') && /key/i.test(url))
    return [mustBe([400, 401], { rule: 'AUTH-QUERY-401', because, why: 'a key in the query string opens nothing' })];
  const why = 'no key was sent';
  if (header['authorization'] !== undefined)
    return mustRefuseWith(401, 'INVALID_API_KEY', { rule: 'AUTH-BEARER-401', because, why });
  const rule = route === 'job' ? 'AUTH-MISSING-401' : 'AUTH-EVERY-ROUTE';
  return mustRefuseWith(401, 'INVALID_API_KEY', { rule, because, why });
}

/** What a limit refuses may be refused first. */
const LIMITS: readonly number[] = [408, 413, 414, 429, 431];

/** Spec 5: a key that cannot be checked is never judged; spec 4.4: an unreadable ledger is not a zero balance. */
function ofUnreadable({ route, key, view, isConcurrent }: Sight, faults: ReadonlySet<string>): Demand[] {
  // The stores of another account may be others.
  if (route === null || isConcurrent || key === 'other_account') return [];
  if (view.status === null || LIMITS.includes(view.status)) return [];
  const [because, why] = [[], 'the driver made it unreadable'];
  if (faults.has('key_store_unreadable') && key !== 'none')
    return mustRefuseWith(503, 'SERVICE_UNAVAILABLE', { rule: 'AUTH-UNREADABLE-503', because, why });
  if (faults.has('ledger_unreadable') && route === 'balance' && key === 'primary')
    return mustRefuseWith(503, 'SERVICE_UNAVAILABLE', { rule: 'CREDIT-UNREADABLE-503', because, why });
  return [];
}
