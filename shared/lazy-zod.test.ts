import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import * as z from 'zod';

const real = createRequire(import.meta.url)('zod') as typeof z;

/** A schema that contains schemas of every kind, nested in each other. */
function schemaOf({ ...zod }: typeof z) {
  const name = zod
    .string()
    .regex(/^[a-z]+$/)
    .meta({ title: 'name' });
  const stop = zod.strictObject({ color: name.describe('its color'), opacity: zod.number().default(1) });
  const tree: z.ZodType = zod.lazy(() => zod.array(stop.partial()));
  const fields = { name, kind: zod.enum(['a', 'b']).nullable().default(null), at: zod.iso.datetime().optional() };
  return stop
    .extend(fields)
    .omit({ opacity: true })
    .extend({
      one: zod.union([zod.literal(1), zod.tuple([name, zod.boolean()])]).prefault(1),
      form: zod.discriminatedUnion('is', [
        zod.strictObject({ is: zod.literal('x') }),
        zod.looseObject({ is: zod.null() }),
      ]),
      scores: zod.partialRecord(zod.enum(['p', 'q']), zod.coerce.number<number | string>().int()),
      doubled: zod.int().transform((value, context) => {
        if (value < 9) return value * 2;
        context.addIssue('too large');
        return zod.NEVER;
      }),
      tree,
    });
}

const GIVEN = { color: 'red', name: 'n', form: { is: 'x' }, scores: { p: '3' }, doubled: 2, tree: [{ color: 'blue' }] };

it('A lazily created schema parses, refuses and is displayed like one that is created at once', () => {
  const [lazily, atOnce] = [schemaOf(z), schemaOf(real)];
  for (const input of [GIVEN, { ...GIVEN, doubled: 10 }, { name: 1, one: ['x', 2], more: true }, null]) {
    const [one, other] = [lazily.safeParse(input), atOnce.safeParse(input)];
    expect({ data: one.data, issues: one.error?.issues }).toEqual({ data: other.data, issues: other.error?.issues });
  }
  const options = { io: 'input', unrepresentable: 'any' } as const;
  expect(z.toJSONSchema(lazily, options)).toEqual(real.toJSONSchema(atOnce, options));
});

it('A schema is created once, when it is first used', () => {
  let made = 0;
  const schema = z.lazy(() => {
    made += 1;
    return z.string();
  });
  const outer = z.strictObject({ inner: schema.optional() }).describe('outer');
  expect(made).toBe(0);
  for (const inner of ['x', 'y']) expect(outer.parse({ inner })).toEqual({ inner });
  expect(made).toBe(1);
});
