import { isMap } from '../../../shared/is-map.ts';
import type { DriverName } from '../../suite/vocabulary.ts';
import { DriverFailed } from './drivers.ts';

type Read<Value> = (value: unknown) => Value | undefined;

/** Reads what a driver answered; a member that is missing or of another kind is the driver's failure, by its name. */
export type AnswerReader = {
  at<Value>(member: string, read: Read<Value>): Value;
  /** The same of every item, where the answer is a list. */
  each<Value>(read: (item: AnswerReader) => Value): Value[];
};

export function readAnswer(answer: unknown, driver: DriverName, what: string): AnswerReader {
  const fail = (problem: string) => new DriverFailed(driver, what, `${problem} in its answer`);
  return {
    at: (member, read) => {
      const value = read(isMap(answer) ? answer[member] : undefined);
      if (value === undefined) throw fail(`there is no usable "${member}"`);
      return value;
    },
    each: (read) => {
      if (!Array.isArray(answer)) throw fail('there is no list');
      return answer.map((item) => read(readAnswer(item, driver, what)));
    },
  };
}

export const text: Read<string> = (value) => (typeof value === 'string' ? value : undefined);
export const flag: Read<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);
/** ISO 8601 on the wire, milliseconds since 1970 here. */
export const instant: Read<number> = (value) => {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
};

/** Null, or left out, is null. */
export function maybe<Value>(read: Read<Value>): Read<Value | null> {
  return (value) => (value === null || value === undefined ? null : read(value));
}

export function list<Value>(read: Read<Value>): Read<Value[]> {
  return (value) => {
    const items = Array.isArray(value) ? value.map(read) : [undefined];
    return items.every((item) => item !== undefined) ? items : undefined;
  };
}
