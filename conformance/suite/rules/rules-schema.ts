import { editorSchema, type JsonSchema } from '../yaml/editor-schema.ts';
import { LEVELS, type Level } from './rule.ts';
import { AT_LEVELS, FIELD_NAMES, RULE_ID, ruleFile } from './rule-fields.ts';

/** The JSON Schema of a file of rules, for completion and hints in editors. The loader has the last word. */
export function rulesSchema(): JsonSchema {
  const { $schema, title, ...rule } = editorSchema('Rules of the conformance kit', ruleFile);
  return {
    $schema,
    title,
    type: 'object',
    minProperties: 1,
    propertyNames: { pattern: RULE_ID.source },
    patternProperties: {
      '^GAP-': { $ref: '#/$defs/rule', type: 'object', properties: { level: { const: 'gap' } } },
      '^(?!GAP-)': { $ref: '#/$defs/rule', type: 'object', properties: { level: { not: { const: 'gap' } } } },
    },
    $defs: { rule: { ...rule, required: FIELD_NAMES.filter(isAlwaysRequired), allOf: LEVELS.map(atLevel) } },
  };
}

function isAlwaysRequired(name: (typeof FIELD_NAMES)[number]): boolean {
  return AT_LEVELS[name].required === LEVELS;
}

/** What one level asks for beside what all ask for, and what does not belong to it. */
function atLevel(level: Level): JsonSchema {
  const due = FIELD_NAMES.filter((name) => !isAlwaysRequired(name) && AT_LEVELS[name].required.includes(level));
  const required = due.filter((name) => AT_LEVELS[name].or === undefined);
  const either = due.flatMap((name) => {
    const { or } = AT_LEVELS[name];
    return or === undefined ? [] : [{ anyOf: [{ required: [name] }, { required: [or] }] }];
  });
  const strange = FIELD_NAMES.filter((name) => !(AT_LEVELS[name].onlyAt ?? LEVELS).includes(level));
  return {
    if: { required: ['level'], properties: { level: { const: level } } },
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
    then: {
      required,
      ...(either.length > 0 && { allOf: either }),
      properties: Object.fromEntries(strange.map((name) => [name, false])),
    },
  };
}
