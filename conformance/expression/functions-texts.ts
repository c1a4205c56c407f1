import type { FunctionTable } from './function-table.ts';
import { asText } from './values.ts';

/** What is done with texts. */
export const TEXT_FUNCTIONS: FunctionTable = {
  join: ['list, text?', (list: readonly unknown[], between = '') => list.map(asText).join(between)],
  split: ['text, text', (text: string, at: string) => text.split(at)],
  lower: ['text', (text: string) => text.toLowerCase()],
  upper: ['text', (text: string) => text.toUpperCase()],
  trim: ['text', (text: string) => text.trim()],
  starts_with: ['text, text', (text: string, start: string) => text.startsWith(start)],
  ends_with: ['text, text', (text: string, end: string) => text.endsWith(end)],
  replace: ['text, text, text', (text: string, from: string, to: string) => text.split(from).join(to)],
  repeat: ['text, number', repeat],
  base64: ['text', (text: string) => Buffer.from(text).toString('base64')],
  json: ['any', (value: unknown) => JSON.stringify(value)],
  parse_json: ['text', parseJson],
  text: ['any', asText],
};

/** No request is longer than this. */
const LONGEST = 64 * 1024 ** 2;

function repeat(text: string, times: number): string | undefined {
  return times >= 0 && text.length * times <= LONGEST ? text.repeat(times) : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
