import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { SCHEMAS } from '../cli/commands/schema.ts';
import { FEATURES, type Feature } from '../suite/vocabulary.ts';
import { initTarget } from './init.ts';
import { readTarget } from './read-target.ts';

const validate = new Ajv2020({ allErrors: true, strictTypes: false }).compile(SCHEMAS.target());

function mistakes(text: string): string[] {
  return validate(parse(text)) ? [] : (validate.errors ?? []).map(({ instancePath }) => instancePath);
}

const features = Object.fromEntries(Object.keys(FEATURES).map((name) => [name, true])) as Record<Feature, boolean>;
const STARTED = initTarget('http://127.0.0.1:1', 'pk_test_x', {
  ...{ reachable: true, detail: null, key_works: true, unknown_path: null, differs: [], products: null, features },
});

const FULL = `
target: {name: acme, version: 2.3, base_url: "https://api.acme.test", spec: 1.0.0-rc.1, data: {products: []}}
keys: {primary: env:K1, test: pk_test_1, no_scope: {secret: env:K4, scopes: [skin]}}
features: {job.cancel: on, lists: off, credits.balance: auto}
drivers: {clock: "http://127.0.0.1:4011/clock", webhooks: {listen: ":443", secret: env:WH}}
budget: {wall: 1h30m, jobs: 60, credit_units: null, live_keys: refuse}
timeouts: {answer: 10s}
hair: {source: picture}
`;

describe('The JSON Schema of targets', () => {
  it.each([
    ['what init writes', STARTED],
    ['everything at once', FULL],
    ['the least', 'target: {base_url: http://a}'],
  ])('accepts %s, like the reader', (_what, text) => {
    expect(mistakes(text)).toEqual([]);
    expect(() => readTarget('target.yaml', text, { K1: 'pk_live_1', K4: 'pk_live_4' })).not.toThrow();
  });

  it.each([
    ['no address', 'target: {name: a}', '/target'],
    ['a secret in the file', FULL.replace('env:K1', 'pk_live_1'), '/keys/primary'],
    ['a role that does not exist', FULL.replace('primary', 'first'), '/keys'],
    ['a duration without its unit', FULL.replace('1h30m', '"90"'), '/budget/wall'],
    ['a feature that is neither', FULL.replace('auto', 'maybe'), '/features/credits.balance'],
  ])('rejects %s, like the reader', (_what, text, place) => {
    expect(mistakes(text)).toContain(place);
    expect(() => readTarget('target.yaml', text, {})).toThrow();
  });

  it('has a description of every field, for the editor and the reference', () => {
    expect(undescribed(SCHEMAS.target() as Shape, '')).toEqual([]);
  });
});

type Shape = { description?: string; properties?: Record<string, Shape>; anyOf?: Shape[] };

function undescribed({ properties = {}, anyOf = [] }: Shape, place: string): string[] {
  const own = Object.entries(properties).flatMap(([name, field]) => [
    ...(field.description === undefined ? [`${place}.${name}`] : []),
    ...undescribed(field, `${place}.${name}`),
  ]);
  return [...own, ...anyOf.flatMap((form) => undescribed(form, place))];
}
