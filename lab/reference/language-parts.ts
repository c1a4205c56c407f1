import { COMPARE_WITH, EVERY_ANSWER, LOOK_AT, SAME } from '../../conformance/suite/every-answer/every-answer.ts';
import type { Example, Table } from '../../conformance/suite/expectation/operators/operator.ts';
import { OPERATORS } from '../../conformance/suite/expectation/operators/operators.ts';
import { LISTS } from '../../conformance/suite/expectation/operators/operators-lists.ts';
import { NUMBERS } from '../../conformance/suite/expectation/operators/operators-numbers.ts';
import { PLAIN } from '../../conformance/suite/expectation/operators/operators-plain.ts';
import { TEXTS } from '../../conformance/suite/expectation/operators/operators-text.ts';
import { WORDS } from '../../conformance/suite/expectation/operators/words.ts';
import { ELEMENTS } from '../../conformance/suite/expectation/statements/elements.ts';
import { STATEMENTS } from '../../conformance/suite/expectation/statements/statements.ts';
import { FUNCTION_TABLE, PURE_FUNCTIONS } from '../../conformance/suite/expression/functions.ts';
import {
  ANSWERED,
  ARM,
  CLASS,
  EVERY_STEP,
  JUDGED,
  REPEAT,
  REQUEST,
  REQUIRES,
  SCENARIO,
  SET_UP,
  STEPS,
} from '../../conformance/suite/scenario/fields.ts';
import { FIXTURE_NAMES } from '../../conformance/suite/scenario/fixture-names.ts';
import { RUN_FUNCTION_TABLE } from '../../conformance/suite/scenario/known.ts';
import { DRIVES, driverOf, ROUTES } from '../../conformance/suite/vocabulary.ts';
import { type Fields, isRequired, labelOf } from '../../conformance/suite/yaml/fields.ts';
import { aboutOf } from '../../conformance/suite/yaml/schema-parts.ts';
import { evaluate } from '../../shared/expression/evaluate.ts';
import { parseExpression } from '../../shared/expression/parse-expression.ts';
import { oneLine } from './compact-json.ts';
import { GLOBALS, LOCALS, OF_EVERY_ANSWER, VIEW } from './language-words.ts';
import { code, codes, fence, plainText, table } from './markdown.ts';
import type { Parts } from './regions.ts';
import { STEP_EXAMPLES } from './step-examples.ts';

export const LANGUAGE_PARTS: Parts = {
  'scenario-fields': () => fieldTable(SCENARIO),
  'requires-fields': () => fieldTable(REQUIRES),
  'arm-fields': () => fieldTable({ ...ARM, ...within('repeat', REPEAT) }),
  'set-up-fields': () => fieldTable(SET_UP),
  'step-fields': () => fieldTable(EVERY_STEP),
  'request-fields': () => fieldTable(REQUEST),
  'judged-fields': () => fieldTable({ ...ANSWERED, ...within('classify.NAME', CLASS) }),
  steps: stepSections,
  drives: () =>
    table(
      ['call', 'driver', 'what it does', 'takes'],
      Object.entries(DRIVES).map(([name, { about, takes }]) => [code(name), driverOf(name), about, codes(takes)]),
    ),
  operators: operatorTables,
  'is-words': () =>
    table(
      ['word', 'what it is'],
      Object.entries(WORDS).map(([word, { about }]) => [code(word), about]),
    ),
  statements: () => tableOf(STATEMENTS),
  functions: functionTable,
  'run-functions': () =>
    table(
      ['function', 'takes', 'gives', 'for example'],
      Object.entries(RUN_FUNCTION_TABLE).map(([name, [takes, gives, example]]) => [
        code(name),
        takesOf(takes),
        plainText(gives),
        code(example),
      ]),
    ),
  globals: () => namesTable(GLOBALS),
  locals: () => namesTable(LOCALS),
  'view-members': () => namesTable(VIEW),
  'every-answer-fields': () => fieldTable(EVERY_ANSWER),
  'look-at': () => namesTable(LOOK_AT),
  'compare-with': () => namesTable({ ...COMPARE_WITH, 'same: id': SAME.id, 'same: key': SAME.key }),
  'every-answer-names': () => namesTable(OF_EVERY_ANSWER),
  routes: () =>
    table(
      ['name', 'operation'],
      Object.entries(ROUTES).map(([name, lines]) => [code(name), codes(lines)]),
    ),
  pictures: () => `${codes(FIXTURE_NAMES)}.`,
};

function within(name: string, fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([inner, field]) => [`${name}.${inner}`, field]));
}

function fieldTable(fields: Fields): string {
  const rows = Object.entries(fields).map(([name, schema]) => [
    code(name),
    labelOf(schema),
    isRequired(schema) ? 'yes' : '',
    aboutOf(schema),
  ]);
  return table(['field', 'kind', 'required', 'meaning'], rows);
}

/** A section for each kind of step: its own fields, and the other fields that it accepts. */
function stepSections(): string {
  const sections = Object.entries(STEPS).map(([kind, fields]) => {
    const others = { ...REQUEST, ...ANSWERED, ...JUDGED };
    const own = Object.fromEntries(
      Object.entries(fields).filter(([name]) => name === kind || !Object.hasOwn(others, name)),
    );
    const more = [
      ...('headers' in fields ? ['[a request](#requests)'] : []),
      ...('expect' in fields ? ['[what is expected](#what-is-expected)'] : []),
    ];
    const takes = more.length === 0 ? [] : [`And the fields of ${more.join(' and of ')}.`];
    return [`### ${kind}`, fence('yaml', STEP_EXAMPLES[kind] ?? ''), fieldTable(own), ...takes].join('\n\n');
  });
  return sections.join('\n\n');
}

const OPERATOR_GROUPS: Readonly<Record<string, Table>> = {
  'Of any value': PLAIN,
  'Of numbers, lengths of time and instants': NUMBERS,
  'Of texts, and of what is in texts, lists and maps': TEXTS,
  'Of lists': { ...LISTS, ...ELEMENTS },
};

function operatorTables(): string {
  const grouped = Object.values(OPERATOR_GROUPS).flatMap((group) => Object.keys(group));
  const ungrouped = Object.keys(OPERATORS).filter((name) => !grouped.includes(name));
  if (ungrouped.length > 0) throw new Error(`the page has no group for the operators ${ungrouped.join(', ')}`);
  return Object.entries(OPERATOR_GROUPS)
    .map(([title, group]) => `### ${title}\n\n${tableOf(group)}`)
    .join('\n\n');
}

function tableOf(operators: Table): string {
  const rows = Object.entries(operators).map(([name, { about, argument, example }]) => [
    code(name),
    about,
    plainText(argument),
    ...exampleOf(example),
  ]);
  return table(['name', 'what it says', 'argument', 'for example', 'holds of', 'not of'], rows);
}

function exampleOf([written, holds, fails]: Example): string[] {
  if (holds === undefined && fails === undefined) return [code(written), '', ''];
  return [code(written), valueText(holds), valueText(fails)];
}

function valueText(value: unknown): string {
  return value === undefined ? '(nothing)' : code(oneLine(value));
}

/** The table of functions, with computed results for the examples. */
function functionTable(): string {
  const rows = Object.entries(FUNCTION_TABLE).map(([name, [takes, gives, example]]) => {
    const value = evaluate(parseExpression(example), { names: {}, functions: PURE_FUNCTIONS });
    return [code(name), takesOf(takes), plainText(gives), code(example), code(oneLine(value))];
  });
  return table(['function', 'takes', 'gives', 'for example', 'which is'], rows);
}

function takesOf(takes: string): string {
  return takes === '' ? 'nothing' : takes.replaceAll('|', ' or ').replaceAll('any or missing', 'anything');
}

function namesTable(names: Readonly<Record<string, string>>): string {
  const rows = Object.entries(names).map(([name, about]) => [codes(name.trim().split(', ')), about]);
  return table(['name', 'what it is'], rows);
}
