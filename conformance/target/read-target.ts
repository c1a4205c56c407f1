import { dirname, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { textOfNamed } from '../../shared/named-file.ts';
import { childOf, type Node, type Place, scalarText } from '../../shared/yaml/node.ts';
import type { Role } from '../suite/vocabulary.ts';
import { BadSource, type Problem } from '../suite/yaml/problem.ts';
import { readAs } from '../suite/yaml/read-as.ts';
import { documentsOf } from '../suite/yaml/source-file.ts';
import { headerProblem, type TlsConfig } from './connection.ts';
import {
  DEFAULT_DATA,
  type DriversConfig,
  environmentOfKey,
  roleProblem,
  type Target,
  type TargetKey,
  withEnvironments,
} from './target.ts';
import { settingsOf, type TargetFile, targetFile } from './target-file.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a target.yaml. Reports all mistakes at once, with their places and remedies. */
export function readTarget(file: string, text: string, env: Environment): Target {
  const problems: Problem[] = [];
  const [document, more] = documentsOf({ file, text });
  const start: Place = { file, line: 1, column: 1 };
  if (document === undefined) throw new BadSource([{ place: start, message: NOTHING }]);
  if (more !== undefined) problems.push({ place: more.place, message: MORE });
  const read = readAs(targetFile, document, 'a target file', problems);
  const stated = read === null ? null : targetOf(read, document, env);
  tellUndeclarable(document, problems);
  if (stated !== null) {
    refuseMisplacedKeys(stated, document, problems);
    refuseNoEnvironment(stated, document, problems);
  }
  const target = read === null || stated === null ? null : connected(stated, { file, read, document, problems });
  if (target === null || problems.length > 0) throw new BadSource(problems);
  return target;
}

const NOTHING = 'this file contains no target; create one with tryon-conformance init URL';
const MORE = 'a target is one document; use a separate file for each server';

function targetOf(file: TargetFile, document: Node, env: Environment): Target {
  const { base_url, data } = file.target;
  const secrets: Secrets = { env, warnings: [] };
  const settings = settingsOf(file);
  const written = (name: string) => scalarText(childOf(childOf(document, 'target'), name));
  return {
    name: written('name') ?? new URL(base_url).host,
    version: written('version'),
    base_url,
    spec: written('spec'),
    data: { ...DEFAULT_DATA, ...data },
    keys: keysOf(file.keys, secrets),
    drivers: driversOf(file.drivers, secrets),
    ...settings,
    ...unsetOf(file.keys, env),
    connection: { ...settings.connection, headers: headersOf(file.target.headers, secrets) },
    warnings: [...secrets.warnings, ...unreasoned(settings)],
  };
}

/** Some features cannot be proved to be off, so the declaration needs a reason for the report. */
function unreasoned({ features, declared_off = {} }: Pick<Target, 'features' | 'declared_off'>): string[] {
  return (['webhooks', 'test-mode', 'live-mode'] as const)
    .filter((name) => features[name] === 'off' && declared_off[name] === undefined)
    .map((name) => `features.${name} is off without a reason: write ${name}: {off: "…"} to show the reason in reports`);
}

type Secrets = { env: Environment; warnings: string[] };

/** Returns the value of `env:NAME`. An unset variable causes a warning: what needs it cannot be tested. */
function secretOf(text: string | null | undefined, what: string, { env, warnings }: Secrets): string | null {
  if (text === null || text === undefined) return null;
  if (!text.startsWith('env:')) return text;
  const name = text.slice('env:'.length);
  const value = env[name];
  if (value !== undefined && value !== '') return value;
  warnings.push(`${what}: the variable ${name} is not set, so rules that need it cannot be tested`);
  return null;
}

/** Returns the keys by role, as far as their variables are set. */
function keysOf(keys: TargetFile['keys'], secrets: Secrets): Target['keys'] {
  const set = Object.entries(keys).flatMap(([role, said]): [string, TargetKey][] => {
    const { secret: named, scopes = null } = typeof said === 'object' && said !== null ? said : { secret: said };
    const secret = secretOf(named, `keys.${role}`, secrets);
    return secret === null
      ? []
      : [
          [
            role,
            { secret, environment: environmentOfKey(secret), scopes: typeof scopes === 'string' ? [scopes] : scopes },
          ],
        ];
  });
  return withEnvironments(Object.fromEntries(set));
}

/** Returns the unset variables for keys. */
function unsetOf(keys: TargetFile['keys'], env: Environment): Pick<Target, 'unset'> {
  const missing = Object.entries(keys).flatMap(([role, said]) => {
    const secret = typeof said === 'object' && said !== null ? said.secret : said;
    const name = secret?.startsWith('env:') ? secret.slice('env:'.length) : null;
    return name === null || env[name] ? [] : [[role, name]];
  });
  return missing.length === 0 ? {} : { unset: Object.fromEntries(missing) };
}

type Whole = { file: string; read: TargetFile; document: Node; problems: Problem[] };

/** Adds the certificates. */
function connected(target: Target, { file, read, document, problems }: Whole): Target {
  const nodes = childOf(childOf(document, 'target'), 'headers');
  for (const { key: name, value } of nodes?.kind === 'map' ? nodes.entries : []) {
    const problem = headerProblem(name);
    if (problem !== null) problems.push({ place: value.place, message: `target.headers.${name} ${problem}` });
    if (/[^\t\x20-\x7e]/.test(target.connection.headers[name] ?? ''))
      problems.push({ place: value.place, message: `target.headers.${name}: ${ODD}` });
  }
  const tls = readTls(file, read.tls, document, problems);
  const warnings = tls.insecure ? [...target.warnings, INSECURE] : target.warnings;
  return { ...target, connection: { ...target.connection, tls }, warnings };
}

const ODD = 'the value of its variable has a line break or another character that no header can have; set it without';
const INSECURE =
  'tls.insecure: certificates are not checked, so others on the network can read the keys and change the answers';

function headersOf(headers: TargetFile['target']['headers'], secrets: Secrets): Record<string, string> {
  const set = Object.entries(headers ?? {}).flatMap(([name, said]) => {
    const value = secretOf(said, `target.headers.${name}`, secrets);
    return value === null ? [] : [[name, value]];
  });
  return Object.fromEntries(set);
}

function refuseMisplacedKeys({ keys }: Target, document: Node, problems: Problem[]): void {
  const nodes = childOf(document, 'keys');
  for (const { key: role, value } of nodes?.kind === 'map' ? nodes.entries : []) {
    const problem = roleProblem(role as Role, keys);
    if (problem !== null) problems.push({ place: value.place, message: `keys.${role} ${problem}` });
  }
}

/** What every server must have, by the words in which someone may try to declare it. */
const ALWAYS_THERE: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^(auth(entication|orization)?|keys?|scopes?)$/i, 'authentication'],
  [/^isolat/i, 'isolation'],
  [/^(idempoten|idempotency)/i, 'idempotency'],
];

/** Explains why some things are not features: a server must not lack what makes it safe. */
function tellUndeclarable(document: Node, problems: Problem[]): void {
  const features = childOf(document, 'features');
  for (const { key, keyPlace } of features?.kind === 'map' ? features.entries : []) {
    const [, name] = ALWAYS_THERE.find(([pattern]) => pattern.test(key)) ?? [];
    const index = problems.findIndex(({ place }) => place === keyPlace);
    if (name === undefined || index === -1) continue;
    const message = `features.${key}: ${name} is not a feature and cannot be switched off; it is required, so remove it`;
    problems[index] = { place: keyPlace, message };
  }
}

function refuseNoEnvironment({ features }: Target, document: Node, problems: Problem[]): void {
  if (features['live-mode'] !== 'off' || features['test-mode'] !== 'off') return;
  const place = childOf(childOf(document, 'features'), 'live-mode')?.place ?? document.place;
  const message =
    'features.live-mode and features.test-mode are both off: a server has keys of one environment at least';
  problems.push({ place, message });
}

function driversOf({ url, token, ...each }: TargetFile['drivers'], secrets: Secrets): DriversConfig {
  const { webhooks } = each;
  const receiver = typeof webhooks === 'object' ? webhooks : null;
  const named = Object.entries(each).filter(([, base]) => typeof base === 'string');
  return {
    url: url ?? null,
    token: secretOf(token, 'drivers.token', secrets),
    named: Object.fromEntries(named),
    receiver: receiver && {
      listen: receiver.listen,
      public_url: receiver.public_url ?? null,
      secret: secretOf(receiver.secret, 'drivers.webhooks.secret', secrets),
    },
  };
}

/** Reads the files named in a target file, relative to it. Checks each before any request. */
function readTls(file: string, said: TargetFile['tls'], document: Node, problems: Problem[]): TlsConfig {
  const node = childOf(document, 'tls');
  const placeOf = (name: string): Place => childOf(node, name)?.place ?? node?.place ?? document.place;
  const refuse = (name: string, message: string) =>
    void problems.push({ place: placeOf(name), message: `tls.${name} ${message}` });
  const read = (name: 'ca' | 'cert' | 'key'): string | null => {
    const path = said[name];
    if (path === undefined) return null;
    try {
      const text = textOfNamed(resolve(dirname(file), path));
      if (text.includes('-----BEGIN ')) return text;
      refuse(name, `names ${path}, which is not a PEM file: it must have a line that starts with -----BEGIN`);
    } catch {
      refuse(name, `names ${path}, which cannot be read; the path is relative to the target file`);
    }
    return null;
  };
  const before = problems.length;
  const tls = { ca: read('ca'), cert: read('cert'), key: read('key'), insecure: said.insecure };
  if (problems.length > before) return tls;
  if ((tls.cert === null) !== (tls.key === null))
    refuse(tls.cert === null ? 'key' : 'cert', 'needs the other half: give tls.cert and tls.key together');
  else checkTogether(tls, refuse);
  return tls;
}

function checkTogether({ ca, cert, key }: TlsConfig, refuse: (name: string, message: string) => void): void {
  if (!canUse(() => ca !== null && createSecureContext({ ca }))) refuse('ca', 'is not a usable certificate');
  if (!canUse(() => cert !== null && key !== null && createSecureContext({ cert, key })))
    refuse(
      'key',
      'is not the key of tls.cert, or it is locked with a password: give the plain key of that certificate',
    );
}

function canUse(make: () => unknown): boolean {
  try {
    make();
    return true;
  } catch {
    return false;
  }
}
