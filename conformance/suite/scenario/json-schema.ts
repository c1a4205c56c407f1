import * as z from 'zod/mini';
import { EVERY_ANSWER } from '../every-answer/every-answer.ts';
import { VIEW_MEMBERS } from '../expectation/expectation.ts';
import type { Table } from '../expectation/operators/operator.ts';
import { OPERATORS } from '../expectation/operators/operators.ts';
import { STATEMENTS } from '../expectation/statements/statements.ts';
import { type Fields, isRequired } from '../yaml/fields.ts';
import { editorSchema, type JsonSchema, partSchema } from '../yaml/schema-parts.ts';
import {
  ARM,
  CLASS,
  FREE_KINDS,
  JUDGED,
  KINDS,
  type Kind,
  REQUEST_KINDS,
  SCENARIO,
  SET_UP,
  STEPS,
  stepFields,
} from './fields.ts';

/** The JSON Schema of a scenario, for completion and hints in editors. The loader checks more, and is authoritative. */
export function scenarioSchema(): JsonSchema {
  return withDefaults(document('A scenario of the conformance kit', SCENARIO, stepDefinitions()));
}

export function setUpSchema(): JsonSchema {
  return withDefaults(document('A set-up that scenarios share', SET_UP, stepDefinitions()));
}

export function everyAnswerSchema(): JsonSchema {
  return document('What is expected of every answer, whatever the scenario', EVERY_ANSWER, {
    answer_checks: answerChecksSchema(),
    ...valueDefinitions(),
  });
}

function document(title: string, fields: Fields, $defs: JsonSchema): JsonSchema {
  return { ...editorSchema(title, z.strictObject(fields)), $defs };
}

function valueDefinitions(): JsonSchema {
  return { expectation_of_value: expectationSchema({ [MEMBER_KEY]: ref('value') }), value: valueSchema() };
}

function stepDefinitions(): JsonSchema {
  return {
    step: stepSchema(),
    arm: objectOf(ARM),
    class: objectOf(CLASS),
    checks: checksSchema('expectation'),
    expectation: expectationSchema({ [PATH_KEY]: ref('value') }),
    checks_of_value: checksSchema('expectation_of_value'),
    ...valueDefinitions(),
    noted: {
      description: 'paths of what is noted',
      anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
    },
  };
}

const RULE_KEY = '^[A-Z][A-Z0-9]*(-[A-Z0-9]+)+$';
const TEMPLATE_KEY = '^\\$\\{';
/** A path begins with a member of the subject, or with the index of a list element. `first` alone is a statement. */
const PATH_KEY = `^(?:(?:${VIEW_MEMBERS.join('|')})[.[]|(?:${VIEW_MEMBERS.filter(isNoStatement).join('|')})$|\\[)`;
/** The members of any JSON value, except names with a special meaning. */
const MEMBER_KEY = `^(?!(?:${Object.keys(STATEMENTS).join('|')}|observe)$|[A-Z][A-Z0-9]*-|\\$\\{)`;

function isNoStatement(name: string): boolean {
  return !Object.hasOwn(STATEMENTS, name);
}

function ref(name: string): JsonSchema {
  return { $ref: `#/$defs/${name}` };
}

function objectOf(fields: Fields): JsonSchema {
  return partSchema(z.strictObject(fields));
}

function propertiesOf(fields: Fields): JsonSchema {
  return objectOf(fields)['properties'] as JsonSchema;
}

/** Returns the fields of several kinds of step. The last kind with a field defines it. */
function fieldsOf(kinds: readonly Kind[]): Fields {
  return Object.fromEntries(kinds.flatMap((kind) => Object.entries(stepFields(kind))));
}

/** The field that identifies the kind of a step decides which others are allowed. Without one, the defaults decide. */
function stepSchema(): JsonSchema {
  const isFree = { anyOf: FREE_KINDS.map((kind) => ({ required: [kind] })) };
  const rules = KINDS.map((kind) => ({
    if: FREE_KINDS.includes(kind) ? { required: [kind] } : { required: [kind], not: isFree },
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
    then: { ...(FREE_KINDS.includes(kind) ? {} : onlyFields(stepFields(kind), kind)), required: requiredIn(kind) },
  }));
  const byDefaults = {
    if: { not: { anyOf: KINDS.map((kind) => ({ required: [kind] })) } },
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
    then: onlyFields(fieldsOf(REQUEST_KINDS), null),
  };
  const properties = { ...propertiesOf(fieldsOf(KINDS)), expect: {} };
  return { type: 'object', properties, minProperties: 1, allOf: [...rules, byDefaults] };
}

/**
 * Only restricts which fields are allowed: they are described once for all kinds. What can be expected depends on the
 * kind.
 */
function onlyFields(fields: Fields, kind: Kind | null): JsonSchema {
  const names = Object.keys(fields).map((name) => [name, true]);
  const checks = kind === null ? {} : ref(kind === 'value' || kind === 'walk' ? 'checks_of_value' : 'checks');
  const expect = 'expect' in fields ? { expect: checks } : {};
  return { properties: { ...Object.fromEntries(names), ...expect }, additionalProperties: false };
}

function requiredIn(kind: Kind): string[] {
  return Object.entries(stepFields(kind)).flatMap(([name, schema]) => (isRequired(schema) ? [name] : []));
}

/** Defaults have the fields of requests. What can be expected depends on the kind of step that uses them. */
function withDefaults(schema: JsonSchema): JsonSchema {
  const { defaults, ...properties } = schema['properties'] as { [name: string]: JsonSchema };
  const fields = { ...propertiesOf({ ...STEPS.call, ...STEPS.poll, ...STEPS.walk }), expect: {} };
  return { ...schema, properties: { ...properties, defaults: { ...defaults, properties: fields } } };
}

/** Expectations by rule, and expectations without a rule. */
function checksSchema(expectation: 'expectation' | 'expectation_of_value'): JsonSchema {
  const { observe } = propertiesOf({ observe: JUDGED.observe });
  const path = expectation === 'expectation' ? PATH_KEY : MEMBER_KEY;
  return {
    type: ['object', 'string'],
    properties: { ...tableProperties(STATEMENTS), observe },
    patternProperties: { [RULE_KEY]: ref(expectation), [TEMPLATE_KEY]: {}, [path]: ref('value') },
    additionalProperties: false,
  };
}

/** Only rules are allowed as keys, each with one expectation or a list of expectations that are judged separately. */
function answerChecksSchema(): JsonSchema {
  const one = ref('expectation_of_value');
  const either = { anyOf: [one, { type: 'array', items: one, minItems: 1 }] };
  return { type: 'object', minProperties: 1, patternProperties: { [RULE_KEY]: either }, additionalProperties: false };
}

/** Paths and statements, all of which must hold. The members of any JSON value can have any name. */
function expectationSchema(paths: JsonSchema): JsonSchema {
  return {
    type: ['object', 'string'],
    minProperties: 1,
    properties: tableProperties(STATEMENTS),
    patternProperties: { [TEMPLATE_KEY]: {}, ...paths },
    additionalProperties: false,
  };
}

/** A literal that the value must equal, or operators. These keywords only restrict maps. */
function valueSchema(): JsonSchema {
  return { minProperties: 1, properties: tableProperties(OPERATORS), additionalProperties: false };
}

function tableProperties(table: Table): JsonSchema {
  const described = Object.entries(table).map(([name, { about, argument, example }]) => [
    name,
    { description: `${about} (${argument}), as ${example[0]}`, ...argumentSchema(argument) },
  ]);
  return Object.fromEntries(described);
}

/** Elements of lists may be views or any JSON, so this only describes the type of the argument. */
function argumentSchema(argument: string): JsonSchema {
  if (argument === 'a list of expectations') return { type: 'array', minItems: 1 };
  if (argument === 'a list of expectations, or an empty one') return { type: 'array' };
  if (argument === 'an expression') return { type: ['string', 'boolean'] };
  if (argument === 'true or false') return { type: ['boolean', 'string'] };
  return {};
}
