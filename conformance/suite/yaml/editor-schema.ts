import * as z from 'zod/mini';

/** A piece of JSON Schema (2020-12). */
export type JsonSchema = { [keyword: string]: unknown };

/** The JSON Schema of a kind of file, for completion and hints in editors. The reader has the last word. */
export function editorSchema(title: string, schema: z.ZodMiniType): JsonSchema {
  const { $schema, ...said } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: withoutTheObvious,
  });
  return { $schema, title, ...JSON.parse(JSON.stringify(said), (_key, value) => shortened(value)) };
}

/** The same of a part of a file, to be put into a whole. */
export function partSchema(schema: z.ZodMiniType): JsonSchema {
  const { $schema: _, title: _title, ...part } = editorSchema('', schema);
  return part;
}

/** That whole numbers can be told apart, and that names are texts. */
function withoutTheObvious({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (JSON.stringify(jsonSchema.propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames;
}

/** Forms that only differ in their type are one form with several types. */
function shortened(value: unknown): unknown {
  if (!isSchema(value) || !Array.isArray(value['anyOf'])) return value;
  const { anyOf, ...around } = value;
  const [first, ...others]: unknown[] = anyOf;
  const isPlain = (form: unknown) => isSchema(form) && Object.keys(form).length === 1 && 'type' in form;
  if (!isSchema(first) || !('type' in first) || 'enum' in first || !others.every(isPlain)) return value;
  const types = [first, ...others].flatMap((form) => (isSchema(form) ? form['type'] : []));
  return { ...first, ...around, type: types };
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
