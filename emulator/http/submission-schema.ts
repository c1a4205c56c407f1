import * as z from 'zod';
import type { Readings } from '../../shared/questions/generated/readings.ts';
import type { ColorGradient, ColorStop, InputRef, InputRole, Submission } from '../domain/submission.ts';
import { CONCERNS, type Operation, PRODUCT_CATEGORIES, VISUALIZATION_KINDS } from '../domain/vocabulary.ts';

/** Marks the one problem that has a code of its own (reading 14). */
export const DUPLICATE_CONCERN = 'duplicate_concern';

type Schemas = {
  [Name in Operation]: z.ZodType<Extract<Submission, { operation: Name }>>;
};

/** By how many roles there are. */
const INPUT_TEXTS: Record<number, string> = {
  1: 'The picture, as one input asset',
  2: 'The picture; and, where the service is not to find the hair itself, a grayscale mask of the same size',
};

/** The request bodies of section 4.2 under the readings in force, each giving the meaning of what was sent. */
export function submissionSchemas(readings: Readings): Schemas {
  const object: ObjectSchema = readings.unknown_body_fields === 'refuse' ? z.strictObject : (z.object as never);
  return {
    'skin.analyze': skinSchema(object),
    'makeup.apply': makeupSchema(object, readings),
    'hair.try_on': hairSchema(object, readings),
  };
}

/** Reading 23: whether a field that nobody knows is refused. */
type ObjectSchema = typeof z.strictObject;

function skinSchema(object: ObjectSchema): Schemas['skin.analyze'] {
  const concern = z.enum(CONCERNS);
  return object({
    inputs: inputsSchema(object, ['source']),
    concerns: z
      .array(concern)
      .min(1)
      .superRefine(refuseDuplicateConcerns)
      .meta({ description: 'What is analysed: a set, in any order', uniqueItems: true }),
    visualizations: z
      .array(
        object({
          concern: concern.describe('One of the concerns that are analysed (reading 47)'),
          kind: z.enum(VISUALIZATION_KINDS).describe('How it is shown'),
        }),
      )
      .superRefine(refuseDuplicateVisualizations)
      .default([])
      .meta({ description: 'The pictures that are wanted of them', uniqueItems: true }),
  })
    .superRefine(requireRequestedConcerns)
    .transform((body) => ({ operation: 'skin.analyze', ...body }));
}

function makeupSchema(object: ObjectSchema, readings: Readings): Schemas['makeup.apply'] {
  const category = z.enum(PRODUCT_CATEGORIES).describe('What is put on');
  return object({
    inputs: inputsSchema(object, ['source']),
    products: z
      .array(object({ category, ...stopFields(readings) }))
      .min(1)
      .describe('The layers, from the skin outwards: their order counts'),
  }).transform((body) => ({ operation: 'makeup.apply', ...body }));
}

function hairSchema(object: ObjectSchema, readings: Readings): Schemas['hair.try_on'] {
  const isApart = readings.hair_mask_place === 'own_field';
  const mask = object({ asset_id: z.string().min(1).describe('The id of an uploaded input asset') });
  const fields: z.ZodRawShape = {
    inputs: inputsSchema(object, isApart ? ['source'] : ['source', 'hair_mask']),
    ...(isApart && { hair_mask: mask.optional().describe('A grayscale mask of the same size') }),
    ...hairColorFields(object, readings),
  };
  return object(fields).transform((body) => {
    const { inputs, hair_mask: own } = body as HairInputs;
    const apart: InputRef[] = own === undefined ? [] : [{ assetId: own.asset_id, role: 'hair_mask' }];
    return { operation: 'hair.try_on', inputs: [...inputs, ...apart], gradient: gradientIn(body as HairColors) };
  });
}

type HairInputs = { inputs: InputRef[]; hair_mask?: { asset_id: string } };
type HairColors = { color_gradient: ColorGradient } | { colors: [ColorStop, ColorStop] } | ColorStop;

/** Reading 11: by which fields a hair try-on says its colors. */
function hairColorFields(object: ObjectSchema, readings: Readings): z.ZodRawShape {
  const about = { description: 'What the hair is recolored with', 'x-source': 'reading 11' };
  const stop = object(stopFields(readings));
  if (readings.hair_body === 'one_color') return stopFields(readings);
  if (readings.hair_body === 'colors_list') return { colors: z.array(stop).length(2).meta(about) };
  const dark = stop.describe('The color of dark hair');
  const light = stop.describe('The color of light hair');
  return { color_gradient: object({ dark, light }).meta(about) };
}

function gradientIn(colors: HairColors): ColorGradient {
  if ('color_gradient' in colors) return colors.color_gradient;
  if (!('colors' in colors)) return { dark: stopOf(colors), light: stopOf(colors) };
  const [dark, light] = colors.colors;
  return { dark, light };
}

function stopOf({ color, opacity }: ColorStop): ColorStop {
  return { color, opacity };
}

function stopFields({ color_format, opacity_range: [lowest, highest] }: Readings) {
  const anyColor = z.string().min(1);
  const hexColor = z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'must be a color such as #a1304a');
  const color = color_format === 'hex' ? hexColor : anyColor;
  const opacity = z.number().min(lowest).max(highest).default(1);
  return {
    color: color.meta({ description: 'A color', 'x-source': 'reading 8' }),
    opacity: opacity.meta({ description: 'How much it covers', 'x-source': 'spec 4.2; range: reading 9' }),
  };
}

function inputsSchema(object: ObjectSchema, roles: readonly [InputRole, ...InputRole[]]) {
  const input = object({
    asset_id: z.string().min(1).describe('The id of an uploaded input asset'),
    role: z.enum(roles).describe('What the asset is for'),
  });
  return (
    z
      .array(input)
      .superRefine(requireInputs)
      // What the check above asks, as far as JSON Schema can say it.
      .meta({ description: INPUT_TEXTS[roles.length], minItems: 1, maxItems: roles.length })
      .transform((list) => list.map(({ asset_id, role }) => ({ assetId: asset_id, role })))
  );
}

/** Reading 48: one source, no role twice, no asset twice. */
function requireInputs(list: readonly { asset_id: string; role: string }[], context: z.RefinementCtx): void {
  const again = (index: number, field: 'asset_id' | 'role') =>
    list.findIndex((item) => item[field] === list[index]?.[field]) < index;
  list.forEach((_, index) => {
    if (again(index, 'role')) context.addIssue({ code: 'custom', path: [index, 'role'], message: 'is there already' });
    else if (again(index, 'asset_id')) {
      context.addIssue({ code: 'custom', path: [index, 'asset_id'], message: 'is there already' });
    }
  });
  if (!list.some(({ role }) => role === 'source')) {
    context.addIssue({ code: 'custom', message: 'must hold one input with the role source' });
  }
}

function refuseDuplicateConcerns(concerns: readonly string[], context: z.RefinementCtx): void {
  concerns.forEach((concern, index) => {
    if (concerns.indexOf(concern) === index) return;
    const message = `names ${concern} a second time`;
    context.addIssue({ code: 'custom', path: [index], message, params: { kind: DUPLICATE_CONCERN } });
  });
}

function refuseDuplicateVisualizations(
  list: readonly { concern: string; kind: string }[],
  context: z.RefinementCtx,
): void {
  const names = list.map(({ concern, kind }) => `${kind}.${concern}`);
  names.forEach((name, index) => {
    if (names.indexOf(name) < index)
      context.addIssue({ code: 'custom', path: [index], message: `asks for ${name} a second time` });
  });
}

/** Reading 47: only what is analysed can be shown. */
function requireRequestedConcerns(
  body: { concerns: readonly string[]; visualizations: readonly { concern: string }[] },
  context: z.RefinementCtx,
): void {
  body.visualizations.forEach(({ concern }, index) => {
    if (body.concerns.includes(concern)) return;
    const path = ['visualizations', index, 'concern'];
    context.addIssue({ code: 'custom', path, message: `is ${concern}, which concerns does not name` });
  });
}
