import { expect, it } from 'vitest';
import type { Emulator, EmulatorOptions } from '../index.ts';
import type { ChoiceRow, Show } from './choices/choice-rows.ts';
import { type Call, type Client, emulatorFor, REQUESTS, type Reply } from './client.ts';
import { refusalOf } from './steps.ts';

/** The sender of a request, as named in a step: `GET /v1/usage as live`. */
const KEYS = {
  test: 'pk_test_demo',
  live: 'pk_live_demo',
  second: 'pk_test_second',
  other: 'pk_test_other',
  stranger: 'pk_live_other',
  none: null,
} as const;
type Who = keyof typeof KEYS;

const PRODUCTS = { skin: 'skin.analyze', makeup: 'makeup.apply', hair: 'hair.try_on' } as const;
type Product = keyof typeof PRODUCTS;

/** An emulator, and what the steps so far have created in it. */
export type Played = {
  emulator: Emulator;
  client: Client;
  /** The last submitted job, and its owner. */
  job: { id: string; who: Who };
  /** An asset of each caller. */
  faces: Map<Who, string>;
  /** The pictures of jobs that steps have used. */
  results: Map<string, string>;
};

/**
 * An action: a wait (`2s`), an upload (`upload`), a submission with the last upload of its key (`makeup`, `skin as
 * live`), a request (`GET /v1/jobs/{job}`), or a function. `{job}` is the last job, `{result}` its picture, `{face}`
 * the last upload of the test key; the first upload is made when it is needed.
 */
export type Step = string | ((played: Played) => Promise<unknown>);
export type PlayedRow = ChoiceRow<Played>;

const accounts = [
  { name: 'demo', keys: [KEYS.live, KEYS.test, KEYS.second].map((secret) => ({ secret })) },
  { name: 'other', keys: [{ secret: KEYS.other }, { secret: KEYS.stranger }] },
];

/** A frozen world with two keys of one account, and one of another. */
export async function openPlayed(options: EmulatorOptions = {}): Promise<Played> {
  const { emulator, client } = await emulatorFor({ accounts, ...options });
  return { emulator, client, job: { id: '', who: 'test' }, faces: new Map(), results: new Map() };
}

/** The title of an exchange, the exchange, its expected result, and the options of its world. */
export type ShownRow = readonly [title: string, show: Show<Played>, seen: unknown, options?: EmulatorOptions];

/** Tests that each exchange has the result in its row. */
export function itShows(rows: readonly ShownRow[], shared: EmulatorOptions = {}): void {
  for (const [title, show, seen, options] of rows)
    it(title, async () => {
      expect(await show(await openPlayed({ ...shared, ...options }))).toEqual(seen);
    });
}

/** What `look` returns for each answer. */
export function each(look: (reply: Reply) => unknown, ...steps: readonly Step[]): Show<Played> {
  return async (played) => (await repliesTo(played, steps)).map(look);
}

/** What `look` returns for the last answer. */
export function last(look: (reply: Reply) => unknown, ...steps: readonly Step[]): Show<Played> {
  return async (played) => look(await play(played, ...steps));
}

/** The result of an exchange after some steps whose answers are ignored. */
export function given(steps: readonly Step[], show: Show<Played>): Show<Played> {
  return async (played) => {
    await repliesTo(played, steps);
    return show(played);
  };
}

export const statuses = (...steps: readonly Step[]) => each(({ status }) => status, ...steps);
/** The status, with the code if it is a refusal. */
export const answers = (...steps: readonly Step[]) => each(answerOf, ...steps);
/** The same, but also checks that each refusal has the shape of section 7, and returns the fields that it names. */
export const outcomes = (...steps: readonly Step[]) => each(outcomeOf, ...steps);
export const header = (name: string, ...steps: readonly Step[]) => last(({ headers }) => headers.get(name), ...steps);
export const field = (name: string, ...steps: readonly Step[]) => last(({ body }) => body[name], ...steps);
/** The output of a finished job. */
// biome-ignore lint/suspicious/noExplicitAny: outputs of every shape are looked into
export const output = (look: (output: any) => unknown, ...steps: readonly Step[]) =>
  last(({ status, body }) => (status === 200 ? look(body.output) : status), ...steps, '4s', 'GET /v1/jobs/{job}');

export function answerOf({ status, body }: Reply): number | string {
  return status < 400 ? status : `${status} ${body.error.code}`;
}

export function outcomeOf(reply: Reply): number | string {
  const { status, code, fields } = refusalOf(reply);
  return status < 400 ? status : [status, code, ...fields].join(' ');
}

type Sent = Omit<Call, 'key'> & { as?: Who; idempotencyKey?: string; input?: string };

/** A submission that differs from the usual one of its product, or is sent differently. */
export const skin = (change: object = {}, sent: Sent = {}): Step => submission('skin', change, sent);
export const makeup = (change: object = {}, sent: Sent = {}): Step => submission('makeup', change, sent);
export const hair = (change: object = {}, sent: Sent = {}): Step => submission('hair', change, sent);

/** Makes the next job fail. */
export const failing = async ({ emulator }: Played): Promise<string> =>
  emulator.plans.add({ outcome: { status: 'failed', code: 'PROCESSING_FAILED' } });

/** A request with more than a request line. */
export function send(line: string, call: Call = {}): Step {
  const [method = '', path = '', , who = 'test'] = line.split(' ');
  return async (played) =>
    played.client.call(method, await filled(played, path), { key: KEYS[who as Who] ?? null, ...call });
}

/** The answer to the last of some steps. */
export async function play(played: Played, ...steps: readonly Step[]): Promise<Reply> {
  const reply = (await repliesTo(played, steps)).at(-1);
  if (reply === undefined) throw new Error('no step has an answer');
  return reply;
}

async function repliesTo(played: Played, steps: readonly Step[]): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (const step of steps) {
    const done = await take(played, step);
    if (isReply(done)) replies.push(done);
  }
  return replies;
}

async function take(played: Played, step: Step): Promise<unknown> {
  if (typeof step === 'function') return step(played);
  if (/^\d/.test(step)) return played.emulator.clock.advance(step);
  const [word = '', , who = 'test'] = step.split(' ');
  if (word === 'upload') return upload(played, who as Who);
  return take(played, word in PRODUCTS ? submission(word as Product, {}, { as: who as Who }) : send(step));
}

function isReply(done: unknown): done is Reply {
  return typeof done === 'object' && done !== null && 'headers' in done;
}

function submission(product: Product, change: object, { as = 'test', input, ...sent }: Sent): Step {
  return async (played) => {
    const { path, body } = REQUESTS[PRODUCTS[product]];
    const asset = input === undefined ? await faceOf(played, as) : await filled(played, input);
    const inputs = [{ asset_id: asset, role: 'source' }];
    const reply = await played.client.submit(path, { inputs, ...body, ...change }, { ...sent, key: KEYS[as] });
    if (reply.body?.id !== undefined) played.job = { id: reply.body.id, who: as };
    return reply;
  };
}

async function filled(played: Played, text: string): Promise<string> {
  let path = text.replace('{job}', played.job.id);
  if (path.includes('{face}')) path = path.replace('{face}', await faceOf(played, 'test'));
  if (path.includes('{result}')) path = path.replace('{result}', await resultOf(played));
  return path;
}

async function faceOf(played: Played, who: Who): Promise<string> {
  return played.faces.get(who) ?? (await upload(played, who)).body.id;
}

async function upload({ client, faces }: Played, who: Who): Promise<Reply> {
  const reply = await client.upload({ key: KEYS[who] });
  if (reply.status === 201) faces.set(who, reply.body.id);
  return reply;
}

async function resultOf({ client, job, results }: Played): Promise<string> {
  const known = results.get(job.id);
  if (known !== undefined) return known;
  const { body } = await client.get(`/v1/jobs/${job.id}`, { key: KEYS[job.who] });
  results.set(job.id, body.output.image.id);
  return body.output.image.id;
}
