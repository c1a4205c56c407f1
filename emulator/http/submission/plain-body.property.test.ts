import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Readings } from '../../../shared/questions/generated/readings.ts';
import { DEFAULT_READINGS } from '../../domain/readings.ts';
import { CONCERNS, OPERATIONS, PRODUCT_CATEGORIES, VISUALIZATION_KINDS } from '../../domain/vocabulary.ts';
import { readPlainBody } from './plain-body.ts';
import { submissionSchemas } from './schema.ts';

const odd = fc.oneof(fc.constantFrom(null, '', 0, -1, 2, 'x', true), fc.constant([]), fc.constant({}), fc.jsonValue());
const mostly = <Value>(usual: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 40, arbitrary: usual }, { weight: 1, arbitrary: odd });
const record = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc
    .tuple(fc.record(fields, { requiredKeys: [] }), fc.record(fields), fc.nat(9), fc.constantFrom('more', '__proto__'))
    .map(([some, all, which, name]) => {
      if (which === 0) return some;
      return which === 1 ? JSON.parse(JSON.stringify(all).replace(/^\{/, `{"${name}":1,`)) : all;
    });
const inputs = mostly(
  fc.array(mostly(record({ asset_id: mostly(fc.constantFrom('a', 'b')), role: mostly(fc.constant('source')) })), {
    minLength: 1,
    maxLength: 2,
  }),
);
const concern = mostly(fc.constantFrom(...CONCERNS.slice(0, 3)));
const bodies = {
  'skin.analyze': record({
    inputs,
    concerns: mostly(fc.array(concern, { maxLength: 3 })),
    visualizations: mostly(
      fc.array(mostly(record({ kind: mostly(fc.constantFrom(...VISUALIZATION_KINDS)), concern })), { maxLength: 3 }),
    ),
  }),
  'makeup.apply': record({
    inputs,
    products: mostly(
      fc.array(
        mostly(
          record({
            opacity: mostly(fc.constantFrom(0, -0, 0.5, 1, 1.5)),
            color: mostly(fc.constantFrom('#aAbB09', '#12345', 'red')),
            category: mostly(fc.constantFrom(...PRODUCT_CATEGORIES)),
          }),
        ),
        { maxLength: 3 },
      ),
    ),
  }),
  'hair.try_on': record({ inputs }),
};

const readingsWith = (choices: Partial<Readings>): Readings => ({ ...DEFAULT_READINGS, ...choices });
const READINGS = [
  readingsWith({}),
  readingsWith({ unknown_body_fields: 'ignore', two_inputs: 'use_first', optional_field_null: 'as_absent' }),
  readingsWith({ repeated_visualization: 'draw_once', visualization_of_other_concern: 'leave_out' }),
  readingsWith({ repeated_visualization: 'draw_twice', visualization_of_other_concern: 'draw', no_concerns: 'accept' }),
  readingsWith({ color_format: 'any', opacity_range: [0.2, 2] }),
];

test.each(OPERATIONS)('a body of %s that is plainly valid gives the same result as its schema', (operation) => {
  let plain = 0;
  fc.assert(
    fc.property(bodies[operation], fc.constantFrom(...READINGS), (body, readings) => {
      const read = readPlainBody(operation, body, readings);
      if (read === null) return;
      plain += 1;
      const parsed = submissionSchemas(readings)[operation].safeParse(body);
      // The order of fields matters too, because exports show it.
      expect(JSON.stringify(read)).toBe(JSON.stringify(parsed.data));
    }),
    { numRuns: 2_000 },
  );
  if (operation !== 'hair.try_on') expect(plain).toBeGreaterThan(5);
});
