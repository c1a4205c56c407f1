/** The part of JSON Schema that the schemas and OpenAPI documents of the project use. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  items?: Schema | boolean;
  prefixItems?: Schema[];
  properties?: Record<string, Schema | boolean>;
  patternProperties?: Record<string, Schema | boolean>;
  required?: string[];
  propertyNames?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  $defs?: Record<string, Schema>;
  definitions?: Record<string, Schema>;
};

/** Keywords that restrict a value, unlike descriptions, titles and examples. */
const LIMITS = [
  'format',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
] as const;

/** The path of a value, and the shared schemas that contain it, to stop recursion. */
type Place = { path: string; within: readonly string[] };

/**
 * One line for each value that a schema allows at each path, so that an addition only adds lines and a removal only
 * removes some. Shared schemas are listed where they are used, or, with `byName`, under their name.
 */
export function schemaLines(schema: Schema, path: string, { byName = false } = {}): string[] {
  const own = { ...schema.$defs, ...schema.definitions };
  const shared = byName ? {} : own;
  const named = byName ? Object.entries(own) : [];
  return [
    ...named.flatMap(([name, one]) => valueLines(one, { path: `${path} <${name}>`, within: [] })),
    ...valueLines(schema, { path, within: [] }),
  ];

  function valueLines(schema: Schema | boolean, at: Place): string[] {
    if (typeof schema === 'boolean') return [`${at.path}: ${schema ? 'anything' : 'nothing'}`];
    const { $ref, anyOf = [], oneOf = [], allOf = [] } = schema;
    if ($ref !== undefined) return sharedLines($ref.split('/').at(-1) ?? '', at);
    const forms = [...anyOf, ...oneOf];
    const lines = [
      ...forms.flatMap((form) => valueLines(form, { ...at, path: `${at.path}${wordOf(form)}` })),
      ...allOf.flatMap((part) => valueLines(part, at)),
      ...memberLines(schema, at),
      ...itemLines(schema, at),
    ];
    if (forms.length + allOf.length > 0) return [...lines, ...withoutIt(schema, at.path)];
    return [...plainLines(schema, at.path), ...withoutIt(schema, at.path), ...lines];
  }

  function sharedLines(name: string, at: Place): string[] {
    const schema = shared[name];
    if (schema === undefined) return [`${at.path}: <${name}>`];
    if (at.within.includes(name)) return [`${at.path}: as around it`];
    return valueLines(schema, { ...at, within: [...at.within, name] });
  }

  function memberLines(schema: Schema, { path, within }: Place): string[] {
    const { properties = {}, patternProperties = {}, required = [], additionalProperties: more } = schema;
    const below = (end: string) => ({ path: `${path}${end}`, within });
    return [
      ...Object.entries(properties).flatMap(([name, field]) =>
        valueLines(field, below(`.${name}${required.includes(name) ? '' : '?'}`)),
      ),
      ...Object.entries(patternProperties).flatMap(([name, field]) =>
        valueLines(field, below(`./${shortened(name)}/`)),
      ),
      ...(more === undefined || more === true ? [] : valueLines(more, below('.*'))),
    ];
  }

  function itemLines({ items, prefixItems = [] }: Schema, { path, within }: Place): string[] {
    const first = prefixItems.flatMap((item, index) => valueLines(item, { path: `${path}[${index}]`, within }));
    return items === undefined ? first : [...first, ...valueLines(items, { path: `${path}[]`, within })];
  }
}

/** The constant that distinguishes one form of a map from the others. */
function wordOf({ properties = {} }: Schema): string {
  const words = Object.entries(properties).flatMap(([name, field]) =>
    typeof field === 'object' && field.const !== undefined ? [`${name}=${String(field.const)}`] : [],
  );
  return words.length === 0 ? '' : `{${words.join(',')}}`;
}

/** Only the beginning of a long pattern, because the rest changes with every new word. */
function shortened(pattern: string): string {
  return pattern.length > LONGEST_PATTERN ? `${pattern.slice(0, LONGEST_PATTERN)}…` : pattern;
}

const LONGEST_PATTERN = 24;

function plainLines(schema: Schema, path: string): string[] {
  const { type, const: word, enum: words = [] } = schema;
  if (word !== undefined) return [`${path}: ${JSON.stringify(word)}`];
  const kinds = type === undefined ? ['anything'] : [type].flat();
  const limits = LIMITS.flatMap((limit) =>
    limit in schema ? [`${limit} ${JSON.stringify(valueAt(schema, limit))}`] : [],
  );
  const values =
    words.length > 0 ? words.map((one) => JSON.stringify(one)) : kinds.map((kind) => [kind, ...limits].join(' '));
  return values.map((value) => `${path}: ${value}`);
}

function withoutIt({ default: fallback }: Schema, path: string): string[] {
  return fallback === undefined ? [] : [`${path} without it: ${JSON.stringify(fallback)}`];
}

function valueAt(schema: object, name: string): unknown {
  return Object.entries(schema).find(([key]) => key === name)?.[1];
}
