import * as z from 'zod';
import { DIGEST } from '../../domain/values/digest.ts';
import { CONCERNS, ENVIRONMENTS } from '../../domain/vocabulary.ts';

type Plain<Value> = Value extends object
  ? { -readonly [Name in keyof Value]-?: Plain<Exclude<Value[Name], undefined>> }
  : Value;
type Same<One, Other> = [Plain<One>] extends [Plain<Other>]
  ? [Plain<Other>] extends [Plain<One>]
    ? unknown
    : never
  : never;

/** The schema of a type. It does not compile where one of the two has a field or a value that the other has not. */
export const schemaOf =
  <Type>() =>
  <Schema extends z.ZodType<Type>>(schema: Schema & Same<Type, z.output<Schema>>): Schema =>
    schema;

/** From the year 0 on, and so far that a century later is still a date that JavaScript has. */
const FIRST = -62_167_219_200_000;
const LAST = 8.64e15 - 36_525 * 86_400_000;

export const instant = z.int().min(FIRST).max(LAST);
export const count = z.int().min(0);
/** It may end up in a header. */
export const printable = z.string().regex(/^[\x20-\x7e]*$/, 'must be printable ASCII');
export const name = printable.min(1).max(1_000);
export const digest = z.string().regex(DIGEST, 'must be a SHA-256 in base64url');
export const owner = z.string().regex(/^.+\/(?:live|test)$/s, 'must be an account and an environment');
export const environment = z.enum(ENVIRONMENTS);
export const concern = z.enum(CONCERNS);
/** As long as the longest side that an image format knows. */
export const side = z.int().min(0).max(65_535);
/** Shown as it is, and read again by those who look on. */
export const json = z.string().refine(isJson, 'must be JSON');
/** Of a person, or of another server. */
export const text = z.string();

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}
