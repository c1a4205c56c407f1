import * as z from 'zod';
import type { Readings } from '../../../shared/questions/generated/readings.ts';
import { CONCERNS, type Operation } from '../../domain/vocabulary.ts';
import { submissionSchemas } from '../submission/schema.ts';
import { ref, type Schema, type Source } from './schema.ts';

export const REQUEST_NAMES: Record<Operation, string> = {
  'skin.analyze': 'SkinAnalysisRequest',
  'makeup.apply': 'MakeupTryOnRequest',
  'hair.try_on': 'HairTryOnRequest',
};

const SOURCES: Record<Operation, Source> = {
  'skin.analyze': 'spec 4.2',
  'makeup.apply': 'spec 4.2',
  'hair.try_on': 'spec 4.2; fields: reading 11',
};

const INPUTS = [{ asset_id: 'asset_01', role: 'source' }];
const REQUEST_EXAMPLES: Record<Operation, object> = {
  'skin.analyze': {
    inputs: INPUTS,
    concerns: ['acne', 'redness'],
    visualizations: [{ concern: 'acne', kind: 'mask' }],
  },
  'makeup.apply': { inputs: INPUTS, products: [{ category: 'lipstick', color: '#a1304a', opacity: 0.8 }] },
  'hair.try_on': { inputs: INPUTS },
};
const DARK = { color: '#3b1a6e' };
const LIGHT = { color: '#d45fb0', opacity: 0.9 };
const HAIR_EXAMPLES: Record<Readings['hair_body'], object> = {
  color_gradient: { color_gradient: { dark: DARK, light: LIGHT } },
  colors_list: { colors: [DARK, LIGHT] },
  one_color: LIGHT,
};

export function requestExample(operation: Operation, { hair_body }: Readings): object {
  return { ...REQUEST_EXAMPLES[operation], ...(operation === 'hair.try_on' && HAIR_EXAMPLES[hair_body]) };
}

/** The bodies of section 4.2, generated from the schemas with which they are checked. */
export function requestSchemas(readings: Readings): Readonly<Record<string, Schema>> {
  const schemas = submissionSchemas(readings);
  return Object.fromEntries(
    (Object.keys(REQUEST_NAMES) as Operation[]).map((operation) => {
      const { $schema: _, ...schema } = z.toJSONSchema(schemas[operation], { io: 'input', unrepresentable: 'any' });
      const described = { description: 'The requested processing', 'x-source': SOURCES[operation], ...schema };
      return [REQUEST_NAMES[operation], namingConcerns(described)];
    }),
  );
}

/** Moves the long list to one place in the document, with a name that clients can use. */
function namingConcerns(schema: object): Schema {
  return JSON.parse(JSON.stringify(schema), (_, value) => (isConcern(value) ? concernAs(value) : value));
}

function isConcern(value: { enum?: unknown } | null): boolean {
  return JSON.stringify(value?.enum) === JSON.stringify(CONCERNS);
}

function concernAs({ description }: { description?: string }): Schema {
  return { ...ref('Concern'), ...(description !== undefined && { description }) };
}
