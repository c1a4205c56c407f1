import { createRequire } from 'node:module';

/**
 * Replaces `zod` in the emulator: a schema is created when it is first used, and zod itself is loaded then. A start
 * needs few of the thousand schemas, and often none. `.config/bundle.mjs` and the tests replace `zod` with this file.
 */

type Schema = Readonly<Record<PropertyKey, unknown>>;
type Make = (...values: unknown[]) => unknown;

const ZOD = 'zod';
let loaded: Schema | null = null;
function load(): Schema {
  loaded ??= createRequire(import.meta.url)(ZOD) as Schema;
  return loaded;
}

/** The functions that create the schemas that do not exist yet. */
const MADE = new WeakMap<object, () => unknown>();

/** Methods that derive another schema. All other methods use the schema, so it is created. */
const DERIVING = new Set([
  ...['array', 'exactOptional', 'nullable', 'optional', 'partial', 'unwrap'],
  ...['catch', 'default', 'describe', 'meta', 'prefault', 'refine', 'superRefine', 'transform'],
  ...['extend', 'extract', 'omit', 'pick', 'rest'],
  ...['int', 'length', 'max', 'min', 'positive', 'regex'],
]);

/** A stand-in for a schema until it is used. */
function lazily(make: () => unknown): unknown {
  let made: Schema | null = null;
  const schema = () => {
    made ??= make() as Schema;
    return made;
  };
  const derive =
    (name: string): Make =>
    (...values) =>
      lazily(() => call(schema(), name, values));
  const standIn = new Proxy({} as Schema, {
    get: (_, name) => {
      if (made === null && DERIVING.has(name as string)) return derive(name as string);
      const member = schema()[name];
      return typeof member === 'function' ? member.bind(schema()) : member;
    },
  });
  MADE.set(standIn, schema);
  return standIn;
}

function call(owner: Schema, name: string, values: readonly unknown[]): unknown {
  return Reflect.apply(owner[name] as Make, owner, values.map(real));
}

/** Replaces stand-ins with their schemas, also in a list or in an object; other values are unchanged. */
function real(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const schema = MADE.get(value);
  if (schema !== undefined) return schema();
  if (Array.isArray(value)) return value.some(isStandIn) ? value.map(real) : value;
  if (!Object.values(value).some(isStandIn)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, real(one)]));
}

function isStandIn(value: unknown): boolean {
  return typeof value === 'object' && value !== null && MADE.has(value);
}

const making =
  (name: string, owner = load): Make =>
  (...values) =>
    lazily(() => call(owner(), name, values));

export const array = making('array');
export const boolean = making('boolean');
export const discriminatedUnion = making('discriminatedUnion');
const enumeration = making('enum');

export { enumeration as enum };
export const int = making('int');
export const literal = making('literal');
export const looseObject = making('looseObject');
const nothing = making('null');

export { nothing as null };
export const number = making('number');
export const object = making('object');
export const partialRecord = making('partialRecord');
export const preprocess = making('preprocess');
export const record = making('record');
export const strictObject = making('strictObject');
export const string = making('string');
export const tuple = making('tuple');
export const union = making('union');
export const unknown = making('unknown');
export const lazy = (inner: () => unknown) => lazily(() => call(load(), 'lazy', [() => real(inner())]));
export const coerce = { number: making('number', () => load()['coerce'] as Schema) };
export const iso = {
  date: making('date', () => load()['iso'] as Schema),
  datetime: making('datetime', () => load()['iso'] as Schema),
};

export const NEVER = Object.freeze({ status: 'aborted' });
export const toJSONSchema: Make = (...values) => call(load(), 'toJSONSchema', values);
