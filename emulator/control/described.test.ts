import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { CONTROL_ROUTES } from './routes.ts';
import { configSchema } from './schemas/config-input.ts';

type Shape = {
  description?: string;
  const?: unknown;
  properties?: Record<string, Shape>;
  items?: Shape;
  additionalProperties?: Shape | boolean;
} & Partial<Record<'anyOf' | 'oneOf' | 'allOf', Shape[]>>;

/** The places of fields without a description. A discriminator is described by its variant. */
function undescribed(shape: Shape, place: string): string[] {
  const { properties = {}, anyOf = [], oneOf = [], allOf = [], items = {}, additionalProperties: more } = shape;
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    const isDescribed =
      field.description !== undefined || (field.const !== undefined && shape.description !== undefined);
    return [...(isDescribed ? [] : [`${place}.${name}`]), ...undescribed(field, `${place}.${name}`)];
  });
  const forms = [...anyOf, ...oneOf, ...allOf].flatMap((form) => undescribed(form, place));
  const members = typeof more === 'object' ? undescribed(more, `${place}.NAME`) : [];
  return [...fields, ...forms, ...members, ...undescribedItems(items, place)];
}

function undescribedItems(items: Shape, place: string): string[] {
  return Object.keys(items).length === 0 ? [] : undescribed(items, `${place}[]`);
}

function shapeOf(schema: z.ZodType): Shape {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
}

const given: [string, z.ZodType][] = [
  ['emulator.yaml', configSchema],
  ...CONTROL_ROUTES.flatMap(({ method, path, body, query }): [string, z.ZodType][] =>
    [body, query].flatMap((schema) => (schema === null ? [] : [[`${method} ${path}`, schema]])),
  ),
];

const answered = CONTROL_ROUTES.flatMap((route): [string, z.ZodType][] => {
  return route.answer === null ? [] : [[`${route.method} ${route.path}`, route.answer()]];
});

describe('inputs and answers of the emulator', () => {
  it.each(answered)('the answer to %s describes every field', (_name, schema) => {
    expect([...new Set(undescribed(z.toJSONSchema(schema, { unrepresentable: 'any' }) as Shape, ''))]).toEqual([]);
  });

  it.each(given)('%s describes every field, for the editor and the reference', (_name, schema) => {
    expect([...new Set(undescribed(shapeOf(schema), ''))]).toEqual([]);
  });
});
