import { beginningOf } from '../../shared/beginning.ts';
import { mapTexts } from './secrets/map-texts.ts';
import type { TapeEntry } from './tape.ts';

/** The length to which texts are cut, so that they stay recognizable. */
const LEFT = 400;
/** The length to which lists are cut. */
const MOST_ITEMS = 50;

/** Returns a tape with long texts and lists cut and marked. Its entries keep their positions. */
export function cutTape(tape: readonly TapeEntry[]): TapeEntry[] {
  return tape.map(cutEntry);
}

function cutEntry(entry: TapeEntry): TapeEntry {
  if (entry.kind === 'drive' && 'output' in entry.outcome)
    return { ...cutTexts(entry), outcome: { output: cutValue(entry.outcome.output) } };
  if (entry.kind === 'hooks')
    return { ...entry, received: entry.received.slice(0, MOST_ITEMS).map((hook) => cutTexts(hook)) };
  return cutTexts(entry);
}

/** The value of a driver may have any form. If it is excessively nested, it is replaced by its text. */
function cutValue(value: unknown): unknown {
  const text = JSON.stringify(value) ?? '';
  return text.length > LEFT * 10 ? cutText(text) : cutTexts(value);
}

export function cutTexts<Value>(value: Value, left = LEFT): Value {
  return mapTexts(value, { text: (text) => cutText(text, left) });
}

function cutText(text: string, left = LEFT): string {
  return text.length <= left ? text : `${beginningOf(text, left)}… (cut: ${text.length - left} more characters)`;
}

/** Returns the number of characters in an entry that others wrote, plus some for each JSON value. */
export function weightOf(entry: TapeEntry): number {
  if (entry.kind === 'drive') return 'output' in entry.outcome ? weightOfValue(entry.outcome.output) : 0;
  if (entry.kind === 'hooks')
    return sum(entry.received.map(({ raw, headers }) => weightOfText(Object.values(raw).join('')) + lengthOf(headers)));
  const answer = entry.kind === 'exchange' ? entry.exchange.answer : null;
  if (answer === null) return 0;
  return lengthOf(answer.headers) + (answer.body.kind === 'text' ? weightOfText(answer.body.text) : 0);
}

function lengthOf(headers: readonly (readonly [string, string])[]): number {
  return sum(headers.map(([name, value]) => name.length + value.length));
}

function weightOfValue(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  return sum(Object.entries(value).map(([name, member]) => name.length + VALUE + weightOfValue(member)));
}

/** The weight of a parsed value, in characters. */
const VALUE = 40;
const [COMMA, LIST, MAP] = [0x2c, 0x5b, 0x7b];

function weightOfText(text: string): number {
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === COMMA || sign === LIST || sign === MAP) values += 1;
  }
  return text.length + VALUE * values;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
