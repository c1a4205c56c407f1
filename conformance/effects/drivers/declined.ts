import type { DriverName } from '../../suite/vocabulary.ts';
import { DriverAbsent } from './drivers.ts';
import { isMap } from './read-answer.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * The members of a call that its driver did not honour: those that its answer lists under `declined`, and of `shown` those
 * that the answer has as well, and otherwise. A dot leads deeper: `keys.expired`.
 */
export function declinedIn(asked: Members, answer: unknown, shown: readonly string[] = []): string[] {
  if (!isMap(answer)) return [];
  const names = pathsOf(asked);
  const isAsked = (name: string) => names.some((one) => isWithin(one, name) || isWithin(name, one));
  const otherwise = shown.filter((name) => name in asked && name in answer && !isShown(asked[name], answer[name]));
  return [...new Set([...listedIn(answer).filter(isAsked), ...otherwise])];
}

/** An answer that lists what it declined, be it nothing, says that the rest was done. */
export function tellsDeclined(answer: unknown): boolean {
  return isMap(answer) && Array.isArray(answer['declined']);
}

/** What a call without the member would not bring about is as though there were no such call. */
export function refuseDeclined(driver: DriverName, what: string, declined: readonly string[]): void {
  if (declined.length > 0) throw new DriverAbsent(driver, `${what} with ${declined.join(', ')}`, 'it was declined');
}

export function isWithin(name: string, outer: string): boolean {
  return name === outer || name.startsWith(`${outer}.`);
}

function listedIn(answer: Members): string[] {
  const { declined } = answer;
  return Array.isArray(declined) ? declined.filter((name) => typeof name === 'string') : [];
}

function pathsOf(asked: Members, before = ''): string[] {
  return Object.entries(asked).flatMap(([name, value]) => [
    `${before}${name}`,
    ...(isMap(value) ? pathsOf(value, `${before}${name}.`) : []),
  ]);
}

/** Of a map the members that were asked for have to be there; it may have more. */
function isShown(asked: unknown, seen: unknown): boolean {
  if (!isMap(asked) || !isMap(seen)) return JSON.stringify(asked) === JSON.stringify(seen);
  return Object.entries(asked).every(([name, value]) => isShown(value, seen[name]));
}
