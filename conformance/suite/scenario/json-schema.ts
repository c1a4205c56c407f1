import { COMPARE_WITH, EVERY_ANSWER, LOOK_AT, SAME } from '../every-answer/fields.ts';
import { VIEW_MEMBERS } from '../expectation/expectation.ts';
import type { Table } from '../expectation/operators/operator.ts';
import { OPERATORS } from '../expectation/operators/operators.ts';
import { STATEMENTS } from '../expectation/statements/statements.ts';
import { NAME } from '../own/suite-file.ts';
import { DRIVERS, FEATURES, ROLES, ROUTES } from '../vocabulary.ts';
import type { Field, Fields, Form } from '../yaml/read-fields.ts';
import { ARM, CLASS, DRIVES, SCENARIO, SET_UP, STEPS, stepFields } from './fields.ts';
import { EXCLUSIVES } from './read-scenario.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The JSON Schema of a scenario, for completion and hints in editors. The loader knows more, and has the last word. */
export function scenarioSchema(): Schema {
  return document('A scenario of the conformance kit', SCENARIO, stepDefinitions());
}

/** Of a set-up that scenarios share. */
export function setUpSchema(): Schema {
  return document('A set-up that scenarios share', SET_UP, stepDefinitions());
}

/** Of what is expected of every answer. */
export function everyAnswerSchema(): Schema {
  return document('What is expected of every answer, whatever the scenario', EVERY_ANSWER, {
    answer_checks: answerChecksSchema(),
    ...valueDefinitions(),
  });
}

function document(title: string, fields: Fields, $defs: Schema): Schema {
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  return { $schema, title, ...objectOf(fields), $defs };
}

function valueDefinitions(): Schema {
  return { expectation_of_value: expectationSchema({ [MEMBER_KEY]: ref('value') }), value: valueSchema() };
}

function stepDefinitions(): Schema {
  return {
    step: stepSchema(),
    arm: objectOf(ARM),
    class: objectOf(CLASS),
    checks: checksSchema('expectation'),
    expectation: expectationSchema({ [PATH_KEY]: ref('value') }),
    checks_of_value: checksSchema('expectation_of_value'),
    ...valueDefinitions(),
    noted: { description: 'paths of what is noted', ...textOrTexts },
  };
}

const TEMPLATE = { type: 'string', pattern: '^\\$\\{' };
const RULE_KEY = '^[A-Z][A-Z0-9]*(-[A-Z0-9]+)+$';
const TEMPLATE_KEY = '^\\$\\{';
/** A path begins with a member of what is seen, or with the place in a list. Alone, `first` is a statement. */
const PATH_KEY = `^(?:(?:${VIEW_MEMBERS.join('|')})[.[]|(?:${VIEW_MEMBERS.filter(isNoStatement).join('|')})$|\\[)`;
/** Of any JSON value the members may be called anything but what has a meaning of its own. */
const MEMBER_KEY = `^(?!(?:${Object.keys(STATEMENTS).join('|')}|observe)$|[A-Z][A-Z0-9]*-|\\$\\{)`;

const textOrTexts: Schema = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] };

function isNoStatement(name: string): boolean {
  return !Object.hasOwn(STATEMENTS, name);
}

function ref(name: string): Schema {
  return { $ref: `#/$defs/${name}` };
}

/** `${row.then}` may stand for whatever a row of the matrix says. */
function orTemplate(schema: Schema): Schema {
  return { anyOf: [schema, TEMPLATE] };
}

function mapOf(values: Schema): Schema {
  return orTemplate({ type: 'object', additionalProperties: values });
}

/** Words that are known, and with `own` those that a suite of somebody's own may have beside them. */
function textsAmong(words: readonly string[], own: Schema | null = null): Schema {
  const one = own === null ? { enum: words } : { anyOf: [{ enum: words }, own] };
  return { anyOf: [one, { type: 'array', items: one }] };
}

const OWN_NAME: Schema = { type: 'string', pattern: NAME.source };

const objectOrTemplate: Schema = { type: ['object', 'string'] };
const condition: Schema = { type: ['string', 'boolean'] };

/** What the tables leave to the compiler, as far as an editor can help with it. */
const SHAPES: Readonly<Record<string, Schema>> = {
  scenario: { type: 'string', pattern: '^[a-z0-9-]+(/[a-z0-9-]+)*$' },
  keys: textsAmong(Object.keys(ROLES)),
  features: textsAmong(Object.keys(FEATURES), OWN_NAME),
  drivers: textsAmong(DRIVERS),
  exclusive: textsAmong(EXCLUSIVES),
  matrix: { type: ['array', 'object'] },
  arms: { type: 'array', items: ref('arm') },
  takes: { type: 'object' },
  pins: mapOf({ type: 'string' }),
  headers: objectOrTemplate,
  query: objectOrTemplate,
  change: objectOrTemplate,
  let: { type: 'object', minProperties: 1 },
  deadline: { type: ['object', 'string'], properties: { after: {}, else: { const: 'inconclusive' } } },
  observe: { type: 'object', additionalProperties: ref('noted') },
  by_class: mapOf(ref('checks')),
  classify: {
    type: 'object',
    properties: { otherwise: { type: 'object', properties: { fail: {}, show: {} }, required: ['fail'] } },
    additionalProperties: ref('class'),
  },
  drive: { enum: Object.keys(DRIVES) },
  endpoint: { const: 'fresh' },
  clock: { const: 'next_timer' },
  look_at: textsAmong(Object.keys(LOOK_AT)),
  routes: textsAmong(Object.keys(ROUTES)),
  compare_with: { enum: Object.keys(COMPARE_WITH) },
  same: textsAmong(Object.keys(SAME)),
};

function fieldSchema(name: string, { about, form }: Field): Schema {
  const schema = name === 'defaults' ? defaultsSchema() : (SHAPES[name] ?? formSchema(form));
  return { description: about, ...schema };
}

function formSchema(form: Form): Schema {
  switch (form) {
    case 'text':
      return { type: 'string' };
    case 'texts':
      return textOrTexts;
    case 'condition':
      return condition;
    case 'conditions':
      return { type: 'array', items: condition };
    case 'value':
      return {};
    case 'steps':
      return { type: 'array', items: ref('step') };
    case 'checks':
    case 'answer_checks':
    case 'expectation':
    case 'expectation_of_value':
      return ref(form);
    default:
      return objectOf(form);
  }
}

function objectOf(fields: Fields): Schema {
  const required = Object.keys(fields).filter((name) => fields[name]?.required === true);
  return { type: 'object', properties: propertiesOf(fields), required, additionalProperties: false };
}

function propertiesOf(fields: Fields): Schema {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(name, field)]));
}

const REQUEST_KINDS = ['call', 'poll', 'walk'];
/** What a set-up or a driver takes stands beside the fields of the step. */
const FREE_KINDS = ['use', 'drive'];

/** The field that says what a step does decides which others it may have; without one the defaults say it. */
function stepSchema(): Schema {
  const kinds = Object.keys(STEPS);
  const { expect, ...all } = propertiesOf(Object.assign({}, ...Object.keys(STEPS).map(stepFields)) as Fields);
  const isFree = { anyOf: FREE_KINDS.map((kind) => ({ required: [kind] })) };
  const rules = kinds.map((kind) => ({
    if: FREE_KINDS.includes(kind) ? { required: [kind] } : { required: [kind], not: isFree },
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
    then: { ...(FREE_KINDS.includes(kind) ? {} : onlyFields(stepFields(kind), kind)), required: requiredIn(kind) },
  }));
  const byDefaults = {
    if: { not: { anyOf: kinds.map((kind) => ({ required: [kind] })) } },
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
    then: onlyFields(Object.assign({}, ...REQUEST_KINDS.map(stepFields)) as Fields, null),
  };
  return { type: 'object', properties: { ...all, expect: {} }, minProperties: 1, allOf: [...rules, byDefaults] };
}

/** The fields themselves are described once, for all kinds; what a value is like decides what can be expected of it. */
function onlyFields(fields: Fields, kind: string | null): Schema {
  const names = Object.keys(fields).map((name) => [name, true]);
  const checks = kind === null ? {} : ref(['value', 'walk'].includes(kind) ? 'checks_of_value' : 'checks');
  const expect = 'expect' in fields ? { expect: checks } : {};
  return { properties: { ...Object.fromEntries(names), ...expect }, additionalProperties: false };
}

function requiredIn(kind: string): string[] {
  return Object.entries(stepFields(kind)).flatMap(([name, field]) => (field.required === true ? [name] : []));
}

function defaultsSchema(): Schema {
  const fields = Object.assign({}, ...REQUEST_KINDS.map((kind) => STEPS[kind])) as Fields;
  // Which kind of step takes them over decides what can be expected.
  return { type: 'object', properties: { ...propertiesOf(fields), expect: {} }, additionalProperties: false };
}

/** Expectations by rule, and what must hold without one. */
function checksSchema(expectation: 'expectation' | 'expectation_of_value'): Schema {
  const observe = { description: 'beside the checks of a class: gap -> what is noted of it', ...SHAPES['observe'] };
  const path = expectation === 'expectation' ? PATH_KEY : MEMBER_KEY;
  return {
    type: ['object', 'string'],
    properties: { ...tableProperties(STATEMENTS), observe },
    patternProperties: { [RULE_KEY]: ref(expectation), [TEMPLATE_KEY]: {}, [path]: ref('value') },
    additionalProperties: false,
  };
}

/** By rule alone: one expectation, or several that are judged one by one. */
function answerChecksSchema(): Schema {
  const one = ref('expectation_of_value');
  const either = { anyOf: [one, { type: 'array', items: one, minItems: 1 }] };
  return { type: 'object', minProperties: 1, patternProperties: { [RULE_KEY]: either }, additionalProperties: false };
}

/** Paths and statements, all of which hold. Those of any JSON value may be called anything. */
function expectationSchema(paths: Schema): Schema {
  return {
    type: ['object', 'string'],
    minProperties: 1,
    properties: tableProperties(STATEMENTS),
    patternProperties: { [TEMPLATE_KEY]: {}, ...paths },
    additionalProperties: false,
  };
}

/** A literal that the value equals, or operators: what is said here of maps leaves the others alone. */
function valueSchema(): Schema {
  return { minProperties: 1, properties: tableProperties(OPERATORS), additionalProperties: false };
}

function tableProperties(table: Table): Schema {
  const described = Object.entries(table).map(([name, { about, argument, example, instead }]) => [
    name,
    {
      description: instead === undefined ? `${about} (${argument}), as ${example[0]}` : `write ${instead}`,
      ...(instead === undefined ? {} : { deprecated: true }),
      ...argumentSchema(argument),
    },
  ]);
  return Object.fromEntries(described);
}

/** Elements of lists are views, or any JSON: no more can be said of them than what they are given as. */
function argumentSchema(argument: string): Schema {
  if (argument === 'a list of expectations') return { type: 'array', minItems: 1 };
  if (argument === 'a list of expectations, or an empty one') return { type: 'array' };
  if (argument === 'an expression') return { type: ['string', 'boolean'] };
  if (argument === 'true or false') return { type: ['boolean', 'string'] };
  return {};
}
