import * as z from 'zod';
import type { Readings } from '../../../shared/questions/generated/readings.ts';
import type { ColorGradient, ColorStop, InputRef, InputRole, Submission } from '../../domain/submission.ts';
import { CONCERNS, type Operation, PRODUCT_CATEGORIES, VISUALIZATION_KINDS } from '../../domain/vocabulary.ts';
import {
  drawnOf,
  refuseDuplicateConcerns,
  refuseDuplicateVisualizations,
  refuseOtherConcerns,
  requireInputs,
  requireSource,
} from './checks.ts';

type Schemas = {
  [Name in Operation]: z.ZodType<Extract<Submission, { operation: Name }>>;
};

/** The description by the number of roles. */
const INPUT_TEXTS: Record<number, string> = {
  1: 'The picture, as one input asset',
  2: 'The picture and, optionally, a grayscale mask of the hair with the same size',
};

/** The request bodies of section 4.2 with the current readings; each schema returns the meaning of the body. */
export function submissionSchemas(readings: Readings): Schemas {
  const object: ObjectSchema = readings.unknown_body_fields === 'refuse' ? z.strictObject : (z.object as never);
  return {
    'skin.analyze': skinSchema(object, readings),
    'makeup.apply': makeupSchema(object, readings),
    'hair.try_on': hairSchema(object, readings),
  };
}

/** Reading 23: whether unknown fields are refused. */
type ObjectSchema = typeof z.strictObject;

function skinSchema(object: ObjectSchema, readings: Readings): Schemas['skin.analyze'] {
  const concern = z.enum(CONCERNS);
  const visualizations = z
    .array(
      object({
        concern: concern.describe('One of the requested concerns (reading 47)'),
        kind: z.enum(VISUALIZATION_KINDS).describe('The kind of picture'),
      }),
    )
    .superRefine(refusing(readings.repeated_visualization, refuseDuplicateVisualizations));
  return object({
    inputs: inputsSchema(object, ['source'], readings),
    concerns: z
      .array(concern)
      .min(readings.no_concerns === 'accept' ? 0 : 1)
      .superRefine(refuseDuplicateConcerns)
      .meta({ description: 'The concerns: a set, in any order', uniqueItems: true }),
    visualizations: optional(visualizations.default([]), readings).meta({
      description: 'The requested pictures of the concerns',
      ...(readings.repeated_visualization === 'refuse' && { uniqueItems: true }),
    }),
  })
    .superRefine(refusing(readings.visualization_of_other_concern, refuseOtherConcerns))
    .transform((body) => ({ operation: 'skin.analyze', ...body, visualizations: drawnOf(body, readings) }));
}

function makeupSchema(object: ObjectSchema, readings: Readings): Schemas['makeup.apply'] {
  const category = z.enum(PRODUCT_CATEGORIES).describe('The product');
  const products = z
    .array(object({ category, ...stopFields(readings) }))
    .min(readings.no_products === 'accept' ? 0 : 1);
  return object({
    inputs: inputsSchema(object, ['source'], readings),
    products: products.describe('The layers, from the skin outwards, in this order'),
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

/** Reading 11: the fields for the colors of a hair try-on. */
function hairColorFields(object: ObjectSchema, readings: Readings): z.ZodRawShape {
  const about = { description: 'The colors for the hair', 'x-source': 'reading 11' };
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

function stopFields(readings: Readings) {
  const [lowest, highest] = readings.opacity_range;
  const color = COLORS[readings.color_format];
  const opacity = optional(z.number().min(lowest).max(highest).default(1), readings);
  return {
    color: color.meta({ description: 'A color', 'x-source': 'reading 8' }),
    opacity: opacity.meta({ description: 'The opacity', 'x-source': 'spec 4.2; range: reading 9' }),
  };
}

/** Reading 8. */
const COLORS: Readonly<Record<Readings['color_format'], z.ZodString>> = {
  hex: z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'must be a color such as #a1304a'),
  hex_without_mark: z.string().regex(/^[0-9A-Fa-f]{6}$/, 'must be a color such as a1304a'),
  rgb_function: z
    .string()
    .regex(/^rgb\(\s*\d{1,3}(\s*,\s*\d{1,3}){2}\s*\)$/, 'must be a color such as rgb(161, 48, 74)'),
  any: z.string().min(1),
};

/** A field that may be omitted, and may be null if the reading says so. */
function optional<Value>(field: z.ZodType<Value>, { optional_field_null }: Readings): z.ZodType<Value> {
  if (optional_field_null === 'refuse') return field;
  return field.nullable().transform((value) => value ?? field.parse(undefined));
}

type Refine<Value> = (value: Value, context: z.RefinementCtx) => void;

/** The check if the reading refuses; otherwise none. */
function refusing<Value>(choice: string, check: Refine<Value>): Refine<Value> {
  return choice === 'refuse' ? check : () => {};
}

function inputsSchema(
  object: ObjectSchema,
  roles: readonly [InputRole, ...InputRole[]],
  { two_inputs }: Pick<Readings, 'two_inputs'> = { two_inputs: 'refuse' },
) {
  const input = object({
    asset_id: z.string().min(1).describe('The id of an uploaded input asset'),
    role: z.enum(roles).describe('The role of the asset'),
  });
  const isFirstUsed = two_inputs === 'use_first';
  return (
    z
      .array(input)
      .superRefine(isFirstUsed ? requireSource : requireInputs)
      // The part of the check above that JSON Schema can express.
      .meta({ description: INPUT_TEXTS[roles.length], minItems: 1, ...(!isFirstUsed && { maxItems: roles.length }) })
      .transform((list) => list.map(({ asset_id, role }) => ({ assetId: asset_id, role })))
      .transform((list) => (isFirstUsed ? list.slice(0, 1) : list))
  );
}
