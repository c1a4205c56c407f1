import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { FEATURES, type Feature, PRODUCTS, type Product, type Role } from '../suite/vocabulary.ts';
import { type Asked as Request, refusalIn, type Said, type Send } from './ask.ts';
import { takenProducts } from './taken-products.ts';
import type { Target } from './target.ts';

/** The results of probing a server; null for unknown ones. */
export type Probe = {
  reachable: boolean;
  /** The system's error if the server is not reachable. */
  detail: string | null;
  /** Whether the server accepts the key. */
  key_works: boolean | null;
  /** How the server refuses the primary key, such as `401 INVALID_API_KEY`; null if it does not. */
  refusal?: string | null;
  /** The answer to an unknown path. */
  unknown_path: { status: number; text: string } | null;
  features: Record<Feature, boolean | null>;
  /** The answers that indicate that a feature exists. */
  seen?: Partial<Record<Feature, string>>;
  /** Features that are off but answer differently from an unknown path: they return 404 for a valid key. */
  differs: readonly Feature[];
  /** Products in colors that the server accepts, if it refuses the default ones. */
  products: readonly unknown[] | null;
  /** Whether it checks the picture of a submission before the colors, so that `products` is unknown. */
  picture_first?: boolean;
};

type Question = { method: string; path: string; body: string | null; idempotencyKey?: string };
type Ask = (question: Question, key?: string | null) => Promise<Said>;
type Unknown = (question: Question) => Promise<Said>;

/** Roles whose key the server should accept. */
export const USABLE: readonly Role[] = ['primary', 'second', 'live', 'test', 'other_env', 'no_scope', 'other_account'];

/** A read for each feature of a user's suite, such as `GET /v1/quota`. */
export type OwnProbes = Readonly<Record<string, string>>;

/** Probes a server without changing anything, by reads, and by changes of a job and an asset that do not exist. */
export async function probe(
  target: Declaring & Pick<Target, 'data' | 'timeouts'>,
  send: Send,
  own: OwnProbes = {},
): Promise<Probe> {
  const secret = USABLE.map((role) => target.keys[role]?.secret).find((key) => key !== undefined) ?? null;
  const ask: Ask = (question, key = secret) => send(requestOf(target, question, key));
  const unknown = askUnknown(ask);
  const first = await unknown({ method: 'GET', path: '', body: null });
  const nothing = { key_works: null, unknown_path: null, features: featuresOf({}), differs: [], products: null };
  if (first.answer === null) return { ...nothing, reachable: false, detail: first.detail ?? first.silence };
  const reached = { reachable: true, detail: null, unknown_path: { status: first.answer.status, text: textOf(first) } };
  if (secret === null) return { ...nothing, ...reached };
  const usage = await ask({ method: 'GET', path: '/v1/usage', body: null });
  const keyWorks = isUsable(usage);
  const asked = await askFeatures({ ask, unknown, own }, keyWorks === true);
  const environments = await askEnvironments(target, ask);
  return {
    ...reached,
    key_works: keyWorks,
    refusal: target.keys.primary === undefined ? null : refusalIn(usage),
    features: featuresOf({ ...asked.features, ...environments.features }),
    seen: { ...asked.seen, ...environments.seen },
    differs: asked.differs,
    ...(keyWorks === true ? await takenProducts(target, submitWith(ask)) : { products: null }),
  };
}

/** Returns for each feature a request that changes nothing. Webhooks cannot be probed. */
function questions(): Partial<Record<Feature, Question>> {
  const [job, asset] = [`/v1/jobs/job_${mark()}`, `/v1/assets/asset_${mark()}`];
  return {
    lists: { method: 'GET', path: '/v1/assets', body: null },
    'job.list': { method: 'GET', path: '/v1/jobs', body: null },
    'job.cancel': { method: 'POST', path: `${job}/cancel`, body: null },
    'job.delete': { method: 'DELETE', path: job, body: null },
    'asset.delete': { method: 'DELETE', path: asset, body: null },
    'credits.balance': { method: 'GET', path: '/v1/credits/balance', body: null },
    ...Object.fromEntries(
      Object.entries(PRODUCTS).map(([product, { path }]) => [product, { method: 'POST', path, body: '{}' }]),
    ),
  };
}

function readsOf(own: OwnProbes): Record<string, Question> {
  const read = (line: string): Question => ({ method: 'GET', path: line.replace(/^GET /, ''), body: null });
  return Object.fromEntries(Object.entries(own).map(([name, line]) => [name, read(line)]));
}

function submitWith(ask: Ask): Parameters<typeof takenProducts>[1] {
  return (body, idempotencyKey) => ask({ method: 'POST', path: '/v1/makeup/try-ons', body, idempotencyKey });
}

type Declaring = Pick<Target, 'keys' | 'declared_off'>;

type Asked = {
  features: Partial<Record<Feature, boolean | null>>;
  seen: Partial<Record<Feature, string>>;
  differs: Feature[];
};

/** Reads without an id, for which a 404 cannot mean that something is missing. */
const BARE_READS: readonly Feature[] = ['lists', 'job.list', 'credits.balance'];

type Asking = { ask: Ask; unknown: Unknown; own: OwnProbes };

async function askFeatures({ ask, unknown, own }: Asking, keyWorks: boolean): Promise<Asked> {
  const asked: Asked = { features: {}, seen: {}, differs: [] };
  for (const [name, question] of Object.entries({ ...questions(), ...readsOf(own) })) {
    const feature = name as Feature;
    // Two unknown paths, before and after, reveal which parts of an answer depend on the time.
    const before = await unknown(question);
    await pause(MOMENT);
    const response = await ask(question);
    await pause(MOMENT);
    const there = isThere(response, [before, await unknown(question)], question.path);
    const isOtherwise = there === true && response.answer?.status === 404 && BARE_READS.includes(feature);
    // If assets can be listed, such a 404 may be the answer for an empty list of jobs.
    const isEmpty = feature === 'job.list' && asked.features.lists === true;
    const answersOtherwise = keyWorks && isOtherwise && !isEmpty;
    if (answersOtherwise) asked.differs.push(feature);
    asked.features[feature] = answersOtherwise ? false : there;
    asked.seen[feature] = `${question.method} ${question.path} answered ${response.answer?.status}`;
  }
  return { ...asked, features: withAProduct(asked.features) };
}

/** A server without any product does not make sense, so the scenarios have to find out what is wrong. */
function withAProduct(features: Asked['features']): Asked['features'] {
  const hasNone = Object.keys(PRODUCTS).every((product) => features[product as Product] === false);
  return hasNone ? { ...features, skin: null, makeup: null } : features;
}

/** Spec 1: an operation that is not enabled answers exactly like an unknown path. */
function isThere(response: Said, unknown: [Said, Said], path: string): boolean | null {
  if (isUndecided(response)) return null;
  if (response.answer !== null && response.answer.status < 300) return true;
  if (isUndecided(unknown[0])) return null;
  if (!isSameAnswer(response, path, unknown)) return true;
  return response.answer?.status === 403 ? null : false;
}

/** Returns whether the answer is about the key or the load, so that it reveals nothing about the path. */
function isUndecided({ answer }: Said): boolean {
  return answer === null || answer.status === 401 || answer.status === 429 || answer.status >= 500;
}

/** Requests a path that does not exist. */
function askUnknown(ask: Ask): Unknown {
  return ({ method, body }) => ask({ method, path: `/v1/${UNKNOWN}${mark()}`, body });
}

/** The pause after which times in answers differ, in milliseconds. */
const MOMENT = 3;
const UNKNOWN = 'unknown-';

/**
 * Probes test mode by its keys. If an environment is declared off, checks whether a key of it is accepted nevertheless.
 */
async function askEnvironments(target: Declaring, ask: Ask): Promise<Omit<Asked, 'differs'>> {
  const beside = await hasTestMode(target, ask);
  const found: Omit<Asked, 'differs'> = { features: { 'test-mode': beside }, seen: {} };
  if (beside === true) found.seen['test-mode'] = 'GET /v1/usage answered 200 with a live key and with a test key';
  for (const [feature, environment] of MODES) {
    // Without a reason, it only declares that one of the environments is missing, not which one.
    if (target.declared_off?.[feature] === undefined) continue;
    const role = USABLE.find((one) => target.keys[one]?.environment === environment);
    const secret = role && target.keys[role]?.secret;
    if (secret === undefined || isUsable(await ask({ method: 'GET', path: '/v1/usage', body: null }, secret)) !== true)
      continue;
    found.features[feature] = true;
    found.seen[feature] = `GET /v1/usage answered 200 with the key ${role}, which is a ${environment} key`;
  }
  return found;
}

const MODES = [
  ['test-mode', 'test'],
  ['live-mode', 'live'],
] as const;

/** Returns whether keys of both environments are accepted; null if the tester has keys of only one. */
async function hasTestMode({ keys }: Pick<Target, 'keys'>, ask: Ask): Promise<boolean | null> {
  const usable = USABLE.flatMap((role) => keys[role] ?? []);
  const pair = ['live', 'test'].map((environment) => usable.find((key) => key.environment === environment)?.secret);
  for (const secret of pair) {
    if (secret === undefined) return null;
    if (isUsable(await ask({ method: 'GET', path: '/v1/usage', body: null }, secret)) !== true) return null;
  }
  return true;
}

function isUsable({ answer }: Said): boolean | null {
  if (answer?.status === 401) return false;
  return answer?.status === 200 ? true : null;
}

function requestOf({ timeouts }: Pick<Target, 'timeouts'>, question: Question, key: string | null): Request {
  const { method, path, body, idempotencyKey } = question;
  const headers = {
    ...(key !== null && { 'X-API-Key': key }),
    ...(body !== null && { 'Content-Type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
  };
  return { method, url: path, headers, body, timeout: timeouts.answer };
}

function featuresOf(probed: Partial<Record<Feature, boolean | null>>): Record<Feature, boolean | null> {
  const names = Object.keys(FEATURES) as Feature[];
  const known = Object.fromEntries(names.map((name) => [name, null])) as Record<Feature, boolean | null>;
  return { ...known, ...probed };
}

function textOf({ answer }: Said): string {
  return answer?.body.kind === 'text' ? answer.body.text : '';
}

function mark(): string {
  return randomUUID().replaceAll('-', '');
}

/** The values in a body by their paths. */
type Leaves = Map<string, string>;

/**
 * Returns whether an answer equals that of an unknown path: in status, content type and body, except for its request
 * id, the echoed path, and whatever differs between two answers to unknown paths.
 */
function isSameAnswer(said: Said, path: string, [one, two]: [Said, Said]): boolean {
  if (said.answer === null || one.answer === null || two.answer === null) return false;
  if (said.answer.status !== one.answer.status || typeOf(said) !== typeOf(one)) return false;
  const [body, first, second] = [leavesOf(said, path), leavesOf(one, null), leavesOf(two, null)];
  const places = new Set([...body.keys(), ...first.keys()]);
  return [...places].every((place) => {
    const isNewEachTime = first.get(place) !== second.get(place);
    return isNewEachTime ? body.has(place) : body.get(place) === first.get(place);
  });
}

function leavesOf(said: Said, path: string | null): Leaves {
  const text = said.answer?.body.kind === 'text' ? said.answer.body.text : '';
  const masked = maskPath(text, path);
  const leaves: Leaves = new Map();
  try {
    collect(JSON.parse(masked), '', leaves);
  } catch {
    leaves.set('', masked);
  }
  leaves.delete('/error/request_id');
  return leaves;
}

const UNKNOWN_PATH = /\/v1\/unknown-[0-9a-f]{32}/g;

function maskPath(text: string, path: string | null): string {
  const plain = text.replaceAll('\\/', '/');
  return path === null ? plain.replace(UNKNOWN_PATH, '<path>') : plain.replaceAll(path, '<path>');
}

function collect(value: unknown, place: string, leaves: Leaves): void {
  const items = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (items.length === 0) leaves.set(place, JSON.stringify(value));
  for (const [key, item] of items) collect(item, `${place}/${key}`, leaves);
}

function typeOf({ answer }: Said): string | undefined {
  return answer?.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
}
