import { pathOf, queryOf } from '../adapters/wire-request.ts';
import type { WireRequest } from '../world/wire.ts';

type Reading = Pick<WireRequest, 'path' | 'query'>;

/** A path and a query as they are read of a target. */
export function readTarget(target: string): Reading {
  const url = `http://emulator${target.startsWith('/') ? '' : '/'}${target}`;
  return { path: pathOf(url), query: queryOf(url) };
}

/** Whether what was read of a request follows from its target. */
export function isReadFrom(target: string, { path, query }: Reading): boolean {
  const read = readTarget(target);
  return read.path === path && JSON.stringify(read.query) === JSON.stringify(query);
}

export function readingOf({ path, query }: Reading): { path: string; query: [string, string][] } {
  return { path, query: query.map(([name, value]) => [name, value]) };
}
