import { METHODS } from 'node:http';
import * as z from 'zod';
import { BadInput } from '../domain/bad-input.ts';
import { ERROR_TABLE, type FieldProblem } from '../domain/errors.ts';
import { type ExchangeFilter, fingerprintOfKey } from '../domain/exchange.ts';
import { nearestWord } from '../domain/nearest.ts';
import type { Readings } from '../domain/readings.ts';
import { JOB_ERROR_CODES } from '../domain/vocabulary.ts';
import type { WorldHost } from '../runtime/world-host.ts';

export const filterSchema = z
  .strictObject({
    route: z.string().describe('as POST /v1/jobs/:id/cancel'),
    method: z.string().describe('as GET'),
    path: z
      .string()
      .regex(/^[/*][^?]*$/, 'must be a path without its query, such as /v1/jobs/*')
      .describe('the whole path; * stands for any text'),
    status: z.coerce.number<number | string>().int().min(100).max(599).describe('the status of the answer'),
    code: z.string().describe('the error code of a refusal'),
    key: z.string().describe('a key by its secret, its id or as it is masked'),
    idempotency_key: z.string().describe('the Idempotency-Key of the request'),
    body_contains: z.string().describe('a text that the body of the request has'),
  })
  .partial();

export type FilterInput = z.input<typeof filterSchema>;

/**
 * The filter as the journal takes it, with keys by their ids. A name that does not exist is refused: a mistyped one would
 * match nothing, and look like a valid answer.
 */
export function knownFilter(host: WorldHost, routes: readonly string[], what: string, filter: ExchangeFilter, at = '') {
  const problems = Object.entries(PROBLEMS).flatMap(([name, problemOf]): FieldProblem[] => {
    const wanted = filter[name as keyof typeof PROBLEMS];
    const problem = wanted === undefined ? null : problemOf(wanted, { host, routes });
    return problem === null ? [] : [{ path: `${at}${name}`, problem }];
  });
  if (problems.length > 0) throw new BadInput(what, problems);
  return filter.key === undefined ? filter : { ...filter, key: keyName(host, filter.key) };
}

type Around = { host: WorldHost; routes: readonly string[] };

const PROBLEMS: Record<'route' | 'method' | 'code' | 'key', (wanted: string, around: Around) => string | null> = {
  route: (wanted, { routes }) => routeProblem(wanted, routes),
  method: (wanted) => (METHODS.includes(wanted) ? null : `is no method${didYouMean(wanted, METHODS)}`),
  code: (wanted, { host }) => codeProblem(wanted, host),
  key: (wanted, { host }) => keyProblem(wanted, host),
};

/** The problem with the name of a route; null where the route exists. */
export function routeProblem(route: string, routes: readonly string[]): string | null {
  if (routes.includes(route)) return null;
  return `is no route${didYouMean(route, routes) || '.'} The routes are: ${routes.join(', ')}`;
}

function didYouMean(word: string, known: readonly string[]): string {
  const near = nearestWord(word, known);
  return near === null ? '' : `; did you mean ${near}?`;
}

/** The problem with an error code. A deviation may answer any code, so one that is on, or an exchange with the code, allows it. */
function codeProblem(code: string, { world, journal }: WorldHost): string | null {
  const known = codesUnder(world.settings.readings);
  if (known.includes(code) || world.state.deviations.size > 0 || journal.find({ code }).length > 0) return null;
  return `is no code of this service${didYouMean(code, known) || `; its codes are ${known.join(', ')}`}`;
}

function codesUnder(readings: Readings): string[] {
  const codes = Object.values(ERROR_TABLE).map(({ code }) => (typeof code === 'string' ? code : code(readings)));
  return [...new Set([...codes, ...JOB_ERROR_CODES])];
}

const KEY_ID = /^key_[0-9a-z]+$/;

function keyProblem(key: string, { world, journal }: WorldHost): string | null {
  if (!KEY_ID.test(key) || [...world.state.keys.values()].some(({ id }) => id === key)) return null;
  return journal.find({ key }).length > 0 ? null : 'is the id of no key of this world';
}

/** The name of a key in the journal, which holds no secrets: its id, or the fingerprint of an unknown key. */
function keyName({ world }: WorldHost, key: string): string {
  const isName = KEY_ID.test(key) || key.includes('…') || key.startsWith('unknown_');
  return world.state.keys.get(key)?.id ?? (isName ? key : fingerprintOfKey(key));
}
