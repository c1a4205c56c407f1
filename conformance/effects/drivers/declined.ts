import { isMap } from '../../../shared/is-map.ts';
import type { DriverName } from '../../suite/vocabulary.ts';
import { DriverAbsent } from './drivers.ts';

type Members = Readonly<Record<string, unknown>>;

/** The default values of a new object's members: declining one of these makes no difference. */
const LEFT_OUT: Readonly<Record<string, unknown>> = {
  threshold: null,
  test_funded: 0,
  webhooks: true,
  disabled: false,
  own_clock: false,
  revoked: false,
  expired: false,
  allowlist: null,
  times: 1,
  hold_at: null,
  ...{ lists: true, cancel: true, delete: true, credits: true },
};

/** `isNew`: the call creates something, so omitted members have their defaults instead of earlier values. */
export type Declining = { shown?: readonly string[]; isNew?: boolean };

/**
 * Returns the members of a call that its driver did not honor: those that its answer lists under `declined`, and those
 * of `shown` that the answer contains with another value. Dots separate levels: `keys.expired`.
 */
export function declinedIn(asked: Members, answer: unknown, { shown = [], isNew = false }: Declining = {}): string[] {
  if (!isMap(answer)) return [];
  const leaves = leavesOf(asked);
  const matters = ([name, value]: Leaf) => !isNew || LEFT_OUT[name.split('.').at(-1) ?? ''] !== value;
  const isMissed = (name: string) =>
    leaves.some((leaf) => (isWithin(leaf[0], name) || isWithin(name, leaf[0])) && matters(leaf));
  const otherwise = shown.filter((name) => name in asked && name in answer && !isShown(asked[name], answer[name]));
  return [...new Set([...listedIn(answer).filter(isMissed), ...otherwise])];
}

/** An answer with a list of what it declined, even an empty one, confirms the rest. */
export function tellsDeclined(answer: unknown): boolean {
  return isMap(answer) && Array.isArray(answer['declined']);
}

/** A call whose effect was partly declined counts as unavailable. */
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

type Leaf = [name: string, value: unknown];

/** Returns the members at every level. */
function leavesOf(asked: Members, before = ''): Leaf[] {
  return Object.entries(asked).flatMap(([name, value]): Leaf[] =>
    isMap(value) && Object.keys(value).length > 0
      ? leavesOf(value, `${before}${name}.`)
      : [[`${before}${name}`, value]],
  );
}

/** A map must contain the requested members, and may contain more. */
function isShown(asked: unknown, seen: unknown): boolean {
  if (!isMap(asked) || !isMap(seen)) return JSON.stringify(asked) === JSON.stringify(seen);
  return Object.entries(asked).every(([name, value]) => isShown(value, seen[name]));
}
