import { isMap } from '../../../shared/is-map.ts';
import type { AccountSpec } from '../../effects/drivers/drivers.ts';
import { roleKeys } from '../../effects/drivers/make-account.ts';
import type { Effects, OpenedHook, OpenHook } from '../../effects/effects.ts';
import type { Exchange, OutgoingRequest } from '../../effects/http/exchange.ts';
import { paced } from '../../effects/http/pace.ts';
import { viewOf } from '../../effects/http/view.ts';
import { liveEffects } from '../../effects/live-effects.ts';
import { createMask } from '../../effects/secrets/mask.ts';
import { seededUuid } from '../../plan/seeded-draws.ts';
import { ownKeys } from '../../run/lease.ts';
import type { Session } from '../../run/session.ts';
import type { DriverName } from '../../suite/vocabulary.ts';
import type { Fixture } from '../../target/pictures/fixture.ts';
import { assetPath, jobPath } from '../../target/routes.ts';
import { secretsOf } from '../../target/target.ts';
import type { Recorder } from '../facts/facts.ts';
import type { Value } from '../facts/value.ts';

/** Thrown if a part of the battery cannot be played, or not to its end. The message names what it would need. */
export class Lacking extends Error {
  override readonly name = 'Lacking';
}

/** An answer as the parts use it. The status is 0 if there was no answer. */
export type Answered = {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Readonly<Record<string, unknown>>;
  id: string;
};

export type Asking = {
  /** The role of the key; null sends no key. The default is the primary key. */
  key?: string | null;
  headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  body?: Uint8Array | string | object | null;
  /** The field or parameter that is wrong in the request; the message of a refusal may name it. */
  named?: string;
  timeout?: number;
};

/** An account of a server, and the requests and drivers that a part can use on it. */
export type Place = {
  has(role: string): boolean;
  offers(driver: DriverName): boolean;
  /** Sends a request, and records the facts of its answer under the label. */
  ask(label: string, line: string, asking?: Asking): Promise<Answered>;
  /** Sends a request without recording anything. */
  send(line: string, asking?: Asking): Promise<Answered>;
  note(label: string, name: string, value: Value): void;
  /** The answer of a driver. Throws Lacking if the server does not have the driver. */
  drive(call: string, input?: Readonly<Record<string, unknown>>): Promise<unknown>;
  wait(milliseconds: number): Promise<void>;
  now(): Promise<number>;
  openHook(hook: Partial<OpenHook> & { name: string }): Promise<OpenedHook>;
  effects: Omit<Effects, 'position'>;
  /** The same word gives a different key for each account and each time the battery is played. */
  uuid(word: string): string;
  picture(name: string): Fixture;
  /** Products of a makeup try-on that the server accepts. */
  products: readonly unknown[];
  close(): Promise<void>;
};

type Wish = Omit<AccountSpec, 'keys' | 'own_clock'> & { keys?: AccountSpec['keys']; disabled?: boolean };

/**
 * Opens a new account if the server can create one. Otherwise uses the account of the target's keys, unless the part
 * needs its own.
 */
export async function openPlace(session: Session, recorder: Recorder, name: string, wish?: Wish): Promise<Place> {
  const { drivers, target, options } = session;
  const isMade = drivers.offered.has('tenants');
  if (wish !== undefined && !isMade) throw new Lacking('an account of its own (driver: tenants)');
  const spec = wish?.keys ?? { ...roleKeys('live') };
  const made = isMade
    ? await drivers.createAccount({ ...PLENTY, ...wish, keys: spec, own_clock: drivers.clockPerAccount })
    : null;
  const keys = made?.keys ?? ownKeys(target, undefined, session.refusal);
  const mask = createMask([
    ...Object.entries(keys).map(([role, { secret }]) => ({ name: role, secret })),
    ...secretsOf(target),
  ]);
  const own = session.offered.length === 0 ? null : drivers.forAccount(keys.primary?.secret ?? null);
  const room = session.room.enter();
  const client = paced(session.client, session.paceOf());
  const effects = liveEffects({ ...session, client, mask, drivers: own, keys, room, instance: `battery ${name}` });
  const nonce = `${options.nonce}\0${name}\0${session.allowance.requests()}`;
  const things: Things = { jobs: [], assets: [] };
  const send = sender(session, effects, keys, things);
  const ask: Send = async (line, asking) => {
    refuseLate(session);
    const exchange = await send(line, asking);
    // A missing answer that was no longer waited for is not a fact.
    if (exchange.answer === null) refuseLate(session);
    return exchange;
  };
  const drive = async (call: string, input: Readonly<Record<string, unknown>> = {}) => {
    const outcome = await effects.drive(call, input);
    if ('refused' in outcome) throw new Lacking(`the driver call ${call}`);
    return outcome.output;
  };
  return {
    effects,
    drive,
    products: Array.isArray(target.data['products']) ? target.data['products'] : [],
    has: (role) => keys[role as keyof typeof keys] !== undefined,
    offers: (driver) => session.offered.includes(driver),
    ask: async (label, line, asking = {}) => {
      const exchange = await ask(line, asking);
      recorder.answer(label, exchange, { base: target.base_url, named: asking.named });
      return answered(exchange);
    },
    send: async (line, asking = {}) => answered(await ask(line, asking)),
    note: (label, fact, value) => recorder.note(label, fact, value),
    wait: async (milliseconds) => {
      if (milliseconds > LONGEST_WAIT && !session.offered.includes('clock'))
        throw new Lacking('a clock (driver: clock)');
      if ((await effects.wait(milliseconds, 'target')) === 'too_long') throw new Lacking('more time, or a clock');
    },
    now: effects.now,
    openHook: async (hook) => {
      const opened = await effects.openHook({
        events: null,
        environment: 'live',
        replies: [200],
        scheme: 'http',
        ...hook,
      });
      if ('refused' in opened) throw new Lacking('events (driver: webhooks)');
      return opened.output;
    },
    uuid: (word) => seededUuid(`${nonce}\0${word}`),
    picture: (word) => {
      const found = session.pictures.named(word);
      if (found === null) throw new Lacking('a picture that the server takes');
      return found;
    },
    close: async () => {
      if (made === null) await erase(things, send).catch(() => undefined);
      else await drivers.removeAccount(made).catch(() => undefined);
      room.leave([]);
      for (const secret of mask.secrets()) session.secrets.push(secret);
    },
  };
}

/** After the end of the run, only the cleanup sends requests. */
export function refuseLate({ allowance }: Pick<Session, 'allowance'>): void {
  if (allowance.isOver()) throw new Lacking('more time (--wall, or budget.wall of the target)');
  if (allowance.signal.aborted) throw new Lacking('more time: it was interrupted');
}

const PLENTY = { credits: 10_000, enforced: true, threshold: null };
/** Without a clock, longer waits are not worth the time. */
const LONGEST_WAIT = 3_000;

/** What the battery has created, with the role of the key that was used. */
type Things = { jobs: { id: string; key: string }[]; assets: { id: string; key: string }[] };
type Send = (line: string, asking: Asking) => Promise<Exchange>;

function sender(
  { target }: Session,
  effects: Omit<Effects, 'position'>,
  keys: Readonly<Record<string, { secret: string } | undefined>>,
  things: Things,
): Send {
  return async (line, { key = 'primary', headers = {}, body = null, timeout }) => {
    const [method = '', url = ''] = line.split(' ');
    const sent = bytesOf(body);
    const isObject = sent !== body;
    const secret = key === null ? null : keys[key]?.secret;
    if (secret === undefined) throw new Lacking(`a key for ${key}`);
    const request: OutgoingRequest = {
      method,
      url,
      headers: {
        ...(secret !== null && { 'X-API-Key': secret }),
        ...(isObject && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: sent,
      timeout: timeout ?? target.timeouts.answer,
    };
    const { exchange } = await effects.send(request);
    if (method === 'POST') keepMade(answered(exchange), key ?? '', things);
    return exchange;
  };
}

/** An object is sent as JSON. */
function bytesOf(body: NonNullable<Asking['body']> | null): Uint8Array | string | null {
  if (body === null || typeof body === 'string' || body instanceof Uint8Array) return body;
  return JSON.stringify(body);
}

function keepMade({ status, id, body }: Answered, key: string, { jobs, assets }: Things): void {
  if (status < 200 || status >= 300 || id === '') return;
  if ('operation' in body) jobs.push({ id, key });
  else if ('media_type' in body) assets.push({ id, key });
}

function answered(exchange: Exchange): Answered {
  const { status, header, body } = viewOf(exchange);
  const shown = isMap(body) ? body : {};
  const id = typeof shown['id'] === 'string' ? shown['id'] : '';
  return { status: status ?? 0, headers: header, body: shown, id };
}

/** Deletes only what the battery itself has created. */
async function erase({ jobs, assets }: Things, send: Send): Promise<void> {
  for (const { id, key } of unique(jobs)) {
    await send(`POST ${jobPath(id)}/cancel`, { key });
    await send(`DELETE ${jobPath(id)}`, { key });
  }
  for (const { id, key } of unique(assets)) await send(`DELETE ${assetPath(id)}`, { key });
}

function unique<Thing extends { id: string }>(things: readonly Thing[]): Thing[] {
  return [...new Map(things.map((thing) => [thing.id, thing])).values()];
}

/** An id of the same form that was never assigned. */
export function unknownIdLike(id: string): string {
  const at = id.indexOf('_') + 1;
  return (
    id.slice(0, at) +
    id
      .slice(at)
      .replace(/[0-9]/g, (digit) => String((Number(digit) + 7) % 10))
      .replace(/[a-f]/g, (letter) => 'fabcde'['abcdef'.indexOf(letter)] ?? letter)
  );
}
