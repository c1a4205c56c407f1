import {
  type CliCommand,
  type Flags,
  oneOfWords,
  textFlag,
  textsFlag,
  UsageError,
  wordFlag,
} from '../../shared/command.ts';
import { isBase, urlOf } from '../effects/http/address.ts';
import { parseDuration } from '../suite/expression/quantities.ts';
import { ROLES, type Role } from '../suite/vocabulary.ts';
import { readTarget } from '../target/read-target.ts';
import { secretsOf, type Target } from '../target/target.ts';
import { type TargetFlags, targetFromFlags } from '../target/target-from-flags.ts';
import { readNamed } from './files.ts';
import { keepSecrets } from './print.ts';

/** The flags that describe the target. */
export const TARGET_OPTIONS = {
  target: { type: 'string' },
  key: { type: 'string', multiple: true },
  drivers: { type: 'string' },
  token: { type: 'string' },
  wall: { type: 'string' },
  live: { type: 'string' },
} as const satisfies CliCommand['options'];

export const TARGET_HELP = `  URL                 where its API begins: what comes below is /v1
  --target FILE       a target.yaml, as init writes one; the other flags win over it
  --key K             the API key, or env:NAME for the variable that holds it
  --key ROLE=K        a key of another role: ${Object.keys(ROLES).slice(1, 6).join(', ')} … (may be repeated)
  --drivers URL       where the driver contract is served; /path for one below the address of the server
  --token T           what calls to the drivers must carry, or env:NAME
  --wall 8m           how long the run may take; none for as long as it needs
  --live allow        submit with pk_live_ keys too, which spend credits`;

/** What a server that was started for the run adds to the target: its address, and drivers where it has them. */
export type Given = { base_url?: string | undefined; driver_url?: string; name?: string };

export function targetOf(flags: Flags, given: Given, env: NodeJS.ProcessEnv = process.env): Target {
  const file = textFlag(flags, 'target');
  const written = file === undefined ? null : readTarget(file, readNamed(file, '--target'), env);
  const base_url = given.base_url ?? written?.base_url;
  if (base_url === undefined)
    throw new UsageError('run needs a server: an address, --target FILE, --emulator or --image NAME');
  const own = keysOf(flags, env);
  const live_keys = wordFlag(flags, 'live', ['allow', 'refuse']) ?? written?.live_keys ?? 'refuse';
  const stated = targetFromFlags({
    base_url,
    keys: { ...keysIn(written), ...own },
    live_keys,
    ...driversOf(flags, given, base_url, env),
  });
  const target = written === null ? stated : onTopOf(written, stated, own);
  keepSecrets(secretsOf(target));
  const budget = { ...target.budget, ...wallOf(textFlag(flags, 'wall')) };
  return { ...target, budget, ...(given.name !== undefined && written === null && { name: given.name }) };
}

/** The target of the file with the flags; a flag wins. */
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

function keysOf(flags: Flags, env: NodeJS.ProcessEnv): TargetFlags['keys'] & object {
  const roles = Object.keys(ROLES) as Role[];
  const pairs = textsFlag(flags, 'key').map((text) => {
    const [, role = 'primary', key = ''] = /^(?:([a-z_]+)=)?(.*)$/s.exec(text) ?? [];
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

/** A secret, or the value of the variable in `env:NAME`. */
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
