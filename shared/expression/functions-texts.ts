import { jsonIn } from '../json-in.ts';
import type { FunctionTable } from './function-table.ts';
import { asText } from './values.ts';

export const TEXT_FUNCTIONS: FunctionTable = {
  join: [
    'list, text?',
    'the elements as one text, with another between',
    "join([1, 2], ', ')",
    (list: readonly unknown[], between = '') => list.map(asText).join(between),
  ],
  split: ['text, text', 'the parts of a text', "split('a,b', ',')", (text: string, at: string) => text.split(at)],
  lower: ['text', 'in small letters', "lower('AB')", (text: string) => text.toLowerCase()],
  upper: ['text', 'in capitals', "upper('ab')", (text: string) => text.toUpperCase()],
  trim: ['text', 'without the space around it', "trim(' a ')", (text: string) => text.trim()],
  starts_with: [
    'text, text',
    'whether the text begins with the other',
    "starts_with('job_1', 'job_')",
    (text: string, start: string) => text.startsWith(start),
  ],
  ends_with: [
    'text, text',
    'whether the text ends with the other',
    "ends_with('a.png', '.jpg')",
    (text: string, end: string) => text.endsWith(end),
  ],
  replace: [
    'text, text, text',
    'with the third in every place of the second',
    "replace('a.b.c', '.', '-')",
    (text: string, from: string, to: string) => text.split(from).join(to),
  ],
  repeat: ['text, number', 'the text so many times', "repeat('ab', 3)", repeat],
  base64: ['text', 'in Base64', "base64('ab')", (text: string) => Buffer.from(text).toString('base64')],
  json: ['any', 'as JSON', 'json({a: [1]})', (value: unknown) => JSON.stringify(value)],
  parse_json: ['text', 'what JSON says', "parse_json('[1]')", jsonIn],
};

/** The longest text that `repeat` returns; no request needs a longer one. */
const LONGEST = 64 * 1024 ** 2;

function repeat(text: string, times: number): string | undefined {
  return times >= 0 && text.length * times <= LONGEST ? text.repeat(times) : undefined;
}
