import { decoded } from '../../../../shared/expression/decoded.ts';
import { isMap } from '../../../../shared/is-map.ts';
import { asSegment } from '../../expression/percent-encoding.ts';
import { type Check, differing, heldIf, type Target, valueText } from '../finding.ts';
import { finds } from '../search.ts';
import { parsedOperand, textOrNull, valueOperand } from './operand.ts';
import type { Table, Use } from './operator.ts';
import { isWithin, missingIn } from './same-as.ts';
import { sizeOf } from './words.ts';

/** The operators for texts, and for the contents of texts, lists and maps. */
export const TEXTS: Table = {
  matches: {
    elsewhere: ['regex', 'regexp', 'pattern', 'match', 'like'],
    about: 'a text that the regular expression finds something in',
    argument: 'a regular expression',
    example: ['{matches: "^job_"}', 'job_1', 'a job_1'],
    compile: matches,
  },
  starts_with: {
    elsewhere: ['prefix', 'begins_with'],
    about: 'a text that begins with this',
    argument: 'a text',
    example: ['{starts_with: asset_}', 'asset_1', 'job_1'],
    compile: (use) => text(use, 'begins with', (whole, part) => whole.startsWith(part)),
  },
  ends_with: {
    elsewhere: ['suffix'],
    about: 'a text that ends with this',
    argument: 'a text',
    example: ['{ends_with: /content}', '/v1/assets/a/content', '/v1/assets/a'],
    compile: (use) => text(use, 'ends with', (whole, part) => whole.endsWith(part)),
  },
  contains: {
    elsewhere: ['includes', 'has'],
    about: 'a text with this part, a list with this element (a map: with these members), or a map with these members',
    argument: 'a text, an element, or a map',
    example: ['{contains: {id: a}}', [{ id: 'a', more: 1 }], [{ id: 'b' }]],
    compile: contains,
  },
  has_keys: {
    about: 'a map with all of these members',
    argument: 'a list of names',
    example: ['{has_keys: [dark, light]}', { dark: 1, light: 2 }, { dark: 1 }],
    compile: (use) => keys(use, 'with', (there) => there),
  },
  no_keys: {
    about: 'a map with none of these members',
    argument: 'a list of names',
    example: ['{no_keys: [href]}', { id: 'a' }, { href: null }],
    compile: (use) => keys(use, 'without', (there) => !there),
  },
  empty: {
    about: 'nothing is in the text, list or map, or something is',
    argument: 'true or false',
    example: ['{empty: true}', [], [0]],
    compile: empty,
  },
  path: {
    about: 'the same path, whether or not scheme and host stand before it',
    argument: 'a path',
    example: ['{path: /v1/jobs/a}', 'https://x.test/v1/jobs/a', '/v1/jobs/b'],
    compile: path,
  },
};

/** The limits are needed since a pattern may contain text from a server, and to compile some patterns takes forever. */
const LONGEST_PATTERN = 1000;
const MOST_REPETITIONS = 40;
const PATTERN = `a regular expression of at most ${LONGEST_PATTERN} characters, with at most ${MOST_REPETITIONS} of * + ? { and |`;

function matches({ node, context }: Use): Check {
  const pattern = parsedOperand(node, context, parsePattern, PATTERN);
  return (target, scope) => {
    const expression = pattern(scope);
    const isRight = typeof target.value === 'string' && finds(expression, target.value);
    return heldIf(isRight, target, () => `a text that matches ${expression.source}`);
  };
}

function parsePattern(value: unknown): RegExp | null {
  if (typeof value !== 'string' || value.length > LONGEST_PATTERN) return null;
  if ((value.match(/[*+?{|]/g) ?? []).length > MOST_REPETITIONS) return null;
  try {
    return new RegExp(value, 'u');
  } catch {
    return null;
  }
}

function text({ node, context }: Use, words: string, holds: (whole: string, part: string) => boolean): Check {
  const part = parsedOperand(node, context, textOrNull, 'a text');
  return (target, scope) => {
    const isRight = typeof target.value === 'string' && holds(target.value, part(scope));
    return heldIf(isRight, target, () => `a text that ${words} ${valueText(part(scope))}`);
  };
}

function contains({ node, context }: Use): Check {
  const part = valueOperand(node, context);
  return (target, scope) => {
    const wanted = part(scope);
    if (isMap(wanted) && isMap(target.value)) return differing(missingIn(wanted, target));
    const wants = Array.isArray(wanted) && Array.isArray(target.value) ? wanted : [wanted];
    const isRight = wants.every((want) => isInside(want, target));
    return heldIf(isRight, target, () => `something that contains ${valueText(wanted)}`);
  };
}

function isInside(wanted: unknown, target: Target): boolean {
  const { value, pointer } = target;
  if (typeof value === 'string') return typeof wanted === 'string' && value.includes(wanted);
  if (Array.isArray(value)) return value.some((element) => isWithin(wanted, { value: element, pointer }));
  return isMap(wanted) && isWithin(wanted, target);
}

function keys({ node, context }: Use, words: string, holds: (there: boolean) => boolean): Check {
  const names = parsedOperand(node, context, parseNames, 'a list of names');
  return (target, scope) => {
    const { value } = target;
    const wrong = names(scope).filter((name) => !holds(isMap(value) && value[name] !== undefined));
    return heldIf(isMap(value) && wrong.length === 0, target, () => `a map ${words} ${names(scope).join(', ')}`);
  };
}

function parseNames(value: unknown): string[] | null {
  return Array.isArray(value) && value.every((name) => typeof name === 'string') ? value : null;
}

function empty({ node, context }: Use): Check {
  const wanted = parsedOperand(node, context, (value) => (typeof value === 'boolean' ? value : null), 'true or false');
  return (target, scope) => {
    const size = sizeOf(target.value);
    const isRight = size !== null && (size === 0) === wanted(scope);
    return heldIf(isRight, target, () => (wanted(scope) ? 'nothing in it' : 'something in it'));
  };
}

function path({ node, context }: Use): Check {
  const expected = parsedOperand(node, context, textOrNull, 'a path');
  return (target, scope) => {
    const isRight = typeof target.value === 'string' && pathIn(target.value) === pathIn(expected(scope));
    return heldIf(isRight, target, () => `the path ${expected(scope)}`);
  };
}

/** Normalizes a segment, since servers differ in which characters they percent-encode. */
function spelled(segment: string): string {
  return asSegment(decoded(segment));
}

function pathIn(url: string): string | null {
  if (!URL.canParse(url, 'http://relative')) return null;
  const { pathname, search } = new URL(url, 'http://relative');
  return pathname.split('/').map(spelled).join('/') + search;
}
