import * as z from 'zod/mini';

/** What a value must be, in words of our own. Of what is not there at all, that is told instead. */
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

/** A text that stands for something. `keywords` tell an editor as much of it as an editor can check. */
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

/** JSON leaves out what is undefined. */
export const anything = z.pipe(z.optional(z.unknown()), z.unknown());

/** A field that is left empty is one that is not there. */
export function unlessEmpty<Schema extends z.core.$ZodType>(schema: Schema) {
  return z.pipe(
    z.transform((value: unknown): unknown => value ?? undefined),
    schema,
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
