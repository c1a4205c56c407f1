import { type Answer, type Call, refuse, unknownPath } from './answer.ts';
import { deleteAsset, readAsset, upload } from './assets.ts';
import { readContent } from './content.ts';
import { readBalance, readUsage } from './credits.ts';
import { jobAnswer } from './job-view.ts';
import { cancelJob, deleteJob, readJob, readJobs } from './jobs.ts';
import { listAssets } from './lists.ts';
import type { Switch } from './options.ts';
import { submit } from './submits.ts';
import { type Account, type Key, keyNamed, type Operation, operationsOf, type World } from './world.ts';

type Route = { method: string; path: RegExp; act(call: Call): Answer; of?: Switch; product?: Operation };

const ROUTES: readonly Route[] = [
  { method: 'POST', path: /^\/v1\/assets$/, act: upload },
  { method: 'GET', path: /^\/v1\/assets$/, act: listAssets, of: 'lists' },
  { method: 'GET', path: /^\/v1\/assets\/([^/]+)$/, act: readAsset },
  { method: 'DELETE', path: /^\/v1\/assets\/([^/]+)$/, act: deleteAsset, of: 'delete' },
  { method: 'GET', path: /^\/v1\/assets\/([^/]+)\/content$/, act: readContent },
  { method: 'POST', path: /^\/v1\/skin\/analyses$/, act: submit('skin.analyze'), product: 'skin.analyze' },
  { method: 'POST', path: /^\/v1\/makeup\/try-ons$/, act: submit('makeup.apply'), product: 'makeup.apply' },
  { method: 'POST', path: /^\/v1\/hair\/try-ons$/, act: submit('hair.try_on'), product: 'hair.try_on' },
  { method: 'GET', path: /^\/v1\/jobs$/, act: readJobs, of: 'lists' },
  { method: 'GET', path: /^\/v1\/jobs\/([^/]+)$/, act: readJob },
  { method: 'DELETE', path: /^\/v1\/jobs\/([^/]+)$/, act: deleteJob, of: 'delete' },
  { method: 'POST', path: /^\/v1\/jobs\/([^/]+)\/cancel$/, act: cancelJob, of: 'cancel' },
  { method: 'GET', path: /^\/v1\/usage$/, act: readUsage },
  { method: 'GET', path: /^\/v1\/credits\/balance$/, act: readBalance, of: 'credits' },
];

type Asked = Omit<Call, 'world' | 'key' | 'id'>;

/** What a HEAD of a job is answered where it is so broken that it needs no key; null everywhere else. */
export function openHead(world: World, { method, path }: Asked): Answer | null {
  if (method !== 'HEAD' || !world.breaks('a head of a job needs no key')) return null;
  const job = world.jobs.get(decodeURIComponent(/^\/v1\/jobs\/([^/]+)$/.exec(path)?.[1] ?? ''));
  return job === undefined ? null : { status: 200, headers: jobAnswer(world, job, 200).headers ?? {} };
}

/** Spec 5: the key is checked first, unless an unknown path answers 404 without one (reading 21). */
export function answerTo(world: World, call: Asked): Answer {
  const operations = operationsOf(world);
  const isHad = ({ product }: Route) => product === undefined || operations.includes(product);
  const onPath = ROUTES.filter((one) => one.path.test(call.path) && isHad(one));
  const route = onPath.find(({ method }) => method === call.method);
  const account = keyNamed(world, secretIn(call))?.account;
  const off = account?.off ?? world.options.off ?? [];
  const isSwitchedOff = route?.of !== undefined && off.includes(route.of) && !isUsed(world, account, route.of);
  if (route?.of !== undefined && !isSwitchedOff) account?.past.used.add(route.of);
  const isThere = route !== undefined && !isSwitchedOff;
  const others = onPath.filter(({ of }) => of === undefined || !off.includes(of));
  if (!isThere && world.choice('unknown_path_without_key') === 404)
    return notServed(world, call.path, others, isSwitchedOff);
  const key = checkedKey(world, call);
  if (!isThere) return notServed(world, call.path, others, isSwitchedOff);
  if (isUnavailable(world, call)) refuse(503, 'SERVICE_UNAVAILABLE', 'The store does not answer.');
  const [, id = ''] = route.path.exec(call.path) ?? [];
  return route.act({ ...call, world, key, id: decodeURIComponent(id) });
}

function isUsed({ breaks }: World, account: Account | undefined, of: Switch): boolean {
  return account?.past.used.has(of) === true && breaks('what was enabled stays');
}

/** `others`: what there is on the path with other methods. */
function notServed(world: World, path: string, others: readonly Route[], isSwitchedOff: boolean): Answer {
  if (others.length === 0 || isSwitchedOff || world.choice('wrong_method') === 404)
    return unknownPath(world, path, isSwitchedOff);
  return refuse(405, world.choice('codes.wrong_method'), 'This path has other methods.');
}

/** Every fifth new path with an id answers 503, and only once, so that a retry succeeds. */
function isUnavailable({ choice, failed }: World, { method, path }: Pick<Call, 'method' | 'path'>): boolean {
  const name = `${method} ${path}`;
  if (choice('sometimes_unavailable') === 'never' || !path.includes('_') || failed.paths.has(name)) return false;
  failed.asked += 1;
  if (failed.asked % 5 !== 0) return false;
  failed.paths.add(name);
  return true;
}

/** The secret that a request names. */
export function secretIn({ headers }: Pick<Call, 'headers'>): string {
  return String(headers['x-api-key'] ?? '');
}

function checkedKey(world: World, call: Asked): Key {
  const { breaks } = world;
  const { headers, query, path } = call;
  if (world.faults.key_store_unreadable) refuseUnjudged(world);
  const inQuery = breaks('a key in the query is taken') ? query.get('api_key') : null;
  const secret = headers['x-api-key'] ?? inQuery ?? '';
  if (path.endsWith('/content') && breaks('content needs no key'))
    return [...world.keys.values()][0] ?? refuse(401, 'INVALID_API_KEY', 'There are no keys.');
  const key = keyNamed(world, String(secret));
  if (key === undefined || !isUsable(world, key, call)) {
    if (secret === '' && breaks('no key answers 403')) refuse(403, 'INSUFFICIENT_SCOPE', 'There is no key.');
    return refuse(401, 'INVALID_API_KEY', 'This key cannot be used.');
  }
  const isAnywhere = path.endsWith('/content') && breaks('content is for every network');
  if (key.state === 'elsewhere' && !isAnywhere)
    refuse(403, 'API_KEY_IP_NOT_ALLOWED', 'This key is not for your network.');
  return key;
}

/** Spec 5.5: nothing is said of a key that cannot be checked. */
function refuseUnjudged({ breaks }: World): never {
  if (breaks('an unreadable key is a bad one')) refuse(401, 'INVALID_API_KEY', 'This key cannot be used.');
  return refuse(503, 'SERVICE_UNAVAILABLE', 'The keys cannot be read.');
}

function isUsable({ breaks }: World, { account, state }: Key, { method, path }: Asked): boolean {
  const isDeletion = method === 'DELETE' && path.startsWith('/v1/assets/');
  if (account.isDisabled && !(path.endsWith('/content') && breaks('disabled accounts download'))) return false;
  if (state === 'expired') return isDeletion && breaks('expired keys can delete assets');
  return state !== 'revoked' || (method === 'GET' && breaks('revoked keys can read'));
}
