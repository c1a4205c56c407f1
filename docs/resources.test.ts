import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readingsSchema } from '../emulator/domain/readings.ts';
import { serviceOpenApi } from '../emulator/http/openapi/document.ts';

/** Each half describes the resources independently: the emulator in its OpenAPI document, the kit in its shapes. */

type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  format?: string;
  minimum?: number;
};
/** The output of a job depends on its operation, so outputs are compared separately. */
const APART = /(?:JobOutput|\/Job|DeletedJob)$|^job-output\.yaml$/;
type Resolve = (ref: string) => Schema;

const SHAPES = new URL('../scenarios/schemas/', import.meta.url);
const shapes: Record<string, Schema> = Object.fromEntries(
  readdirSync(SHAPES).map((file) => [file, parse(readFileSync(new URL(file, SHAPES), 'utf8'))]),
);
const document = serviceOpenApi({ readings: readingsSchema.parse({}), server: 'http://localhost' });
const components = (document as { components: { schemas: Record<string, Schema> } }).components.schemas;

const ofKit: Resolve = (ref) => shapes[ref] ?? {};
const ofEmulator: Resolve = (ref) => components[ref.split('/').at(-1) ?? ''] ?? {};

/** The facts that a schema states about each member, one per line: whether it is required, and its types or values. */
function factsOf(schema: Schema, resolve: Resolve, path = ''): string[] {
  const { $ref, anyOf, oneOf, items, properties = {}, required = [] } = schema;
  if ($ref !== undefined && APART.test($ref)) return [];
  if ($ref !== undefined) return factsOf(resolve($ref), resolve, path);
  const forms = anyOf ?? oneOf;
  if (forms !== undefined) return forms.flatMap((form) => factsOf(form, resolve, path));
  return [
    ...typesOf(schema).map((type) => `${path} may be ${type}`),
    ...(schema.minimum === undefined ? [] : [`${path} is at least ${schema.minimum}`]),
    ...required.map((name) => `${path}.${name} is required`),
    ...(items === undefined ? [] : factsOf(items, resolve, `${path}[]`)),
    ...Object.entries(properties).flatMap(([name, member]) => factsOf(member, resolve, `${path}.${name}`)),
  ];
}

/** Its values if it is an enumeration, otherwise its types. */
function typesOf({ type = [], enum: values, const: only }: Schema): unknown[] {
  const counted = values ?? (only === undefined ? [] : [only]);
  const types = [type].flat().filter((name) => counted.length === 0 || name === 'null');
  return [...counted, ...types].map((one) => (one === 'integer' ? 'number' : one));
}

const PAIRS: [component: string, shape: string][] = [
  ['Asset', 'asset.yaml'],
  ['AssetList', 'asset-list.yaml'],
  ['Job', 'job.yaml'],
  ['JobInputRef', 'job-input.yaml'],
  ['JobError', 'job-error.yaml'],
  ['ResultAsset', 'result-asset.yaml'],
  ['SkinAnalysisOutput', 'skin-output.yaml'],
  ['SkinConcernResult', 'skin-concern.yaml'],
  ['MakeupTryOnOutput', 'makeup-output.yaml'],
  ['HairTryOnOutput', 'hair-output.yaml'],
  ['ErrorResponse', 'error.yaml'],
  ['CreditBalance', 'balance.yaml'],
  ['JobEvent', 'event.yaml'],
  ['PingObject', 'ping.yaml'],
  ['DeletedJob', 'deleted-job.yaml'],
];

/** The differences between the halves, with the reasons. */
const DIFFERENCES: [facts: RegExp, because: string][] = [
  [
    /^SkinAnalysisOutput emulator: \.concerns\[\]\.score is at least 0$|^SkinConcernResult emulator: \.score is at least 0$/,
    'the range of scores is open (reading 10): the emulator says its own',
  ],
  [
    /^HairTryOnOutput emulator: \.applied\.color_gradient\.(?:dark|light)/,
    'what a stop of a gradient has is open (reading 11): the emulator says its own',
  ],
  [
    /^ErrorResponse emulator: \.error\.details\.fields/,
    'what details hold is open (reading 62): the emulator says its own',
  ],
  [
    /^JobEvent kit: \.(?:type may be test\.ping|data\.object may be object)$/,
    'the shape is that of every event; its object is compared by itself',
  ],
];

describe('the definition of a resource', () => {
  const met = new Set<number>();

  it.each(PAIRS)('%s: the halves differ only for the listed reasons', (component, shape) => {
    const emulator = new Set(factsOf(components[component] ?? {}, ofEmulator));
    const kit = new Set(factsOf(shapes[shape] ?? {}, ofKit));
    const differences = [
      ...[...emulator].filter((fact) => !kit.has(fact)).map((fact) => `${component} emulator: ${fact}`),
      ...[...kit].filter((fact) => !emulator.has(fact)).map((fact) => `${component} kit: ${fact}`),
    ];
    expect(emulator.size).toBeGreaterThan(1);
    expect(differences.filter((line) => !DIFFERENCES.some(([facts]) => facts.test(line)))).toEqual([]);
    for (const line of differences) met.add(DIFFERENCES.findIndex(([facts]) => facts.test(line)));
  });

  it('differs nowhere else: each listed reason is needed', () => {
    expect([...met].sort()).toEqual([...DIFFERENCES.keys()]);
  });
});
