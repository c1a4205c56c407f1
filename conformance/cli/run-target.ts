import {
  type Flags,
  type FlagTable,
  flagGroup,
  oneOfWords,
  textFlag,
  textsFlag,
  UsageError,
  wordFlag,
} from '../../shared/command.ts';
import { parseDuration } from '../../shared/expression/quantities.ts';
import { proxiesIn, proxyProblem } from '../../shared/proxy.ts';
import { isBase, urlOf } from '../effects/http/address.ts';
import { withHeaders } from '../effects/http/headers.ts';
import { ROLES, type Role } from '../suite/vocabulary.ts';
import { type Connection, headerProblem } from '../target/connection.ts';
import { readTarget } from '../target/read-target.ts';
import { secretsOf, type Target } from '../target/target.ts';
import { type TargetFlags, targetFromFlags } from '../target/target-from-flags.ts';
import { readNamed } from './files.ts';
import { keepSecrets } from './print.ts';

const LIVE = ['allow', 'refuse'] as const;

export const TARGET_FLAGS = flagGroup('Server', {
  target: { about: 'target file, as init writes it; other flags override it', value: 'FILE' },
  key: { about: 'API key, or env:NAME for an environment variable', value: '[ROLE=]K', multiple: true },
  drivers: { about: 'URL of the drivers, or a path below the server', value: 'URL' },
  token: { about: 'token for the drivers, or env:NAME', value: 'T' },
  header: { about: 'header of every request; V can be env:NAME', value: "'X: V'", multiple: true },
  rate: { about: 'send at most N requests per second', value: 'N', group: 'Time' },
  wall: { about: 'time limit of the run; none for no limit', value: '8m', group: 'Time' },
  live: { about: 'let pk_live_ keys submit jobs, which spends credits', value: 'WORD', words: LIVE },
}) satisfies FlagTable;

export const TARGET_NOTE = `URL is the address below which the server has /v1. A key without a role is the primary key; other roles are
${Object.keys(ROLES).slice(1, 6).join(', ')} …`;

/** Whether a word of the command line is the address of a server. */
export function isUrl(word: string): boolean {
  return /^https?:\/\//.test(word);
}

/** What a server that was started for the run adds to the target: its address, and its drivers if it has any. */
export type Given = { base_url?: string | undefined; driver_url?: string; name?: string };

export function targetOf(flags: Flags, given: Given, env: NodeJS.ProcessEnv = process.env): Target {
  const file = textFlag(flags, 'target');
  const written = file === undefined ? null : readTarget(file, readNamed(file, '--target'), env);
  const base_url = given.base_url ?? written?.base_url;
  if (base_url === undefined) throw new UsageError('no server: add its URL, or --target FILE');
  const own = keysOf(flags, env);
  const live_keys = wordFlag(flags, 'live', LIVE) ?? written?.live_keys ?? 'refuse';
  const stated = targetFromFlags({
    base_url,
    keys: { ...keysIn(written), ...own },
    live_keys,
    ...driversOf(flags, given, base_url, env),
  });
  const target = written === null ? stated : onTopOf(written, stated, own);
  const connection = connectionOf(target, flags, env);
  keepSecrets(secretsOf({ ...target, connection }));
  const budget = { ...target.budget, ...wallOf(textFlag(flags, 'wall')) };
  return { ...target, connection, budget, ...(given.name !== undefined && written === null && { name: given.name }) };
}

/** Merges the target file with the flags, which override it. */
function onTopOf(written: Target, stated: Target, own: TargetFlags['keys'] & object): Target {
  const keys = Object.entries(stated.keys).map(([role, key]) => {
    const isOwn = Object.hasOwn(own, role);
    return [role, isOwn ? key : (written.keys[role as Role] ?? key)];
  });
  const drivers = stated.drivers.url === null ? written.drivers : { ...written.drivers, ...pick(stated.drivers) };
  const { base_url, live_keys } = stated;
  const hasOwnName = written.name !== new URL(written.base_url).host;
  const name = hasOwnName ? written.name : stated.name;
  return { ...written, name, base_url, live_keys, drivers, keys: Object.fromEntries(keys) };
}

function pick({ url, token }: Target['drivers']): Pick<Target['drivers'], 'url' | 'token'> {
  return { url, token };
}

function keysIn(target: Target | null): TargetFlags['keys'] & object {
  return Object.fromEntries(Object.entries(target?.keys ?? {}).map(([role, { secret }]) => [role, secret]));
}

const KEY_FLAG = /^(?:([a-z_]+)=)?(.*)$/s;

/** The role that a value of --key names; the primary role if it is only a key. */
export function roleOfKey(text: string): string {
  return KEY_FLAG.exec(text)?.[1] ?? 'primary';
}

function keysOf(flags: Flags, env: NodeJS.ProcessEnv): TargetFlags['keys'] & object {
  const roles = Object.keys(ROLES) as Role[];
  const pairs = textsFlag(flags, 'key').map((text) => {
    const [, , key = ''] = KEY_FLAG.exec(text) ?? [];
    const role = roleOfKey(text);
    return [oneOfWords(role, roles, 'the role of --key'), resolved(key, `--key ${role}`, env)];
  });
  return Object.fromEntries(pairs);
}

function driversOf(flags: Flags, given: Given, base_url: string, env: NodeJS.ProcessEnv): Pick<TargetFlags, 'drivers'> {
  const text = textFlag(flags, 'drivers') ?? given.driver_url;
  const token = textFlag(flags, 'token');
  if (text === undefined) return {};
  const url = (isBase(base_url) ? urlOf(text, base_url)?.href : undefined) ?? text;
  return { drivers: { url, token: token === undefined ? null : resolved(token, '--token', env) } };
}

/** Adds the headers and the rate of the flags, and the proxies of the environment. */
function connectionOf({ connection }: Target, flags: Flags, env: NodeJS.ProcessEnv): Connection {
  const headers = textsFlag(flags, 'header').map((text) => headerOfFlag(text, env));
  const proxy = proxiesIn(env);
  const problem = proxyProblem(proxy);
  if (problem !== null) throw new UsageError(problem);
  const rate = rateOf(textFlag(flags, 'rate')) ?? connection.rate;
  return { ...connection, headers: withHeaders(connection.headers, Object.fromEntries(headers)), proxy, rate };
}

function headerOfFlag(text: string, env: NodeJS.ProcessEnv): [string, string] {
  const [, name = '', said = ''] = /^([^:]*):\s*(.*)$/s.exec(text) ?? [];
  if (name === '') throw new UsageError("--header must be a name and a value, such as 'X-Gateway: env:NAME'");
  const problem = headerProblem(name);
  if (problem !== null) throw new UsageError(`--header ${name} ${problem}`);
  const value = resolved(said, `--header ${name}`, env);
  if (/[^\t\x20-\x7e]/.test(value)) throw new UsageError(`--header ${name}: the value must be a text of one line`);
  return [name, value];
}

function rateOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const rate = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && rate > 0) return rate;
  throw new UsageError(`--rate must be a number of requests a second, such as 5 or 0.5; not ${text}`);
}

/** A secret, or for `env:NAME` the value of the variable. */
function resolved(text: string, what: string, env: NodeJS.ProcessEnv): string {
  const name = /^env:(\w+)$/.exec(text)?.[1];
  const value = name === undefined ? text : env[name];
  if (value !== undefined && value !== '') return value;
  throw new UsageError(name === undefined ? `${what} is empty` : `${what}: the variable ${name} is not set`);
}

function wallOf(text: string | undefined): Partial<Target['budget']> {
  if (text === undefined) return {};
  if (text === 'none') return { wall: null };
  const wall = /[a-z]$/.test(text) ? parseDuration(text) : null;
  if (wall !== null && wall > 0) return { wall };
  throw new UsageError(`--wall must be a length of time with its unit, such as 8m or 1h30m, or none; not ${text}`);
}
