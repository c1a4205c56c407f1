import { type Path, parsePath, withoutPath } from '../../../../shared/expression/paths.ts';
import { didYouMean } from '../../../../shared/nearest.ts';
import { type Node, plain } from '../../../../shared/yaml/node.ts';
import { allOf, anyOf, type Check, differing, heldIf, oppositeOf, valueText } from '../finding.ts';
import {
  asWritten,
  listOperand,
  listParser,
  type Operand,
  optionalOperand,
  referenceOperand,
  textOrNull,
  valueOperand,
} from './operand.ts';
import { ANY, type Context, listedChecks, refuse, type Table, type Use } from './operator.ts';
import { progressOf } from './progress.ts';
import { isSame, sameAs } from './same-as.ts';
import { WORDS } from './words.ts';

export const PLAIN: Table = {
  equals: {
    elsewhere: ['eq', 'equal_to', 'eql', 'to_be', 'to_equal', 'value', 'const'],
    about: 'the same value, whatever its depth; the way to write a literal map',
    argument: 'any value',
    example: ['{equals: {a: 1}}', { a: 1 }, { a: 1, b: 2 }],
    compile: ({ node, context }) => equals(node, context),
  },
  not: {
    elsewhere: ['ne', 'neq', 'not_equals', 'not_equal', 'differs'],
    about: 'the opposite',
    argument: 'a literal or operators',
    example: ['{not: {in: [a, b]}}', 'c', 'a'],
    compile: ({ node, context }) => oppositeOf(context.element(node, 'value'), asWritten(node)),
  },
  in: {
    elsewhere: ['one_of', 'any_of', 'enum'],
    about: 'one of a list',
    argument: 'a list',
    example: ['{in: [200, 202]}', 202, 500],
    compile: (use) => member(use, true, 'one of'),
  },
  not_in: {
    elsewhere: ['none_of', 'nin'],
    about: 'none of a list',
    argument: 'a list',
    example: ['{not_in: [failed, cancelled]}', 'queued', 'failed'],
    compile: (use) => member(use, false, 'none of'),
  },
  is: {
    elsewhere: ['type', 'type_of', 'kind'],
    about: `of a kind: ${Object.keys(WORDS).join(', ')}`,
    argument: 'one of these words',
    example: ['{is: datetime}', '2026-01-31T12:00:00Z', '2026-01-31'],
    compile: is,
  },
  absent: {
    elsewhere: ['missing', 'undefined', 'not_exists'],
    about: 'nothing is there',
    argument: 'true',
    example: ['{absent: true}', undefined, null],
    compile: (use) => presence(use, false),
  },
  present: {
    elsewhere: ['exists', 'defined'],
    about: 'something is there, be it null',
    argument: 'true',
    example: ['{present: true}', null, undefined],
    compile: (use) => presence(use, true),
  },
  same_as: {
    elsewhere: ['unchanged_since'],
    about: 'the same as an earlier value, apart from the paths of `except`',
    argument: 'a name such as previous, or an expression',
    example: ['{same_as: earlier}', { id: 'a', at: 1 }, { id: 'b', at: 1 }],
    compile: sameAsEarlier,
  },
  except: {
    about: 'paths below the value that are left out',
    argument: 'a list of paths',
    example: ['{same_as: earlier, except: [at]}', { id: 'a', at: 2 }, { id: 'b', at: 1 }],
    of: ['same_as'],
  },
  progress_of: {
    about: 'the earlier Job or a later state of it: what is frozen is the same, the status moves forward only',
    argument: 'an earlier Job',
    example: ['{progress_of: "${job}"}', { id: 'job_1', status: 'running' }, { id: 'job_2', status: 'running' }],
    compile: ({ node, context }) => {
      const earlier = referenceOperand(node, context);
      return (target, scope) => progressOf(earlier(scope), target);
    },
  },
  shape: {
    about: 'the named shape of schemas/',
    argument: 'the name of a shape',
    example: ['{shape: job}'],
    compile: shapeCheck,
  },
  content: {
    about: 'an expectation whose paths begin at this value',
    argument: 'an expectation',
    example: ['{content: {error.code: {is: text}}}', { error: { code: 'X' } }, { error: {} }],
    compile: ({ node, context }) => context.expectation(node, 'value'),
  },
  all: {
    about: 'all of these hold',
    argument: 'a list of literals and operators',
    example: ['{all: [{is: text}, {not: failed}]}', 'queued', 'failed'],
    compile: (use) => allOf(listedChecks(use, 'value')),
  },
  any: {
    about: 'one of these holds',
    argument: 'a list of literals and operators',
    example: ['{any: [null, {is: datetime}]}', null, 'soon'],
    compile: (use) => anyOf(listedChecks(use, 'value')),
  },
  in_words: {
    about: 'what a failure says was expected, instead of the words of the operators beside it',
    argument: 'a text',
    example: ['{matches: "^job_", in_words: the id of a job}', 'job_1', 'a job_1'],
    of: ANY,
  },
};

export function equals(node: Node, context: Context): Check {
  const expected = valueOperand(node, context);
  return (target, scope) => sameAs(expected(scope), target);
}

function member({ node, context }: Use, wanted: boolean, words: string): Check {
  const list = listOperand(node, context);
  return (target, scope) => {
    const values = list(scope);
    const isIn = values.some((value) => isSame(value, target));
    return heldIf(isIn === wanted, target, () => `${words} ${values.map(valueText).join(', ')}`);
  };
}

function is({ node, context }: Use): Check {
  const name = String(plain(node));
  const word = WORDS[name];
  if (word === undefined) {
    const known = Object.keys(WORDS);
    return refuse(context, node.place, `is knows no ${name}${didYouMean(name, known)}; it knows ${known.join(', ')}`);
  }
  return (target) => heldIf(word.holds(target), target, () => word.about);
}

function presence({ node, context }: Use, wanted: boolean): Check {
  const value = plain(node);
  if (typeof value !== 'boolean') return refuse(context, node.place, 'this must be true or false');
  const isWanted = value === wanted;
  return (target) =>
    heldIf((target.value !== undefined) === isWanted, target, () => (isWanted ? 'something' : 'nothing here'));
}

function sameAsEarlier({ node, beside, context }: Use): Check {
  const earlier = referenceOperand(node, context);
  const except = pathsOf(beside('except'), context);
  return (target, scope) => {
    const left = { ...target, value: without(target.value, except(scope)) };
    return sameAs(without(earlier(scope), except(scope)), left, (value) => `the same as before: ${valueText(value)}`);
  };
}

function without(value: unknown, paths: readonly Path[]): unknown {
  return paths.reduce(withoutPath, value);
}

function pathsOf(node: Node | undefined, context: Context): Operand<readonly Path[]> {
  const parse = listParser((value) => parsePath(textOrNull(value) ?? ''));
  return optionalOperand(node, context, parse, 'a list of paths', []);
}

/** Checks a value against the named shape; each mismatch has its own place. */
export function shapeCheck({ node, context }: Use): Check {
  const name = String(plain(node));
  if (!context.shapes.has(name))
    return refuse(context, node.place, `there is no shape ${name}${didYouMean(name, context.shapes.names())}`);
  return ({ value, pointer }) => {
    const found = context.shapes.check(name, value);
    return differing(found.map((mismatch) => ({ ...mismatch, pointer: pointer + mismatch.pointer })));
  };
}
