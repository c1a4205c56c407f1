import * as z from 'zod/mini';

/** What a value must be, in words of our own. Of what is not there at all, that is reported instead. */
export function must(be: string): { error: (issue: z.core.$ZodRawIssue) => string | undefined } {
  return { error: ({ input }) => (input === undefined ? undefined : `must ${be}`) };
}

/** What a schema says of itself. */
export function aboutOf(schema: z.core.$ZodType): string {
  return z.globalRegistry.get(schema)?.description ?? '';
}

/** What is wrong with a text that means nothing. */
export class Wrong {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** A text that stands for something. `keywords` report an editor as much of it as an editor can check. */
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

/** JSON leaves out what is undefined. */
export const anything = z.pipe(z.optional(z.unknown()), z.unknown());

/** A field that is left empty is one that is not there. */
export function unlessEmpty<Schema extends z.core.$ZodType>(schema: Schema) {
  return z.pipe(
    z.transform((value: unknown): unknown => value ?? undefined),
    schema,
  );
}

/** Left out, it is null. */
export function orNull<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.pipe(
    z.optional(schema),
    z.transform((value: z.output<Schema> | undefined) => value ?? null),
  );
}

/** A part of a file: left empty, it is as if it were not there. */
export function part<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const fields = z.strictObject(shape);
  const given = z.transform((value: z.output<typeof fields> | null | undefined) => value ?? z.parse(fields, {}));
  return z.pipe(z.nullish(fields), given);
}

/** A field for each of several names. */
export function byName<Name extends string, Schema>(
  names: readonly Name[],
  field: (name: Name) => Schema,
): Record<Name, Schema> {
  return Object.fromEntries(names.map((name) => [name, field(name)])) as Record<Name, Schema>;
}

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

/** Distinguishes whole numbers from other numbers, and requires names to be texts. */
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
