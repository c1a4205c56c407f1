import { describe, expect, it } from 'vitest';
import { rowsBelow, typeOf } from './schema-fields.ts';

describe('a schema told in words', () => {
  it.each([
    [{ type: 'string' }, 'text'],
    [{ title: 'duration', anyOf: [{ type: 'string' }] }, 'duration'],
    [{ anyOf: [{ enum: ['a', 'b'] }, { type: 'null' }] }, '`a`, `b` or `null`'],
    [{ type: ['integer', 'null'], minimum: 0 }, 'integer ≥ 0 or `null`'],
    [{ type: 'number', exclusiveMinimum: 0, maximum: 5 }, 'number > 0 and ≤ 5'],
    [{ type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }, 'integer'],
    [{ type: 'array', items: { type: 'object', properties: {} } }, 'list of maps'],
    [{ type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }] }, '[number, number]'],
    [
      { type: 'object', propertyNames: { title: 'concern' }, additionalProperties: { type: 'number' } },
      'map of concern to number',
    ],
    [{}, 'any value'],
  ])('%j is %s', (schema, words) => {
    expect(typeOf(schema)).toBe(words);
  });

  it('has a row for each field, by its path, and one for each form of a value', () => {
    const effect = {
      description: 'what happens',
      oneOf: [
        {
          type: 'object',
          description: 'waits',
          properties: { kind: { const: 'delay' }, by: { type: 'string' } },
          required: ['by'],
        },
        { type: 'object', description: 'breaks', properties: { kind: { const: 'reset' } } },
      ],
    };
    const many = {
      description: 'a list',
      type: 'array',
      items: { properties: { name: { type: 'string', default: 'x' } } },
    };
    const rows = rowsBelow({ properties: { effect, many }, required: ['effect'] }, '');
    expect(rows).toEqual([
      ['`effect`', 'map', 'required', 'what happens'],
      ['`effect.kind: delay`', '', '', 'waits'],
      ['`effect.by`', 'text', 'required', ''],
      ['`effect.kind: reset`', '', '', 'breaks'],
      ['`many`', 'list of maps', '–', 'a list'],
      ['`many[].name`', 'text', '`x`', ''],
    ]);
  });
});
