/** A piece of JSON Schema, as it goes into the document. */
export type Schema = Readonly<Record<string, unknown>>;

/** Who says so: `spec 2.2`, `reading 12` where the specification is silent, or both. */
export type Source = string;

/** A shared schema by its name. */
export function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

export function nullable(schema: Schema, description: string): Schema {
  return typeof schema['type'] === 'string'
    ? { ...schema, type: [schema['type'], 'null'], description }
    : { anyOf: [schema, { type: 'null' }], description };
}

export function listOf(items: Schema, description: string): Schema {
  return { type: 'array', items, description };
}

/** An object whose fields are all there, but for those that are named as optional. */
export function objectOf(
  source: Source,
  description: string,
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', description, 'x-source': source, required, properties };
}

export function textField(description: string, more: Schema = {}): Schema {
  return { type: 'string', description, ...more };
}

export function wordField(words: readonly string[], description: string): Schema {
  return { type: 'string', enum: words, description };
}

export function instantField(description: string): Schema {
  return { type: 'string', format: 'date-time', description };
}

export function wholeField(description: string, more: Schema = {}): Schema {
  return { type: 'integer', description, ...more };
}

export function flagField(description: string): Schema {
  return { type: 'boolean', description };
}

/** `asset_…`, `job_…`, `evt_…`. */
export function idField(kind: 'asset' | 'job' | 'evt', description: string): Schema {
  return { type: 'string', pattern: `^${kind}_.`, description };
}
