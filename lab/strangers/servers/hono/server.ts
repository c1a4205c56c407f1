// The service of the specification, on 127.0.0.1: its routes under /v1, and the drivers beside them.
import { createHmac, randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { type Context, Hono } from 'hono';
import { DRIVERS_PATH, drivers } from './drivers.ts';
import { balance, cancel, INPUT_RETENTION, isOver, isReadable, jobJson, submit } from './engine.ts';
import {
  ApiError,
  choiceAt,
  type Headers,
  instantAt,
  listAt,
  objectAt,
  oneOf,
  parseObject,
  pathUnknown,
  readBody,
  refuse,
  reply,
  replyError,
  textAt,
  unavailable,
} from './http.ts';
import { parseColor, probe } from './images.ts';
import {
  type Account,
  type ApiKey,
  type Asset,
  apiKeys,
  Clock,
  CONCERNS,
  createAccount,
  createKey,
  iso,
  type Job,
  type Json,
  type JsonObject,
  MEDIA_TYPES,
  newAsset,
  OPERATIONS,
  type Operation,
  type Product,
  SCOPES,
  STATUSES,
  type Stop,
  sha256,
  type Work,
} from './store.ts';

const [UPLOAD_LIMIT, JSON_LIMIT, MAX_PIXELS] = [24 * 1024 * 1024, 512 * 1024, 32_000_000];
const CURSOR_SECRET = randomBytes(32);
type Handler = (key: ApiKey, id: string, c: Context) => Response | Promise<Response>;
const mediaTypeOf = (c: Context): string =>
  (c.req.header('content-type') ?? '').replace(/;.*/s, '').trim().toLowerCase();

function authenticate(c: Context): ApiKey {
  const key = apiKeys.get(c.req.header('x-api-key') ?? '');
  if (key?.account.faults.key_store_unreadable) throw unavailable('The key could not be checked.');
  const usable = key && !key.revoked && !key.expired && !key.account.disabled;
  if (!usable) throw new ApiError(401, 'INVALID_API_KEY', 'There is no usable key in the header X-API-Key.');
  const { address = '', addressType } = getConnInfo(c).remote;
  const allowed = key.allowlist?.check(address, addressType === 'IPv6' ? 'ipv6' : 'ipv4') ?? true;
  if (!allowed) throw new ApiError(403, 'API_KEY_IP_NOT_ALLOWED', 'The key may not be used from this network.');
  return key;
}

function requireScope({ scopes }: ApiKey, operation: Operation): void {
  if (!scopes.has(SCOPES[operation]))
    throw new ApiError(403, 'INSUFFICIENT_SCOPE', `The key lacks the scope ${SCOPES[operation]}.`);
}

// ---- Lists ----
type Listed = { id: string; createdAt: number };
const newestFirst = (a: Listed, b: Listed): number =>
  b.createdAt - a.createdAt || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
/** A page, newest first, by filters on what an item has: one of certain values, or any. The cursor is bound to them and to the caller. */
function list<T extends Listed>(
  key: ApiKey,
  c: Context,
  items: T[],
  show: (item: T) => JsonObject,
  own: Record<string, [of: (item: T) => string | undefined, values?: readonly string[]]>,
): Response {
  const query = new Map<string, string>();
  for (const [name, text] of new URL(c.req.url).searchParams) {
    if (!['limit', 'cursor', 'created_gte', 'created_lt', ...Object.keys(own)].includes(name))
      refuse(name, 'is not a parameter', 'query');
    if (query.has(name)) refuse(name, 'is repeated', 'query');
    query.set(name, text);
    const [of, values] = own[name] ?? [];
    if (values) choiceAt(values, text, name, 'query');
    if (of) items = items.filter((item) => of(item) === text);
  }
  const limit = query.get('limit') ?? '20';
  if (!/^([1-9]\d?|100)$/.test(limit)) refuse('limit', 'must be from 1 to 100', 'query');
  const from = instantAt(query.get('created_gte') ?? '0000-01-01T00:00:00Z', 'created_gte', 'query');
  const end = instantAt(query.get('created_lt') ?? '9999-12-31T00:00:00Z', 'created_lt', 'query');
  const filters = [...query].filter(([name]) => name !== 'limit' && name !== 'cursor').sort();
  const cursorAt = ({ createdAt, id }: Listed): string => {
    const bound = JSON.stringify([createdAt, id, c.req.path, key.account.id, key.environment, filters]);
    return Buffer.from(
      `${createdAt} ${id} ${createHmac('sha256', CURSOR_SECRET).update(bound).digest('hex')}`,
    ).toString('base64url');
  };
  const cursor = query.get('cursor');
  const [createdAt, id = ''] = Buffer.from(cursor ?? '', 'base64url')
    .toString()
    .split(' ');
  const position = { createdAt: Number(createdAt), id };
  const valid = cursor === undefined || cursorAt(position) === cursor;
  if (!valid) throw new ApiError(400, 'INVALID_CURSOR', 'The cursor is not of this list with these filters.');
  const rest = items.filter(
    (item) =>
      item.createdAt >= from && item.createdAt < end && (cursor === undefined || newestFirst(position, item) < 0),
  );
  const data = rest.sort(newestFirst).slice(0, Number(limit));
  const last = rest.length > data.length ? data.at(-1) : undefined;
  return reply(200, { data: data.map(show), has_more: last !== undefined, next_cursor: last ? cursorAt(last) : null });
}

// ---- Assets ----
const purposeOf = (asset: Asset): string => (asset.job ? 'result' : 'input');
const assetJson = (asset: Asset): JsonObject => ({
  id: asset.id,
  purpose: purposeOf(asset),
  media_type: asset.mediaType,
  size_bytes: asset.size,
  width: asset.width,
  height: asset.height,
  created_at: iso(asset.createdAt),
  expires_at: iso(asset.expiresAt),
  livemode: asset.environment === 'live',
});
const assetMissing = (): ApiError => new ApiError(404, 'ASSET_NOT_FOUND', 'There is no such asset.');
const hasExpired = ({ account }: ApiKey, asset: Asset): boolean => account.clock.now() >= asset.expiresAt;
const isKept = (key: ApiKey, asset: Asset): boolean => asset.bytes !== null && !hasExpired(key, asset);
/** An asset that the key may know of: kept, or any. */
function assetOf(key: ApiKey, id: string, which: 'kept' | 'any'): Asset {
  const asset = key.account.assets.get(id);
  if (asset?.environment !== key.environment || (which === 'kept' && !isKept(key, asset))) throw assetMissing();
  return asset;
}

async function uploadAsset({ account, environment }: ApiKey, _id: string, c: Context): Promise<Response> {
  const mediaType = mediaTypeOf(c);
  if (!oneOf(MEDIA_TYPES, mediaType))
    throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', `Upload ${MEDIA_TYPES.join(', ')}.`);
  const picture = await probe(await readBody(c, UPLOAD_LIMIT), mediaType);
  if (!picture) throw new ApiError(400, 'INVALID_IMAGE', `The body is not a picture of the type ${mediaType}.`);
  if (picture.width * picture.height > MAX_PIXELS)
    throw new ApiError(400, 'IMAGE_TOO_LARGE', `More than ${MAX_PIXELS} pixels.`);
  const now = account.clock.now();
  const asset = newAsset(picture, {
    environment,
    mediaType,
    createdAt: now,
    expiresAt: now + INPUT_RETENTION,
    job: null,
  });
  account.assets.set(asset.id, asset);
  return reply(202, assetJson(asset), { Location: `/v1/assets/${asset.id}` }); // section 4.1 leaves the status open
}

function listAssets(key: ApiKey, _id: string, c: Context): Response {
  const assets = [...key.account.assets.values()].filter(
    (asset) => asset.environment === key.environment && isKept(key, asset),
  );
  return list(key, c, assets, assetJson, { purpose: [purposeOf, ['input', 'result']], job_id: [({ job }) => job?.id] });
}
const getAsset = (key: ApiKey, id: string): Response => reply(200, assetJson(assetOf(key, id, 'kept')));
/** Only results have content to download: an input is not given back. */
function getContent(key: ApiKey, id: string): Response {
  const { bytes, job, mediaType, digest, size } = assetOf(key, id, 'kept');
  if (!bytes || !job) throw assetMissing();
  const headers = {
    'Content-Type': mediaType,
    'Content-Length': `${size}`,
    ETag: `"${digest}"`,
    'Cache-Control': 'private',
  };
  return new Response(new Uint8Array(bytes), { headers });
}

function deleteAsset(key: ApiKey, id: string): Response {
  const asset = assetOf(key, id, 'any');
  if (asset.job && !isKept(key, asset)) throw assetMissing(); // went with its job
  if (asset.job)
    throw new ApiError(409, 'ASSET_OWNED_BY_JOB', 'A result is deleted with its job only.', { job_id: asset.job.id });
  asset.bytes = null;
  return reply(204);
}

// ---- Submissions ----
type Draft = { work: Work; sources: { id: string; role: string }[]; wishes: Json }; // wishes: equal for the same semantic request
function sourceOf(body: JsonObject): { id: string; role: string } {
  const inputs = listAt(body.inputs, 'inputs');
  if (inputs.length !== 1) refuse('inputs', 'must be one input');
  const input = objectAt(inputs[0], 'inputs[0]');
  return { id: textAt(input.asset_id, 'inputs[0].asset_id'), role: choiceAt(['source'], input.role, 'inputs[0].role') };
}

async function stopAt(value: Json | undefined, name: string): Promise<Stop> {
  const { color: given, opacity = 1 } = objectAt(value, name);
  const color = textAt(given, `${name}.color`);
  const rgba = await parseColor(color);
  if (!rgba) refuse(`${name}.color`, 'must be a CSS color');
  if (typeof opacity !== 'number' || opacity < 0 || opacity > 1) refuse(`${name}.opacity`, 'must be from 0 to 1');
  return { color, rgba, opacity };
}

function skinDraft(body: JsonObject): Draft {
  const concerns = listAt(body.concerns, 'concerns').map((value, i) => choiceAt(CONCERNS, value, `concerns[${i}]`));
  if (concerns.length === 0 || new Set(concerns).size < concerns.length)
    refuse('concerns', 'must be a set of one or more');
  const visualizations = listAt(body.visualizations ?? [], 'visualizations').map((value, i) => {
    const { concern, kind } = objectAt(value, `visualizations[${i}]`); // of a requested concern
    return { concern: choiceAt(concerns, concern, 'concern'), kind: choiceAt(['mask', 'visual'], kind, 'kind') };
  });
  const work: Work = { operation: 'skin.analyze', concerns, visualizations };
  return { work, sources: [sourceOf(body)], wishes: [concerns.toSorted(), visualizations] };
}

async function makeupDraft(body: JsonObject): Promise<Draft> {
  const products = await Promise.all(
    listAt(body.products, 'products').map(async (value, i): Promise<Product> => {
      const { category } = objectAt(value, `products[${i}]`);
      const known = choiceAt(['foundation', 'lipstick', 'lip_liner'], category, `products[${i}].category`);
      return { category: known, ...(await stopAt(value, `products[${i}]`)) };
    }),
  );
  if (products.length === 0) refuse('products', 'must have one or more');
  const wishes = products.map(({ category, rgba, opacity }) => [category, rgba, opacity]);
  return { work: { operation: 'makeup.apply', products }, sources: [sourceOf(body)], wishes };
}
/** The fields of this body are not shown (4.2): inputs, color_gradient.dark, color_gradient.light, hair_mask.asset_id. */
async function hairDraft(body: JsonObject): Promise<Draft> {
  const gradient = objectAt(body.color_gradient, 'color_gradient');
  const dark = await stopAt(gradient.dark, 'color_gradient.dark');
  const light = await stopAt(gradient.light, 'color_gradient.light');
  const sources = [sourceOf(body)];
  const mask = body.hair_mask ?? null;
  if (mask !== null)
    sources.push({ id: textAt(objectAt(mask, 'hair_mask').asset_id, 'hair_mask.asset_id'), role: 'hair_mask' });
  return {
    work: { operation: 'hair.try_on', dark, light },
    sources,
    wishes: [dark, light].map(({ rgba, opacity }) => [rgba, opacity]),
  };
}

function inputAsset(key: ApiKey, id: string): Asset {
  const asset = assetOf(key, id, 'any');
  if (asset.bytes === null) throw assetMissing();
  if (asset.job) refuse('asset_id', 'must be an uploaded input, not a result');
  if (hasExpired(key, asset)) throw new ApiError(410, 'ASSET_EXPIRED', 'The input has expired.', { asset_id: id });
  return asset;
}
/** Checks the request itself first, then the scope, then whether it is a replay, and last what it would need. */
const submission =
  (operation: Operation, parse: (body: JsonObject) => Draft | Promise<Draft>): Handler =>
  async (key, _id, c) => {
    const claim = c.req.header('idempotency-key') ?? ''; // required, as the integration rules state
    if (!/^[\x20-\x7e]{1,255}$/.test(claim))
      refuse('Idempotency-Key', 'must be 1 to 255 printable characters', 'header');
    if (mediaTypeOf(c) !== 'application/json') refuse('Content-Type', 'must be application/json', 'header');
    const { work, sources: wanted, wishes } = await parse(parseObject(await readBody(c, JSON_LIMIT)));
    requireScope(key, operation);
    // Nothing below waits, so that of two racing submissions one is the replay of the other.
    const fingerprint = JSON.stringify([operation, wanted, wishes]);
    const claimed = key.claims.get(claim);
    if (claimed?.job.deleted)
      throw new ApiError(410, 'JOB_DELETED', 'The job of this Idempotency-Key has been deleted.');
    const other = claimed && claimed.fingerprint !== fingerprint;
    if (other) throw new ApiError(409, 'IDEMPOTENCY_KEY_REUSED', 'The Idempotency-Key belongs to another request.');
    if (claimed) return reply(200, jobJson(claimed.job), { ...headersOf(claimed.job), 'Idempotency-Replayed': 'true' });
    const sources = wanted.map(({ id, role }) => ({ asset: inputAsset(key, id), role }));
    const sizes = new Set(sources.map(({ asset: { width, height } }) => `${width}x${height}`));
    if (sizes.size > 1) refuse('hair_mask', 'must have the size of the source');
    const job = submit(key, work, sources, claim, fingerprint);
    return reply(202, jobJson(job), headersOf(job));
  };

// ---- Jobs ----
/** A job that the key may know of: readable, or erased if that is allowed. */
function jobOf({ account, environment }: ApiKey, id: string, erased = false): Job {
  const job = account.jobs.get(id);
  if (job?.environment === environment && (isReadable(job) || (erased && job.deleted))) return job;
  throw new ApiError(404, 'JOB_NOT_FOUND', 'There is no such job.');
}
const headersOf = (job: Job): Headers => ({
  ETag: `"${sha256(JSON.stringify(jobJson(job))).toString('base64url')}"`,
  Location: `/v1/jobs/${job.id}`,
  ...(isOver(job) ? {} : { 'Retry-After': '1' }),
});

function getJob(key: ApiKey, id: string, c: Context): Response {
  const job = jobOf(key, id);
  const headers = headersOf(job);
  const tags = (c.req.header('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.some((tag) => tag === '*' || tag === headers.ETag)
    ? reply(304, undefined, headers)
    : reply(200, jobJson(job), headers);
}
/** The filters of this list are not shown (4.3). */
function listJobs(key: ApiKey, _id: string, c: Context): Response {
  const jobs = [...key.account.jobs.values()].filter((job) => job.environment === key.environment && isReadable(job));
  return list(key, c, jobs, jobJson, {
    status: [({ status }) => status, STATUSES],
    operation: [({ work }) => work.operation, OPERATIONS],
  });
}

function cancelJob(key: ApiKey, id: string): Response {
  const job = jobOf(key, id);
  requireScope(key, job.work.operation);
  cancel(job);
  return reply(isOver(job) ? 200 : 202, jobJson(job), headersOf(job));
}

function deleteJob(key: ApiKey, id: string): Response {
  const job = jobOf(key, id, true);
  requireScope(key, job.work.operation);
  if (!isOver(job)) throw new ApiError(409, 'JOB_IN_PROGRESS', 'The job has not finished.');
  Object.assign(job, { deleted: true, output: null });
  for (const asset of job.results) asset.bytes = null;
  return reply(204);
}

// ---- Usage and credits ----
/** Parameters and shape are not shown (4.4): none, and a row for each day and operation with jobs. */
function getUsage({ account, environment }: ApiKey): Response {
  const slots = [...account.usage].filter(([slot]) => slot.startsWith(environment));
  const data = slots.map(([slot, jobs]) => ({
    date: slot.split(' ')[1] ?? '',
    operation: slot.split(' ')[2] ?? '',
    jobs,
  }));
  return reply(200, { object: 'usage', data });
}
const getBalance = ({ account }: ApiKey): Response => reply(200, balance(account));

// ---- Routes ----
const ROUTES: Record<string, Record<string, [Handler, (keyof Account['features'])?]>> = {
  '/assets': { POST: [uploadAsset], GET: [listAssets, 'lists'] },
  '/assets/:id': { GET: [getAsset], DELETE: [deleteAsset, 'delete'] },
  '/assets/:id/content': { GET: [getContent] },
  '/skin/analyses': { POST: [submission('skin.analyze', skinDraft)] },
  '/makeup/try-ons': { POST: [submission('makeup.apply', makeupDraft)] },
  '/hair/try-ons': { POST: [submission('hair.try_on', hairDraft)] },
  '/jobs': { GET: [listJobs, 'lists'] },
  '/jobs/:id': { GET: [getJob], DELETE: [deleteJob, 'delete'] },
  '/jobs/:id/cancel': { POST: [cancelJob, 'cancel'] },
  '/usage': { GET: [getUsage] },
  '/credits/balance': { GET: [getBalance, 'credits'] },
};
const v1 = new Hono();
for (const [path, methods] of Object.entries(ROUTES)) {
  v1.all(path, (c) => {
    const key = authenticate(c);
    const asked = c.req.method === 'HEAD' ? 'GET' : c.req.method;
    const served = Object.keys(methods).filter((name) => key.account.features[methods[name]?.[1] ?? 'always']);
    const [handler] = methods[asked] ?? [];
    if (handler && served.includes(asked)) return handler(key, c.req.param('id') ?? '', c);
    if (handler || served.length === 0) throw pathUnknown(); // switched off
    throw new ApiError(
      405,
      'METHOD_NOT_ALLOWED',
      'The path does not have this method.',
      {},
      { Allow: served.join(', ') },
    );
  });
}
v1.all('*', (c) => {
  authenticate(c); // a path that is unknown answers 401 without a key
  throw pathUnknown();
});
const app = new Hono();
app.route('/v1', v1);
app.route(DRIVERS_PATH, drivers);
app.notFound(() => replyError(pathUnknown()));
app.onError(replyError);

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
const home = createAccount(new Clock(false));
home.settledUnits = 100_000;
const keys = { live: createKey(home, 'live', 'live').secret, test: createKey(home, 'test', 'test').secret };
process.on('SIGTERM', () => process.exit(0));
serve(
  { fetch: app.fetch, port: Number(values.port), hostname: '127.0.0.1', serverOptions: { keepAliveTimeout: 75_000 } },
  ({ port }) => {
    const base = `http://127.0.0.1:${port}`;
    console.log(JSON.stringify({ base_url: base, drivers: base + DRIVERS_PATH, keys }));
  },
);
