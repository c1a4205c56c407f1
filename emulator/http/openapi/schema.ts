export type Schema = Readonly<Record<string, unknown>>;

/** The source of a statement: `spec 2.2`, `reading 12` if the specification is silent, or both. */
export type Source = string;

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

/** An object whose fields are all required, except those that are listed as optional. */
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

/** An id such as `asset_…`, `job_…` or `evt_…`. */
export function idField(kind: 'asset' | 'job' | 'evt', description: string): Schema {
  return { type: 'string', pattern: `^${kind}_.`, description };
}
