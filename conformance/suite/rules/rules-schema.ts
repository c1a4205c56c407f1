import { LEVELS, type Level } from './rule.ts';
import { FIELD_NAMES, type FieldName, type FieldShape, RULE_FIELDS, RULE_ID } from './rule-fields.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The JSON Schema of a file of rules, for completion and hints in editors. The loader has the last word. */
export function rulesSchema(): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Rules of the conformance kit',
    type: 'object',
    minProperties: 1,
    propertyNames: { pattern: RULE_ID.source },
    patternProperties: {
      '^GAP-': { $ref: '#/$defs/rule', type: 'object', properties: { level: { const: 'gap' } } },
      '^(?!GAP-)': { $ref: '#/$defs/rule', type: 'object', properties: { level: { not: { const: 'gap' } } } },
    },
    $defs: { rule: ruleSchema() },
  };
}

function ruleSchema(): Schema {
  return {
    type: 'object',
    properties: byName((name) => ({ description: RULE_FIELDS[name].about, ...shapeSchema(RULE_FIELDS[name].shape) })),
    required: FIELD_NAMES.filter((name) => RULE_FIELDS[name].required === LEVELS),
    additionalProperties: false,
    allOf: LEVELS.map((level) => ({
      if: { required: ['level'], properties: { level: { const: level } } },
      // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
      then: atLevel(level),
    })),
  };
}

/** What one level asks for beside what all ask for, and what does not belong to it. */
function atLevel(level: Level): Schema {
  const required = FIELD_NAMES.filter((name) => {
    const field = RULE_FIELDS[name];
    return field.required !== LEVELS && field.required.includes(level);
  });
  const strange = FIELD_NAMES.filter((name) => !(RULE_FIELDS[name].onlyAt ?? LEVELS).includes(level));
  return { required, properties: Object.fromEntries(strange.map((name) => [name, false])) };
}

function shapeSchema(shape: FieldShape): Schema {
  if (shape.kind === 'count') return { type: 'integer', minimum: 1 };
  if (shape.kind === 'text') return { type: 'string', pattern: '\\S' };
  if (shape.kind === 'choice') return { enum: shape.of };
  const one = { type: 'string', pattern: shape.pattern.source };
  return shape.kind === 'pattern' ? one : { anyOf: [one, { type: 'array', items: one }] };
}

function byName(schemaOf: (name: FieldName) => Schema): Schema {
  return Object.fromEntries(FIELD_NAMES.map((name) => [name, schemaOf(name)]));
}
