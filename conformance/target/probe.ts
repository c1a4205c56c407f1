import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { FEATURES, type Feature, type Role } from '../suite/vocabulary.ts';
import type { Asked as Request, Said, Send } from './ask.ts';
import { isSameAnswer } from './same-answer.ts';
import type { Target } from './target.ts';

/** What asking alone shows of a server; null is what it does not show. */
export type Probe = {
  reachable: boolean;
  /** Why it is not, as the system says it. */
  detail: string | null;
  /** Whether the key that was tried is a usable one. */
  key_works: boolean | null;
  /** What a path answers that there is not. */
  unknown_path: { status: number; text: string } | null;
  features: Record<Feature, boolean | null>;
  /** Off, and not as an unknown path is: with a good key a 404 there can mean nothing else. */
  differs: readonly Feature[];
};

type Question = { method: string; path: string; body: string | null };
type Ask = (question: Question, key?: string | null) => Promise<Said>;
type Unknown = (question: Question) => Promise<Said>;

/** Roles whose key can be expected to be taken. */
const USABLE: readonly Role[] = ['primary', 'second', 'live', 'test', 'other_env', 'no_scope', 'other_account'];

/** Asks what nobody can be harmed by: reads, and changes of a job that there cannot be. */
export async function probe(target: Pick<Target, 'keys' | 'timeouts'>, send: Send): Promise<Probe> {
  const secret = USABLE.map((role) => target.keys[role]?.secret).find((found) => found !== undefined) ?? null;
  const ask: Ask = (question, key = secret) => send(requestOf(target, question, key));
  const unknown = askUnknown(ask);
  const first = await unknown({ method: 'GET', path: '', body: null });
  const nothing = { key_works: null, unknown_path: null, features: featuresOf({}), differs: [] };
  if (first.answer === null) return { ...nothing, reachable: false, detail: first.detail ?? first.silence };
  const reached = { reachable: true, detail: null, unknown_path: { status: first.answer.status, text: textOf(first) } };
  if (secret === null) return { ...nothing, ...reached };
  const keyWorks = isUsable(await ask({ method: 'GET', path: '/v1/usage', body: null }));
  const asked = await askFeatures(ask, unknown, keyWorks === true);
  return {
    ...reached,
    key_works: keyWorks,
    features: featuresOf({ ...asked.found, 'test-mode': await hasTestMode(target, ask) }),
    differs: asked.differs,
  };
}

/** Each feature with a question that changes nothing. What webhooks do is not to be seen here. */
function questions(): Partial<Record<Feature, Question>> {
  const job = `/v1/jobs/job_${mark()}`;
  return {
    lists: { method: 'GET', path: '/v1/assets', body: null },
    'job.cancel': { method: 'POST', path: `${job}/cancel`, body: null },
    'job.delete': { method: 'DELETE', path: job, body: null },
    'credits.balance': { method: 'GET', path: '/v1/credits/balance', body: null },
    hair: { method: 'POST', path: '/v1/hair/try-ons', body: '{}' },
  };
}

type Asked = { found: Partial<Record<Feature, boolean | null>>; differs: Feature[] };

/** Reads that name nothing which could be missing. */
const BARE_READS: readonly Feature[] = ['lists', 'credits.balance'];

async function askFeatures(ask: Ask, unknown: Unknown, keyWorks: boolean): Promise<Asked> {
  const asked: Asked = { found: {}, differs: [] };
  for (const [name, question] of Object.entries(questions())) {
    const feature = name as Feature;
    // What an answer says of the moment differs between the first and the last of three.
    const before = await unknown(question);
    await pause(MOMENT);
    const said = await ask(question);
    await pause(MOMENT);
    const there = isThere(said, [before, await unknown(question)], question.path);
    const isOddlyOff = keyWorks && there === true && said.answer?.status === 404 && BARE_READS.includes(feature);
    if (isOddlyOff) asked.differs.push(feature);
    asked.found[feature] = isOddlyOff ? false : there;
  }
  return asked;
}

/** Spec 1: where an operation is not enabled, it answers exactly as an unknown path does. */
function isThere(said: Said, unknown: [Said, Said], path: string): boolean | null {
  if (isUndecided(said)) return null;
  if (said.answer !== null && said.answer.status < 300) return true;
  if (isUndecided(unknown[0])) return null;
  if (!isSameAnswer(said, path, unknown)) return true;
  return said.answer?.status === 403 ? null : false;
}

/** The key was refused, or the server had no time: nothing is said of the path. */
function isUndecided({ answer }: Said): boolean {
  return answer === null || answer.status === 401 || answer.status === 429 || answer.status >= 500;
}

/** An answer for a path that there cannot be. */
function askUnknown(ask: Ask): Unknown {
  return ({ method, body }) => ask({ method, path: `/v1/${UNKNOWN}${mark()}`, body });
}

/** Long enough for a clock in an answer to tell another time. */
const MOMENT = 3;
const UNKNOWN = 'unknown-';

/** Whether keys of both environments are taken; a server with test keys that the tester has none of shows nothing. */
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
  const { method, path, body } = question;
  const headers = {
    ...(key !== null && { 'X-API-Key': key }),
    ...(body !== null && { 'Content-Type': 'application/json' }),
  };
  return { method, url: path, headers, body, timeout: timeouts.answer };
}

function featuresOf(found: Partial<Record<Feature, boolean | null>>): Record<Feature, boolean | null> {
  const names = Object.keys(FEATURES) as Feature[];
  return Object.fromEntries(names.map((name) => [name, found[name] ?? null])) as Record<Feature, boolean | null>;
}

function textOf({ answer }: Said): string {
  return answer?.body.kind === 'text' ? answer.body.text : '';
}

function mark(): string {
  return randomUUID().replaceAll('-', '');
}
