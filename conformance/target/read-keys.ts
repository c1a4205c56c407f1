import { ROLES, type Role } from '../suite/vocabulary.ts';
import type { Node } from '../suite/yaml/node.ts';
import { readFields } from '../suite/yaml/read-fields.ts';
import { fieldsOf, type Reading, referenced, refuse, textOf } from './reading.ts';
import { roleProblem } from './role-problem.ts';
import { environmentOfKey, type Target, type TargetKey } from './target.ts';

const KEY_FIELDS = fieldsOf({ secret: 'env:NAME', scopes: 'the scopes that it has' });

/** The keys by role: those whose variables are set. */
export function readKeys(node: Node | undefined, reading: Reading): Target['keys'] {
  if (node === undefined) return {};
  const keys: Partial<Record<Role, TargetKey>> = {};
  const read = readFields(node, fieldsOf(ROLES), 'keys', reading.problems);
  for (const [role, value] of Object.entries(read)) {
    const key = readKey(value, role as Role, reading);
    if (key !== null) keys[role as Role] = key;
  }
  for (const [role, value] of Object.entries(read)) {
    const problem = roleProblem(role as Role, keys);
    if (problem !== null) refuse(reading, value.place, `keys.${role} ${problem}`);
  }
  return withEnvironments(keys);
}

/** The roles `live` and `test`, taken from another role's key of that environment where they are not given. */
export function withEnvironments(keys: Target['keys']): Target['keys'] {
  const usable = [keys.primary, keys.second, keys.other_env].filter((key) => key !== undefined);
  const keysOfEnvironments = (['live', 'test'] as const).flatMap((environment) => {
    const key = keys[environment] ?? usable.find((other) => other.environment === environment);
    return key === undefined ? [] : [[environment, key]];
  });
  return { ...keys, ...Object.fromEntries(keysOfEnvironments) };
}

function readKey(node: Node, role: Role, reading: Reading): TargetKey | null {
  if (node.kind !== 'map') return keyOf(node, role, null, reading);
  const { secret, scopes } = readFields(node, KEY_FIELDS, `keys.${role}`, reading.problems);
  if (secret === undefined) return refuse(reading, node.place, `keys.${role} needs secret: env:NAME`);
  return keyOf(secret, role, scopesOf(scopes, role, reading), reading);
}

function keyOf(node: Node, role: Role, scopes: TargetKey['scopes'], reading: Reading): TargetKey | null {
  const what = `keys.${role}`;
  const text = textOf(node, what, reading);
  if (text === null) return null;
  const value = referenced(text, what, reading);
  if (value === null) return null;
  const secret = value === 'literal' ? text : value;
  const environment = environmentOfKey(secret);
  if (value !== 'literal' || environment === 'test') return { secret, environment, scopes };
  return refuse(
    reading,
    node.place,
    `${what} must not stand in a file: write env:NAME, and set NAME where the tester runs (only pk_test_ keys may be written out)`,
  );
}

function scopesOf(node: Node | undefined, role: Role, reading: Reading): TargetKey['scopes'] {
  if (node === undefined) return null;
  if (node.kind !== 'list') return refuse(reading, node.place, `keys.${role}.scopes must be a list`);
  return node.items.flatMap((item) => textOf(item, `keys.${role}.scopes`, reading) ?? []);
}
