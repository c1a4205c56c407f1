import { atMostWords, type CliCommand, type Flags, oneOfWords, UsageError } from '../../shared/command.ts';
import { counted } from '../../shared/counted.ts';
import { accountChangeSchema, addedKeySchema, keyChangeSchema } from '../control/schemas/account-input.ts';
import type { AccountReport, KeyReport, KeyWithSecret } from '../control/schemas/account-shapes.ts';
import { ENVIRONMENTS } from '../domain/vocabulary.ts';
import { readGiven } from './read-given.ts';
import { callRemote, REMOTE_HELP, REMOTE_OPTIONS, say } from './remote.ts';

const ACTIONS = ['list', 'show', 'change', 'add-key', 'change-key', 'revoke-key'] as const;

export const accountCommand: CliCommand = {
  help: `tryon-emulator account [list]                         the accounts of the world
tryon-emulator account show NAME                      one of them, with its keys
tryon-emulator account change NAME '{…}'              features, unit_costs, enforced, daily_quota, admission_per_minute,
                                                      webhooks, disabled; what is not named stays
tryon-emulator account add-key NAME ['{…}']           another key beside those that are there; prints its secret
tryon-emulator account change-key NAME KEY '{…}'      revoked, expires_in, expires_at, scopes, allowlist,
                                                      admission_per_minute
tryon-emulator account revoke-key NAME KEY            the same as {"revoked": true}

Instead of '{…}' the name of a file in YAML or JSON will do. KEY is the name of a key, or its id. A key is rotated so:
  tryon-emulator account add-key demo '{"name": "next"}'
  tryon-emulator account change-key demo live '{"expires_in": "24h"}'

${REMOTE_HELP}`,
  options: REMOTE_OPTIONS,
  run: async (flags, [action = 'list', ...words]) => {
    const meant = oneOfWords(action, ACTIONS, 'the word after account');
    return DO[meant](flags, words);
  },
};

const DO: Readonly<Record<(typeof ACTIONS)[number], (flags: Flags, words: string[]) => Promise<number>>> = {
  list: async (flags, words) => {
    atMostWords(words, 0);
    return say(flags, await callRemote<string[]>(flags, 'GET', '/accounts'), (names) => names.join('\n'));
  },
  show: async (flags, words) => {
    const [path] = placeOf('show', words, 1);
    return say(flags, await callRemote<AccountReport>(flags, 'GET', path), accountLines);
  },
  change: async (flags, words) => {
    const [path, source] = placeOf('change', words, 2);
    const change = await readGiven('The change', needed(source, 'change NAME'), accountChangeSchema);
    return say(flags, await callRemote<AccountReport>(flags, 'PATCH', path, change), accountLines);
  },
  'add-key': async (flags, words) => {
    const [path, source] = placeOf('add-key', words, 2);
    const key = source === undefined ? {} : await readGiven('The key', source, addedKeySchema);
    return say(flags, await callRemote<KeyWithSecret>(flags, 'POST', `${path}/keys`, key), ({ secret }) => secret);
  },
  'change-key': async (flags, words) => {
    const [path, key, source] = placeOf('change-key', words, 3);
    const to = keyPath(path, key, 'change-key');
    const change = await readGiven('The change', needed(source, 'change-key NAME KEY'), keyChangeSchema);
    return say(flags, await callRemote<KeyReport>(flags, 'PATCH', to, change), keyLine);
  },
  'revoke-key': async (flags, words) => {
    const [path, key] = placeOf('revoke-key', words, 2);
    const to = keyPath(path, key, 'revoke-key');
    return say(flags, await callRemote<KeyReport>(flags, 'PATCH', to, { revoked: true }), keyLine);
  },
};

/** The path of an account, and the words after its name. */
function placeOf(action: string, words: readonly string[], most: number): [path: string, ...rest: string[]] {
  atMostWords(words, most);
  const [name, ...rest] = words;
  if (name === undefined)
    throw new UsageError(`account ${action} needs the name of an account; account list tells them`);
  return [`/accounts/${encodeURIComponent(name)}`, ...rest];
}

function keyPath(path: string, key: string | undefined, action: string): string {
  if (key === undefined) throw new UsageError(`account ${action} needs a key; account show NAME tells them`);
  return `${path}/keys/${encodeURIComponent(key)}`;
}

function needed(source: string | undefined, what: string): string {
  if (source === undefined) throw new UsageError(`account ${what} needs what is to change, as a file or JSON`);
  return source;
}

function accountLines({ id, keys, features, ...account }: AccountReport): string {
  const off = ENVIRONMENTS.flatMap((environment) => {
    const names = Object.entries(features[environment]).flatMap(([name, isOn]) => (isOn ? [] : [name]));
    return names.length === 0 ? [] : [`  ${environment} features off: ${names.join(', ')}`];
  });
  const { disabled, webhooks, enforced, daily_quota, admission_per_minute, unit_costs } = account;
  const notes = [
    ...(disabled ? ['  disabled'] : []),
    ...(webhooks ? [] : ['  webhooks off']),
    ...off,
    `  credits ${enforced ? 'enforced' : 'not enforced'}; ${Object.entries(unit_costs)
      .map(([name, units]) => `${name} ${units}`)
      .join(', ')}`,
    ...(daily_quota === null ? [] : [`  daily quota ${daily_quota}`]),
    ...(admission_per_minute === null ? [] : [`  ${counted(admission_per_minute, 'job')} a minute`]),
  ];
  return [id, ...notes, ...keys.map((key) => `  ${keyLine(key)}`)].join('\n');
}

function keyLine({
  id,
  name,
  masked,
  scopes,
  revoked_at,
  expires_at,
  admission_per_minute,
  usable,
}: KeyReport): string {
  const notes = [
    ...(revoked_at === null ? [] : [`revoked ${revoked_at}`]),
    ...(expires_at === null ? [] : [`expires ${expires_at}`]),
    ...(admission_per_minute === null ? [] : [`${counted(admission_per_minute, 'job')} a minute`]),
    usable ? 'usable' : 'not usable',
  ];
  return `${(name ?? id).padEnd(12)} ${id}  ${masked}  ${scopes.join(' ') || 'no scope'}  ${notes.join(', ')}`;
}
