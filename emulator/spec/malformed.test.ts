import { describe, expect, it } from 'vitest';
import { type Call, emulatorFor, REQUESTS } from '../testing/client.ts';
import { type Malformed, wellness, wrongAnswers } from '../testing/refusals.ts';

const unexpected: unknown[] = [];
const { emulator, client } = await emulatorFor({ onUnexpected: (error) => unexpected.push(error) });
const isWell = wellness(emulator, unexpected);
const asset: string = (await client.upload()).body.id;
const ROUTES = Object.values(REQUESTS).map(({ path, body }) => ({
  path,
  good: { inputs: [{ asset_id: asset, role: 'source' }], ...body },
}));

function malformed(method: string, path: string, options: Call = {}, what = ''): Malformed {
  return {
    name: `${method} ${path.slice(0, 80)} ${what.slice(0, 60)}`,
    send: () => client.call(method, path, options),
  };
}

let keys = 0;

/** A submission with exactly these bytes as its body. */
function withBody(path: string, body: string | Uint8Array, headers: Record<string, string> = {}): Malformed {
  keys += 1;
  const all = { 'Content-Type': 'application/json', 'Idempotency-Key': `malformed-${keys}`, ...headers };
  return malformed('POST', path, { body, headers: all }, String(body));
}

const onEachRoute = (bodiesOf: (good: Record<string, unknown>) => (string | Uint8Array)[]) =>
  ROUTES.flatMap(({ path, good }) => bodiesOf(good).map((body) => withBody(path, body)));

const BROKEN_JSON = [
  ...['', ' ', '{', '}', '[', ']', '{]', '{"inputs":', '{"inputs"', '{inputs:1}', "{'inputs':1}", '{"inputs":[],}'],
  ...['[1,2', '{}{}', '{} x', '/**/{}', 'undefined', 'NaN', '-', '01', '.5', '1.', '1e', 'TRUE'],
  ...['"', '"\\x41"', '"\\u12"', '"\t"', '{"a":"\u0000"}', '\u0000', '{"a":1\u0000}', '\u2028{}', '<xml/>', 'a=b&c=d'],
];
const WRONG_TOPS = ['null', 'true', '0', '-1', '1e999', '"text"', '[]', '[{}]', '{}', '"\\ud800"'];
const BYTES = (good: Record<string, unknown>) => [
  Uint8Array.of(0xff),
  Uint8Array.of(0xfe, 0xff, 0x00, 0x7b, 0x00, 0x7d),
  Buffer.from(JSON.stringify(good), 'utf16le'),
  ...[
    [0xc0, 0x80],
    [0xed, 0xa0, 0x80],
    [0xf5, 0x80, 0x80, 0x80],
    [0xe2, 0x82],
  ].map((odd) => Buffer.concat([Buffer.from('{"inputs":"'), Uint8Array.from(odd), Buffer.from('"}')])),
];
const ODD_VALUES: unknown[] = [
  ...[null, true, 0, -1, 1e308, '', 'x', {}, [[]], [null], [{}], ['x'], 'a'.repeat(10_000), '\ud800', '\u0000'],
  ...[{ length: -1 }, { toString: 1 }, { 0: 'x', length: 1 }, [Number.MAX_SAFE_INTEGER]],
];
const RESERVED = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'toJSON'];

function withReserved(good: Record<string, unknown>): string[] {
  const [text, input] = [JSON.stringify(good), JSON.stringify(good['inputs'])];
  return RESERVED.flatMap((name) => [
    text.replace(/^\{/, `{"${name}":{"polluted":true},`),
    text.replace(input, input.replace('[{', `[{"${name}":{"polluted":true},`)),
    `{"${name}":${text}}`,
  ]);
}

function deep(good: Record<string, unknown>): string[] {
  const nested = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);
  const text = JSON.stringify(good);
  return [
    nested('[', ']', 30_000),
    nested('{"a":', '}', 10_000).replace(':}', ':1}'),
    '['.repeat(60_000),
    '{"a":'.repeat(12_000),
    text.replace(/"inputs":\[.*?\]/, `"inputs":${nested('[', ']', 20_000)}`),
    text.replace(asset, '\\ud800'.repeat(5_000)),
    text.replace(/"inputs":\[.*?\]/, `"inputs":[${'{},'.repeat(15_000)}{}]`),
    `{${Array.from({ length: 4_000 }, (_, index) => `"k${index}":0`).join(',')}}`,
    `{"${'k'.repeat(60_000)}":0}`,
    `"${'x'.repeat(70_000)}"`,
    ' '.repeat(70_000) + text,
  ];
}

const ODD_TYPES = ['', 'text/plain', 'application/jsonp', 'multipart/form-data; boundary=x', ';', '\u00ff'];
const ODD_KEYS = ['', ' ', 'a b', 'x'.repeat(256), '\u00e9', '\u00ff', 'tab\there'];
const withHeader = (name: string, values: readonly string[]) =>
  values.flatMap((value) => ROUTES.map(({ path, good }) => withBody(path, JSON.stringify(good), { [name]: value })));

describe('4.2 a product submission', () => {
  it.each([
    ['broken JSON', onEachRoute(() => BROKEN_JSON)],
    ['the wrong type at the top', onEachRoute(() => WRONG_TOPS)],
    ['bytes that are not UTF-8', onEachRoute(BYTES)],
    ['names that objects have by themselves', onEachRoute(withReserved)],
    [
      'an odd value in one field',
      onEachRoute((good) =>
        Object.keys(good).flatMap((field) => ODD_VALUES.map((odd) => JSON.stringify({ ...good, [field]: odd }))),
      ),
    ],
    [
      'a giant or odd number',
      ['1e400', '-1e400', '9'.repeat(400), '1.0000001', '-1e-5', '"1"', 'null', '[1]', 'true'].map((number) => {
        const product = `{"category":"lipstick","color":"#000000","opacity":${number}}`;
        const body = `{"inputs":[{"asset_id":"${asset}","role":"source"}],"products":[${product}]}`;
        return withBody('/v1/makeup/try-ons', body);
      }),
    ],
    ['an odd Content-Type', withHeader('Content-Type', ODD_TYPES)],
    ['an odd Idempotency-Key', withHeader('Idempotency-Key', ODD_KEYS)],
  ])('refuses %s', async (_, rows) => {
    expect(rows.length).toBeGreaterThan(5);
    expect(await wrongAnswers(rows, isWell, [400])).toEqual([]);
  });

  it('refuses excessive depth or length', async () => {
    expect(await wrongAnswers(onEachRoute(deep), isWell, [400, 404, 413])).toEqual([]);
  });

  it('refuses an odd asset id', async () => {
    const input = (odd: unknown) => ({ inputs: [{ asset_id: odd, role: 'source' }] });
    const rows = onEachRoute((good) => ODD_VALUES.map((odd) => JSON.stringify({ ...good, ...input(odd) })));
    expect(await wrongAnswers(rows, isWell, [400, 404])).toEqual([]);
  });

  it('creates no job from any of them and charges nothing', async () => {
    expect((await client.get('/v1/jobs')).body.data).toEqual([]);
    expect((await client.get('/v1/usage')).body.data).toEqual([]);
  });

  it('does not change the objects of the process', () => {
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});
