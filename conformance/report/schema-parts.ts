/** Just enough words to write a JSON Schema (2020-12) as one writes a type. */
export type JsonSchema = { [keyword: string]: unknown };

export const string: JsonSchema = { type: 'string' };
export const number: JsonSchema = { type: 'number' };
export const integer: JsonSchema = { type: 'integer' };
export const boolean: JsonSchema = { type: 'boolean' };
export const anything: JsonSchema = {};

/** All fields are required but those named, and there are no others. */
export function object(properties: Record<string, JsonSchema>, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

export function array(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

/** A list with one place for each schema. */
export function tuple(...places: JsonSchema[]): JsonSchema {
  return { type: 'array', prefixItems: places, minItems: places.length, maxItems: places.length };
}

export function map(values: JsonSchema): JsonSchema {
  return { type: 'object', additionalProperties: values };
}

export function oneOf(values: readonly (string | number)[]): JsonSchema {
  return { enum: [...values] };
}

export function nullable(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'null' }] };
}

export function ref(name: string): JsonSchema {
  return { $ref: `#/$defs/${name}` };
}
