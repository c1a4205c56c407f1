import { describe, expect, it } from 'vitest';
import { schemaLines } from './schema-lines.ts';

const SIZE = { type: 'integer', minimum: 1, default: 20 };

describe('The lines of a schema', () => {
  it('have a member that may be left out with a question mark, its limits, and what holds without it', () => {
    const schema = { type: 'object', properties: { name: { type: 'string' }, size: SIZE }, required: ['name'] };
    expect(schemaLines(schema, 'x')).toEqual([
      'x: object',
      'x.name: string',
      'x.size?: integer minimum 1',
      'x.size? without it: 20',
    ]);
  });

  it('have a line for each word and each form, so that one more of them takes no line away', () => {
    const reset = { type: 'object', properties: { kind: { const: 'reset' } }, required: ['kind'] };
    expect(schemaLines({ anyOf: [{ enum: ['a', 'b'] }, { type: 'null' }, reset] }, 'x')).toEqual([
      'x: "a"',
      'x: "b"',
      'x: null',
      'x{kind=reset}: object',
      'x{kind=reset}.kind: "reset"',
    ]);
  });

  it('have items, members of any name, and members by a pattern', () => {
    const schema = {
      type: 'object',
      properties: { list: { type: 'array', items: { type: 'number' } } },
      patternProperties: { '^GAP-': { type: 'string' } },
      additionalProperties: false,
    };
    expect(schemaLines(schema, 'x')).toEqual([
      'x: object',
      'x.list?: array',
      'x.list?[]: number',
      'x./^GAP-/: string',
      'x.*: nothing',
    ]);
  });

  it('tell a shared schema where it is used, and one that holds itself once', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' } } };
    const schema = { $ref: '#/$defs/node', $defs: { node } };
    expect(schemaLines(schema, 'x')).toEqual(['x: object', 'x.next?: as around it']);
    expect(schemaLines(schema, 'x', { byName: true })).toEqual([
      'x <node>: object',
      'x <node>.next?: <node>',
      'x: <node>',
    ]);
  });
});
