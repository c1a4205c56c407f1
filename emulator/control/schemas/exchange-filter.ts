import { METHODS } from 'node:http';
import type * as z from 'zod';
import { didYouMean } from '../../../shared/nearest.ts';
import type { Readings } from '../../../shared/questions/generated/readings.ts';
import { ERROR_TABLE, type FieldProblem } from '../../domain/errors.ts';
import { ROUTES } from '../../domain/routes.ts';
import { type ExchangeFilter, type filterSchema, fingerprintOfKey } from '../../domain/test-control/exchange.ts';
import { BadInput } from '../../domain/values/bad-input.ts';
import { JOB_ERROR_CODES } from '../../domain/vocabulary.ts';
import type { WorldHost } from '../../runtime/world-host.ts';

export type FilterInput = z.input<typeof filterSchema>;

/** The filter as the journal has it, with ids of keys. A mistyped name is refused, since it would match nothing. */
export function knownFilter(host: WorldHost, what: string, filter: ExchangeFilter, at = '') {
  const problems = Object.entries(PROBLEMS).flatMap(([name, problemOf]): FieldProblem[] => {
    const wanted = filter[name as keyof typeof PROBLEMS];
    const problem = wanted === undefined ? null : problemOf(wanted, host);
    return problem === null ? [] : [{ path: `${at}${name}`, problem }];
  });
  if (problems.length > 0) throw new BadInput(what, problems);
  return filter.key === undefined ? filter : { ...filter, key: keyName(host, filter.key) };
}

const PROBLEMS: Record<'route' | 'method' | 'code' | 'key', (wanted: string, host: WorldHost) => string | null> = {
  route: routeProblem,
  method: (wanted) => (METHODS.includes(wanted) ? null : `is not a method${didYouMean(wanted, METHODS)}`),
  code: codeProblem,
  key: keyProblem,
};

const ROUTE_NAMES = Object.values(ROUTES).map(({ name }) => name);

/** The problem with the name of a route; null if the route exists. */
export function routeProblem(route: string): string | null {
  if (ROUTE_NAMES.includes(route)) return null;
  const near = didYouMean(route, ROUTE_NAMES);
  return `is not a route${near === '' ? '; the' : `${near} The`} routes are: ${ROUTE_NAMES.join(', ')}`;
}

/** The problem with an error code; null if it is valid, also by an active deviation or an exchange. */
function codeProblem(code: string, { world, journal }: WorldHost): string | null {
  const known = codesUnder(world.settings.readings);
  if (known.includes(code) || world.state.deviations.size > 0 || journal.find({ code }).length > 0) return null;
  return `is not a code of this service${didYouMean(code, known) || `; its codes are ${known.join(', ')}`}`;
}

function codesUnder(readings: Readings): string[] {
  const codes = Object.values(ERROR_TABLE).map(({ code }) => code);
  return [...new Set([...codes, ...Object.values(readings.codes), readings.quota_code, ...JOB_ERROR_CODES])];
}

const KEY_ID = /^key_[0-9a-z]+$/;

function keyProblem(key: string, { world, journal }: WorldHost): string | null {
  if (!KEY_ID.test(key) || [...world.state.keys.values()].some(({ id }) => id === key)) return null;
  return journal.find({ key }).length > 0 ? null : 'is not the id of a key of this world';
}

/** The name of a key in the journal, which contains no secrets: its id, or the fingerprint of an unknown key. */
function keyName({ world }: WorldHost, key: string): string {
  const isName = KEY_ID.test(key) || key.includes('…') || key.startsWith('unknown_');
  return world.state.keys.get(key)?.id ?? (isName ? key : fingerprintOfKey(key));
}
