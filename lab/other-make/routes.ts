import { type Answer, type Call, isRefusal, refuse, unknownPath } from './answer.ts';
import { deleteAsset, readAsset, readContent, upload } from './assets.ts';
import { readBalance, readUsage } from './credits.ts';
import { hasHabit } from './habits.ts';
import { jobAnswer } from './job-view.ts';
import { cancelJob, deleteJob, readJob, readJobs } from './jobs.ts';
import { checkAssetQuery, listAssets } from './lists.ts';
import type { Habit, Switch } from './options.ts';
import { submit } from './submits.ts';
import { type Key, keyNamed, type Operation, operationsOf, type World } from './world.ts';

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

/** Answers a HEAD of a job without a key, which breaks the specification. Otherwise returns null. */
export function openHead(world: World, { method, path }: Asked): Answer | null {
  if (method !== 'HEAD' || !world.breaks('a head of a job needs no key')) return null;
  const job = world.jobs.get(decodeURIComponent(/^\/v1\/jobs\/([^/]+)$/.exec(path)?.[1] ?? ''));
  return job === undefined ? null : { status: 200, headers: jobAnswer(world, job, 200).headers };
}

/** Spec 5: the key is checked first, unless an unknown path answers 404 without a key (reading 21). */
export function answerTo(world: World, call: Asked): Answer {
  const off = keyNamed(world, secretIn(world, call))?.account.off ?? world.options.off ?? [];
  const operations = operationsOf(world);
  const onPath = ROUTES.filter(
    ({ path, product }) => path.test(call.path) && (!product || operations.includes(product)),
  );
  const isLet = call.path === '/v1/jobs' && call.query.has('limit');
  const isOn = isLet && world.breaks('jobs that are not listed are listed with a limit');
  const there = onPath.filter(({ of }) => of === undefined || isOn || !off.includes(of));
  const isOff = onPath.some(({ method, of }) => method === call.method && of !== undefined && off.includes(of));
  const route = there.find(({ method }) => method === call.method);
  if (route === undefined && world.choice('unknown_path_without_key') !== 404) checkedKey(world, call);
  if (route === undefined) {
    if (isOff) answerUnlike(world, call);
    if (there.length === 0 || isOff || world.choice('wrong_method') === 404) return unknownPath(world, call.path);
    return refuse(405, world.choice('codes.wrong_method'), 'This path has other methods.');
  }
  const key = checkedKey(world, call);
  if (isUnavailable(world, call)) refuse(503, 'SERVICE_UNAVAILABLE', 'The store does not answer.');
  const [, id = ''] = route.path.exec(call.path) ?? [];
  return route.act({ ...call, world, key, id: decodeURIComponent(id) });
}

/** Answers differently for a disabled feature, which breaks the specification. */
function answerUnlike(world: World, call: Asked): void {
  cancelUnseen(world, call);
  if (call.path === '/v1/assets' && world.breaks('an asset list that is not enabled checks its parameters'))
    checkAssetQuery(world, call.query);
  if (call.path === '/v1/credits/balance' && world.breaks('a balance that is not enabled has its own code'))
    refuse(404, 'NOT_ENABLED', 'There is no such path.');
}

/** Cancels a job but answers that the path is unknown, which breaks the specification. */
function cancelUnseen(world: World, call: Asked): void {
  const id = /^\/v1\/jobs\/([^/]+)\/cancel$/.exec(call.path)?.[1];
  const key = keyNamed(world, secretIn(world, call));
  if (id === undefined || key === undefined || !world.breaks('a cancel that is not enabled is done')) return;
  try {
    cancelJob({ ...call, world, key, id: decodeURIComponent(id) });
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

/** Every fifth new path with an id answers 503 once, so that a retry succeeds. */
function isUnavailable({ choice, failed }: World, { method, path }: Asked): boolean {
  const name = `${method} ${path}`;
  if (choice('sometimes_unavailable') === 'never' || !path.includes('_') || failed.paths.has(name)) return false;
  failed.asked += 1;
  if (failed.asked % 5 !== 0) return false;
  failed.paths.add(name);
  return true;
}

/** The key of a request. */
export function secretIn({ breaks }: World, { headers, path }: Pick<Call, 'headers' | 'path'>): string {
  const isBearer = path.endsWith('/content') && breaks('a bearer token downloads content');
  const bearer = isBearer ? headers.authorization?.replace(/^Bearer /, '') : undefined;
  return String(headers['x-api-key'] ?? bearer ?? '');
}

function checkedKey(world: World, call: Asked): Key {
  const { breaks, faults, keys } = world;
  const secret = secretIn(world, call);
  if (faults.key_store_unreadable) refuseUnchecked(world, call);
  if (call.path.endsWith('/content') && breaks('content needs no key'))
    return [...keys.values()][0] ?? refuse(401, 'INVALID_API_KEY', 'There are no keys.');
  const key = keyNamed(world, secret);
  if (key === undefined || !isUsable(world, key, call)) {
    if (secret === '' && breaks('no key answers 403')) refuse(403, 'INSUFFICIENT_SCOPE', 'There is no key.');
    return refuse(401, 'INVALID_API_KEY', 'This key cannot be used.');
  }
  const isRead = call.method === 'GET' && call.path.startsWith('/v1/jobs/');
  const isLetIn = isRead && breaks('jobs can be read from other networks');
  if (key.state === 'elsewhere' && !isLetIn) refuse(403, 'API_KEY_IP_NOT_ALLOWED', 'This key is not for your network.');
  return key;
}

function refuseUnchecked({ breaks }: World, { method, path }: Asked): never {
  if (method === 'POST' && path === '/v1/assets' && breaks('an upload is refused while keys cannot be read'))
    refuse(401, 'INVALID_API_KEY', 'This key cannot be used.');
  return refuse(503, 'SERVICE_UNAVAILABLE', 'The keys cannot be read.');
}

function isUsable({ breaks }: World, { account, state }: Key, { method, path }: Asked): boolean {
  const isDeletion = method === 'DELETE' && path.startsWith('/v1/assets/');
  if (account.isDisabled) return false;
  if (state === 'expired') return isDeletion && breaks('expired keys can delete assets');
  return state !== 'revoked' || (method === 'GET' && breaks('revoked keys can read'));
}

/** Answers a request with the headers and methods that the habits of the server add. */
export function withHabits(world: World, call: Asked, answer: (call: Asked) => Answer): Answer {
  if (call.method === 'OPTIONS' && hasHabit(world, 'options_allow'))
    return { status: 204, headers: { allow: 'GET, HEAD, POST, DELETE, OPTIONS' } };
  const isHead = call.method === 'HEAD' && hasHabit(world, 'head_as_get');
  const usual = answer(isHead ? { ...call, method: 'GET' } : call);
  return { ...usual, headers: { ...usual.headers, ...headersBy((name) => hasHabit(world, name), call, usual) } };
}

function headersBy(has: (name: Habit) => boolean, { method, path }: Asked, { status, headers, body }: Answer) {
  const isUpload = method === 'POST' && path === '/v1/assets' && status < 300;
  const isAsset = /^\/v1\/assets\/[^/]+$/.test(path) && status === 200;
  const isDownload = path.endsWith('/content') && status === 200;
  // A product that is not offered is answered as an unknown path.
  const isSubmit = method === 'POST' && /\/(?:analyses|try-ons)$/.test(path) && status !== 404;
  const isAccepted = status === 202 && headers?.['location'] !== undefined;
  return {
    ...(has('no_store') && { 'cache-control': 'no-store, private', server: 'other-make/7' }),
    ...(has('asset_etag') && isAsset && { etag: 'W/"as-uploaded"' }),
    ...(has('rate_limit_headers') && isSubmit && { 'ratelimit-limit': '600', 'ratelimit-policy': '600;w=60' }),
    ...(has('retry_after_on_accept') && isAccepted && { 'retry-after': '5' }),
    ...(has('upload_location') &&
      isUpload && { location: `/v1/assets/${encodeURIComponent((body as { id: string }).id)}` }),
    ...(has('download_headers') &&
      isDownload && {
        'cache-control': 'private, max-age=77',
        'content-disposition': 'attachment; filename="result.png"',
      }),
  };
}
