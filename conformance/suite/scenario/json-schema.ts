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

/** The JSON Schema of a scenario, for completion and hints in editors. The loader knows more, and has the last word. */
export function scenarioSchema(): JsonSchema {
  return withDefaults(document('A scenario of the conformance kit', SCENARIO, stepDefinitions()));
}

/** Of a set-up that scenarios share. */
export function setUpSchema(): JsonSchema {
  return withDefaults(document('A set-up that scenarios share', SET_UP, stepDefinitions()));
}

/** Of what is expected of every answer. */
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
/** A path begins with a member of what is seen, or with the place in a list. Alone, `first` is a statement. */
const PATH_KEY = `^(?:(?:${VIEW_MEMBERS.join('|')})[.[]|(?:${VIEW_MEMBERS.filter(isNoStatement).join('|')})$|\\[)`;
/** The members of any JSON value, except names that have a meaning of their own. */
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

/** The fields of all these kinds of step; what the last of them says of a name stands. */
function fieldsOf(kinds: readonly Kind[]): Fields {
  return Object.fromEntries(kinds.flatMap((kind) => Object.entries(stepFields(kind))));
}

/** The field that says what a step does decides which others it may have; without one the defaults say it. */
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

/** The fields themselves are described once, for all kinds; what a value is like decides what can be expected of it. */
function onlyFields(fields: Fields, kind: Kind | null): JsonSchema {
  const names = Object.keys(fields).map((name) => [name, true]);
  const checks = kind === null ? {} : ref(kind === 'value' || kind === 'walk' ? 'checks_of_value' : 'checks');
  const expect = 'expect' in fields ? { expect: checks } : {};
  return { properties: { ...Object.fromEntries(names), ...expect }, additionalProperties: false };
}

function requiredIn(kind: Kind): string[] {
  return Object.entries(stepFields(kind)).flatMap(([name, schema]) => (isRequired(schema) ? [name] : []));
}

/** Defaults have the fields of requests. Which kind of step takes them over decides what can be expected. */
function withDefaults(schema: JsonSchema): JsonSchema {
  const { defaults, ...properties } = schema['properties'] as { [name: string]: JsonSchema };
  const fields = { ...propertiesOf({ ...STEPS.call, ...STEPS.poll, ...STEPS.walk }), expect: {} };
  return { ...schema, properties: { ...properties, defaults: { ...defaults, properties: fields } } };
}

/** Expectations by rule, and what must hold without one. */
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

/** By rule alone: one expectation, or several that are judged one by one. */
function answerChecksSchema(): JsonSchema {
  const one = ref('expectation_of_value');
  const either = { anyOf: [one, { type: 'array', items: one, minItems: 1 }] };
  return { type: 'object', minProperties: 1, patternProperties: { [RULE_KEY]: either }, additionalProperties: false };
}

/** Paths and statements, all of which hold. Those of any JSON value may be called anything. */
function expectationSchema(paths: JsonSchema): JsonSchema {
  return {
    type: ['object', 'string'],
    minProperties: 1,
    properties: tableProperties(STATEMENTS),
    patternProperties: { [TEMPLATE_KEY]: {}, ...paths },
    additionalProperties: false,
  };
}

/** A literal that the value equals, or operators: what is said here of maps leaves the others alone. */
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

/** Elements of lists are views, or any JSON: no more can be said of them than what they are given as. */
function argumentSchema(argument: string): JsonSchema {
  if (argument === 'a list of expectations') return { type: 'array', minItems: 1 };
  if (argument === 'a list of expectations, or an empty one') return { type: 'array' };
  if (argument === 'an expression') return { type: ['string', 'boolean'] };
  if (argument === 'true or false') return { type: ['boolean', 'string'] };
  return {};
}
