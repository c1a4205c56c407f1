import type { Readings } from '../../../shared/questions/generated/readings.ts';
import { pathTo } from '../../domain/routes.ts';
import { CONCERNS, RESULT_MEDIA_TYPES, UNAVAILABLE_REASONS } from '../../domain/vocabulary.ts';
import {
  idField,
  instantField,
  listOf,
  nullable,
  objectOf,
  ref,
  type Schema,
  textField,
  wholeField,
  wordField,
} from './schema.ts';

const OUTPUTS = {
  'skin.analysis': 'SkinAnalysisOutput',
  'makeup.try_on': 'MakeupTryOnOutput',
  'hair.try_on': 'HairTryOnOutput',
} as const;

const revision = wholeField('The revision of the algorithm', { default: 1 });

/** Section 2.3: the output of a job that succeeded. */
export function outputSchemas(readings: Readings): Readonly<Record<string, Schema>> {
  const [thinnest, densest] = readings.opacity_range;
  return {
    JobOutput: {
      description: 'An open union by `type`: accept unknown types, and ignore unknown fields',
      'x-source': 'spec 2.3',
      oneOf: Object.values(OUTPUTS).map(ref),
      discriminator: {
        propertyName: 'type',
        mapping: Object.fromEntries(
          Object.entries(OUTPUTS).map(([type, name]) => [type, `#/components/schemas/${name}`]),
        ),
      },
    },
    SkinAnalysisOutput: output(
      'skin.analysis',
      {
        concerns: listOf(ref('SkinConcernResult'), 'One for each requested concern'),
        analysis_version: textField('The version of the analysis', { default: 'skin-2026-09-draft.1' }),
        visualizations: { ...listOf(ref('ResultAsset'), 'The requested pictures'), default: [] },
      },
      ['analysis_version', 'visualizations'],
    ),
    MakeupTryOnOutput: output('makeup.try_on', { image: ref('ResultAsset'), revision }, ['revision']),
    HairTryOnOutput: output('hair.try_on', { image: ref('ResultAsset'), applied: ref('HairTryOnApplied'), revision }, [
      'revision',
    ]),
    ResultAsset: objectOf(
      'spec 2.3',
      'A picture of a result',
      {
        id: idField('asset', 'Its id'),
        href: textField('The path of its bytes', { pattern: `^${pathTo('downloadAsset', '[^/]+')}$` }),
        media_type: wordField(RESULT_MEDIA_TYPES, 'The media type'),
        role: textField('The role of the picture: for skin a kind and a concern, such as `mask.acne`'),
        size_bytes: wholeField('Its size in bytes', { minimum: 0 }),
        expires_at: instantField('When it expires, together with its job'),
        width: nullable(wholeField(''), 'Its width in pixels'),
        height: nullable(wholeField(''), 'Its height in pixels'),
      },
      ['width', 'height'],
    ),
    ...concernSchemas(readings),
    HairTryOnApplied: objectOf('spec 2.3', 'The colors of the result', {
      color_gradient: objectOf('spec 2.3', 'From dark hair to light hair', {
        dark: ref('HairAppliedColorStop'),
        light: ref('HairAppliedColorStop'),
      }),
    }),
    HairAppliedColorStop: objectOf('spec 2.3', 'One end of the gradient', {
      color: textField('The color', { 'x-source': 'spec 2.3; format: reading 8' }),
      opacity: {
        type: 'number',
        minimum: thinnest,
        maximum: densest,
        description: 'The opacity',
        'x-source': 'spec 2.3; range: reading 9',
      },
    }),
  };
}

function concernSchemas({ score_range: [lowest, highest] }: Readings): Readonly<Record<string, Schema>> {
  return {
    Concern: { type: 'string', enum: CONCERNS, description: 'A concern of skin analysis', 'x-source': 'spec 2.3' },
    SkinConcernResult: objectOf('spec 2.3', 'The measurement of one concern', {
      concern: ref('Concern'),
      score: {
        ...nullable({ type: 'number' }, 'The score, if it was measured, otherwise null'),
        minimum: lowest,
        maximum: highest,
        'x-source': 'spec 2.3; range: reading 10',
      },
      status: wordField(['measured', 'unavailable'], 'Whether there is a score'),
      unavailable_reason: {
        type: ['string', 'null'],
        enum: [...UNAVAILABLE_REASONS, null],
        description: 'Why there is no score, otherwise null',
      },
    }),
  };
}

function output(
  type: keyof typeof OUTPUTS,
  fields: Readonly<Record<string, Schema>>,
  optional: readonly string[],
): Schema {
  const discriminator = { type: 'string', const: type, description: 'The type of the result' };
  return objectOf('spec 2.3', `The result of ${WORDS[type]}`, { type: discriminator, ...fields }, optional);
}

const WORDS = { 'skin.analysis': 'a skin analysis', 'makeup.try_on': 'makeup', 'hair.try_on': 'a hair color' } as const;
