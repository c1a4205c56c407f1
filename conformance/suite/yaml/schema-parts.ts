import * as z from 'zod/mini';

/** Describes what a value must be, in our own words. A missing value is reported elsewhere. */
export function must(be: string): { error: (issue: z.core.$ZodRawIssue) => string | undefined } {
  return { error: ({ input }) => (input === undefined ? undefined : `must ${be}`) };
}

export function aboutOf(schema: z.core.$ZodType): string {
  return z.globalRegistry.get(schema)?.description ?? '';
}

/** The mistake in a text without a meaning. */
export class Wrong {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** A text that is converted to a value. `keywords` describe to editors what they can check. */
export function textThat<Value>(
  means: (text: string) => Value | Wrong,
  { be = 'be a text', ...keywords }: { be?: string; description?: string; pattern?: string } = {},
) {
  return z.pipe(
    z.string(must(be)).check(z.meta(keywords)),
    z.transform((input: string, { issues }) => {
      const value = means(input);
      if (!(value instanceof Wrong)) return value;
      issues.push({ code: 'custom', input, message: value.message });
      return z.NEVER;
    }),
  );
}

export function textLike(pattern: RegExp, means: string) {
  return z.string(must(`be ${means}`)).check(z.regex(pattern, `must be ${means}`));
}

/** One such text, or a list of them. */
export function oneOrMore(pattern: RegExp, means: string) {
  const one = textLike(pattern, means);
  return z.pipe(
    z.union([one, z.array(one)], must(`be ${means}`)),
    z.transform((said) => [said].flat()),
  );
}

/** Accepts anything, even undefined, which JSON omits. */
export const anything = z.pipe(z.optional(z.unknown()), z.unknown());

/** Treats an empty field as a missing one. */
export function unlessEmpty<Schema extends z.core.$ZodType>(schema: Schema) {
  return z.pipe(
    z.transform((value: unknown): unknown => value ?? undefined),
    schema,
  );
}

/** Treats a missing value as null. */
export function orNull<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.pipe(
    z.optional(schema),
    z.transform((value: z.output<Schema> | undefined) => value ?? null),
  );
}

/** A part of a file. If it is empty, it counts as missing. */
export function part<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const fields = z.strictObject(shape);
  const given = z.transform((value: z.output<typeof fields> | null | undefined) => value ?? z.parse(fields, {}));
  return z.pipe(z.nullish(fields), given);
}

export function byName<Name extends string, Schema>(
  names: readonly Name[],
  field: (name: Name) => Schema,
): Record<Name, Schema> {
  return Object.fromEntries(names.map((name) => [name, field(name)])) as Record<Name, Schema>;
}

/** A part of a JSON Schema (2020-12). */
export type JsonSchema = { [keyword: string]: unknown };

/** The JSON Schema of a kind of file, for completion and hints in editors. The reader is authoritative. */
export function editorSchema(title: string, schema: z.ZodMiniType): JsonSchema {
  const { $schema, ...said } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: withoutTheObvious,
  });
  return { $schema, title, ...JSON.parse(JSON.stringify(said), (_key, value) => shortened(value)) };
}

/** Makes the JSON Schema of a part of a file, for use in that of the whole. */
export function partSchema(schema: z.ZodMiniType): JsonSchema {
  const { $schema: _, title: _title, ...part } = editorSchema('', schema);
  return part;
}

/** Removes the limits of safe integers, and the requirement that names are texts, both of which are obvious. */
function withoutTheObvious({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (JSON.stringify(jsonSchema.propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames;
}

/** Merges alternatives that only differ in their type into one with several types. */
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
