import * as z from 'zod/mini';
import { isMap } from '../../../shared/is-map.ts';
import type { DriverName } from '../../suite/vocabulary.ts';
import { DriverFailed } from './drivers.ts';

/** Reads the answer of a driver by a schema. Reports a missing or invalid member by name as a failure of the driver. */
export function readAnswer<Schema extends z.ZodMiniType>(
  schema: Schema,
  answer: unknown,
  driver: DriverName,
  what: string,
): z.output<Schema> {
  const isList = schema instanceof z.ZodMiniArray;
  const read = schema.safeParse(isList || isMap(answer) ? answer : {}, { jitless: true });
  if (read.success) return read.data;
  const member = read.error.issues[0]?.path.find((part) => typeof part === 'string');
  const problem = member === undefined ? 'no list' : `no usable "${member}"`;
  throw new DriverFailed(driver, what, `there is ${problem} in its answer`);
}

/** ISO 8601 in the protocol, milliseconds since 1970 here. */
export const instant = z.pipe(
  z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))),
  z.transform((text: string) => Date.parse(text)),
);
