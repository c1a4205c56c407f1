import { beginningOf } from '../../../shared/beginning.ts';
import { jsonIn } from '../../../shared/json-in.ts';
import type { DriverName } from '../../suite/vocabulary.ts';
import type { Asked, Said, Send } from '../../target/ask.ts';
import { DriverAbsent, DriverFailed } from './drivers.ts';

/** How to reach the drivers: their base addresses, and what every call contains. */
export type Line = { send: Send; token: string | null; baseOf(driver: DriverName): string | null };

export type DriverCall = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  /** A key of the tenant that the call concerns. */
  key: string | null;
};

/** Moving the clock may cause a lot of work before the answer arrives. */
const LONGEST_ANSWER = 120_000;
const ABSENT = [404, 501];

/** Calls a driver and returns the JSON of its answer; null if there is none. */
export async function callDriver(line: Line, driver: DriverName, call: DriverCall): Promise<unknown> {
  const base = line.baseOf(driver);
  const what = `${call.method} ${call.path}`;
  if (base === null) throw new DriverAbsent(driver, what, 'the target does not have this driver');
  return outcomeOf(await said(line, requestOf(line, base, call), driver, what), driver, what);
}

/** A request cannot be encoded because of a value that the driver itself returned: an id, or a key. */
async function said({ send }: Line, request: Asked, driver: DriverName, what: string): Promise<Said> {
  try {
    return await send(request);
  } catch (error) {
    throw new DriverFailed(driver, what, error instanceof Error ? error.message : String(error));
  }
}

export function requestOf({ token }: Pick<Line, 'token'>, base: string, { method, path, body, key }: DriverCall) {
  return {
    method,
    base_url: base,
    url: path,
    headers: {
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(key !== null && { 'X-API-Key': key }),
      ...(token !== null && { Authorization: `Bearer ${token}` }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    timeout: LONGEST_ANSWER,
  };
}

export function outcomeOf({ answer, silence, detail }: Said, driver: DriverName | 'contract', what: string): unknown {
  if (answer === null) throw new DriverFailed(driver, what, `no answer (${detail ?? silence ?? 'unknown'})`);
  const text = answer.body.kind === 'text' ? answer.body.text : '';
  if (ABSENT.includes(answer.status) && driver !== 'contract') throw new DriverAbsent(driver, what, saidIn(text));
  if (answer.status < 200 || answer.status > 299)
    throw new DriverFailed(driver, what, `it answered ${answer.status} ${saidIn(text)}`.trim());
  if (text === '') return null;
  const value = jsonIn(text);
  if (value !== undefined) return value;
  throw new DriverFailed(
    driver,
    what,
    `it answered ${answer.status} with something other than JSON: ${beginningOf(text, LONGEST_SAID)}`,
  );
}

const LONGEST_READ = 10_000;
const LONGEST_SAID = 200;

/** Returns the message of an error body, or else the beginning of the text. */
function saidIn(text: string): string {
  const message = /"message"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text.slice(0, LONGEST_READ))?.[1];
  try {
    return String(JSON.parse(message ?? '')).slice(0, LONGEST_SAID);
  } catch {
    return beginningOf(text, LONGEST_SAID);
  }
}

/** For undoing something: if it does not exist, nothing has to be undone. */
export function ignoreAbsent(error: unknown): void {
  if (!(error instanceof DriverAbsent)) throw error;
}
