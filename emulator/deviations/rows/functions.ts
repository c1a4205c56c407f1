import { evaluate } from '../../../shared/expression/evaluate.ts';
import { type FunctionTable, totalFunction } from '../../../shared/expression/function-table.ts';
import { LIST_FUNCTIONS } from '../../../shared/expression/functions-lists.ts';
import { NUMBER_FUNCTIONS } from '../../../shared/expression/functions-numbers.ts';
import { TEXT_FUNCTIONS } from '../../../shared/expression/functions-texts.ts';
import { VALUE_FUNCTIONS } from '../../../shared/expression/functions-values.ts';
import { parseExpression } from '../../../shared/expression/parse-expression.ts';
import type { Scope } from '../../../shared/expression/scope.ts';
import { compare } from '../../../shared/expression/values.ts';
import { isMap } from '../../../shared/is-map.ts';
import { accountOf, environmentOf, type Owner } from '../../domain/account.ts';
import type { Asset } from '../../domain/asset.ts';
import { signatureHeader } from '../../domain/signature.ts';
import { digestOf } from '../../domain/values/digest.ts';
import { mediaTypeOf } from '../../domain/values/media-type-of.ts';
import type { Tools } from '../deviation.ts';
import { replaceTimes, withOtherEnd } from '../shift.ts';

type List = readonly unknown[];
type Named = Readonly<Record<string, unknown>>;

/** The functions of rows in addition to those of scenarios. */
const OWN_FUNCTIONS: FunctionTable = {
  matches: [
    'text, text',
    'whether a regular expression is found in the text',
    "matches('abc', '^a')",
    (text: string, pattern: string) => new RegExp(pattern).test(text),
  ],
  change: [
    'text, text, text',
    'with the third wherever a regular expression is found',
    "change('a1', '[0-9]', 'b')",
    (text: string, pattern: string, by: string) => text.replace(new RegExp(pattern, 'g'), by),
  ],
  by: [
    'list, text',
    'a map of the elements by what each has under a name',
    "by([{id: 'a'}], 'id')",
    (list: readonly Named[], name: string) => Object.fromEntries(list.map((one) => [one[name], one])),
  ],
  index: [
    'list, any',
    'the position of an element',
    'index([5, 6], 6)',
    (list: List, one: unknown) => list.indexOf(one),
  ],
  bytes: [
    'any, number, number?',
    'a part of the content of an answer',
    'bytes(content, 0, 10)',
    (content: unknown, from: number, to?: number) =>
      content instanceof Uint8Array ? content.subarray(from, to) : undefined,
  ],
  size: [
    'any',
    'how many bytes',
    'size(content)',
    (content: unknown) => (content as Uint8Array | null)?.byteLength ?? 0,
  ],
  is_list: ['any', 'whether it is a list', 'is_list([])', Array.isArray],
  is_map: ['any', 'whether it is a map', 'is_map({})', isMap],
  is_text: ['any', 'whether it is a text', "is_text('a')", (value: unknown) => typeof value === 'string'],
  with_times: [
    'any, text, text',
    'with another ending of every time within',
    "with_times({at: '2026-01-01T00:00:00Z'}, 'Z', '+00:00')",
    (value: unknown, from: string, to: string) => replaceTimes(value, (time) => time.replace(from, to)),
  ],
  from_base64: [
    'text',
    'the bytes of a Base64 text',
    "from_base64('YQ==')",
    (text: string) => Buffer.from(text, 'base64'),
  ],
  with_bytes: [
    'any, text',
    'the content with a text after it',
    "with_bytes(content, 'a')",
    (content: unknown, text: string) => Buffer.concat([content as Uint8Array, Buffer.from(text)]),
  ],
  zeros: ['number', 'so many bytes of zero', 'zeros(2)', (length: number) => new Uint8Array(length)],
  media_type: [
    'any',
    'the media type of a picture, by its first bytes',
    'media_type(content)',
    (content: unknown) => (content instanceof Uint8Array ? mediaTypeOf(content) : undefined),
  ],
  in_base64: [
    'text',
    'a signature in Base64',
    "in_base64('t=0,v1=00')",
    (header: string) =>
      header.replace(/v1=([0-9a-f]+)/g, (_, hex) => `v1=${Buffer.from(hex, 'hex').toString('base64')}`),
  ],
  digest: ['text', 'its hash', "digest('a')", digestOf],
  other_end: ['text', 'with another last character', "other_end('a1')", withOtherEnd],
  account: ['text', 'the account of an owner', "account('one/live')", (owner: Owner) => accountOf(owner)],
  environment: [
    'text',
    'the environment of an owner',
    "environment('one/live')",
    (owner: Owner) => environmentOf(owner),
  ],
  sign: [
    'list, number, text',
    'the signature of a text by secrets at a second',
    "sign(['whsec_1'], 0, 'text')",
    (secrets: string[], seconds: number, content: string) => signatureHeader(secrets, seconds, content),
  ],
};

const PURE = Object.entries({
  ...LIST_FUNCTIONS,
  ...NUMBER_FUNCTIONS,
  ...TEXT_FUNCTIONS,
  ...VALUE_FUNCTIONS,
  ...OWN_FUNCTIONS,
}).map(([name, entry]) => [name, totalFunction(entry)] as const);
const PURE_FUNCTIONS: Scope['functions'] = Object.fromEntries(PURE);

/** A scope with these names, and with the functions that read the world and the memory of the deviation. */
export function scopeOf(tools: Tools, names: Scope['names'], more: Scope['functions'] = {}): Scope {
  const elements: unknown[] = [];
  const all = Object.defineProperties({}, Object.getOwnPropertyDescriptors(names)) as Record<string, unknown>;
  Object.defineProperty(all, 'one', { get: () => elements.at(-1), enumerable: true });
  const scope: Scope = {
    names: all,
    functions: { ...PURE_FUNCTIONS, ...worldFunctions(tools), ...elementFunctions(of), ...more },
  };
  /** The value of an expression for an element of a list, which is available as `one`. */
  function of(text: string, element: unknown): unknown {
    elements.push(element);
    const value = evaluate(parseExpression(text), scope);
    elements.pop();
    return value;
  }
  return scope;
}

function worldFunctions({ world, memory }: Tools): Scope['functions'] {
  const { state } = world;
  return {
    shown_asset: (asset) => world.rules.assetBody(asset as Asset, true),
    keep: (name, value) => {
      memory.set(String(name), value);
      return value;
    },
    /** The instant of the first call with this name. */
    since: (name) => {
      if (memory.get(String(name)) === undefined) memory.set(String(name), state.now);
      return memory.get(String(name));
    },
    job: (id) => state.jobs.get(String(id)),
    asset: (id) => state.assets.get(String(id)),
    grave: (id) => state.tombstones.get(String(id)),
    claim: (name) => state.claims.get(String(name)),
    kept: (name) => memory.get(String(name)),
    count: (name) => memory.count(String(name)),
  };
}

function elementFunctions(of: (text: string, element: unknown) => unknown): Scope['functions'] {
  const where = (list: unknown, text: unknown) => asList(list).filter((one) => of(String(text), one));
  return {
    where,
    any: (list, text) => where(list, text).length > 0,
    find: (list, text) => where(list, text)[0],
    map: (list, text) => mapped(list, (one) => of(String(text), one)),
    sort_by: (list, text) =>
      asList(list).toSorted((one, other) => compare(of(String(text), one), of(String(text), other)) ?? 0),
  };
}

function mapped(of: unknown, change: (one: unknown) => unknown): unknown {
  if (Array.isArray(of)) return of.map(change);
  return Object.fromEntries(Object.entries(of as Named).map(([name, one]) => [name, change(one)]));
}

function asList(value: unknown): List {
  return Array.isArray(value) ? value : [];
}
