import * as z from 'zod';
import { jsonIn } from '../../../shared/json-in.ts';
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

/** The schema of a type. It does not compile if the type and the schema differ in a field or a value. */
export const schemaOf =
  <Type>() =>
  <Schema extends z.ZodType<Type>>(schema: Schema & Same<Type, z.output<Schema>>): Schema =>
    schema;

/** From the year 0 to the last date of JavaScript minus a century. */
const FIRST = -62_167_219_200_000;
const LAST = 8.64e15 - 36_525 * 86_400_000;

export const instant = z.int().min(FIRST).max(LAST);
export const count = z.int().min(0);
/** Printable, because it may be sent in a header. */
export const printable = z.string().regex(/^[\x20-\x7e]*$/, 'must be printable ASCII');
export const name = printable.min(1).max(1_000);
export const digest = z.string().regex(DIGEST, 'must be a SHA-256 in base64url');
export const owner = z.string().regex(/^.+\/(?:live|test)$/s, 'must be an account and an environment');
export const environment = z.enum(ENVIRONMENTS);
export const concern = z.enum(CONCERNS);
/** At most the longest side that an image format supports. */
export const side = z.int().min(0).max(65_535);
/** Checked, because it is shown as is and clients parse it. */
export const json = z.string().refine((value) => jsonIn(value) !== undefined, 'must be JSON');
/** Written by a person or by another server. */
export const text = z.string();
