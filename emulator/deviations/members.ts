import { isMap } from '../../shared/is-map.ts';
import type { AnswerTemplate } from '../domain/test-control/answer-template.ts';
import type { AnyJson } from './deviation.ts';

/** What a value can refer to besides the members of the body: `{now}`, `{field}`, `{tag}`. */
export type Known = Readonly<Record<string, string>>;

type Edits = Pick<AnswerTemplate['answer'], 'members' | 'renamed' | 'without'>;

/** Edits members by their paths. References in values mean the members before the edit. */
export function editMembers(json: AnyJson, { members, renamed, without }: Edits, known: Known): void {
  const before = structuredClone(json);
  // Deeper members come first, since their paths contain the old names.
  for (const [path, name] of Object.entries(renamed).toSorted(deepestFirst))
    for (const [parent, was] of placesOf(json, path)) rename(parent, was, name);
  for (const path of without) for (const [parent, name] of placesOf(json, path)) delete parent[name];
  for (const [path, value] of Object.entries(members))
    for (const [parent, name] of placesOf(json, path, true))
      parent[name] = filledIn(value, { ...before, ...parent }, known);
}

function deepestFirst([one]: [string, string], [other]: [string, string]): number {
  return other.split('.').length - one.split('.').length;
}

/** Keeps the order of the other members. */
function rename(parent: Record<string, unknown>, was: string, name: string): void {
  const all = Object.entries(parent);
  for (const [own] of all) delete parent[own];
  for (const [own, value] of all) parent[own === was ? name : own] = value;
}

/** The value at a path without lists; undefined if there is none. */
export function valueAt(json: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((found, name) => (isMap(found) ? found[name] : undefined), json);
}

type Step = { name: string; isList: boolean; key: string; value: string };

/** `data[].id` selects each item, `concerns[concern=acne].score` those with this member. */
function stepOf(text: string): Step {
  const [, name = '', list, key = '', value = ''] = /^([\w-]+)(\[(?:([\w-]+)=([\w-]+))?\])?$/.exec(text) ?? [];
  return { name, isList: list !== undefined, key, value };
}

/** The objects that have, or can get, the member at the end of a path, with its name. */
function placesOf(json: unknown, path: string, isMade = false): [parent: Record<string, unknown>, name: string][] {
  const steps = path.split('.').map(stepOf);
  const last = steps.pop();
  if (last === undefined) return [];
  const parents = steps.reduce<unknown[]>((found, step) => found.flatMap((one) => within(one, step, isMade)), [json]);
  return parents.filter(isMap).flatMap((parent) => (isMade || last.name in parent ? [[parent, last.name]] : []));
}

/** The values that a step selects. A missing object is created, but null is kept, since it is absent on purpose. */
function within(from: unknown, { name, isList, key, value }: Step, isMade: boolean): unknown[] {
  if (!isMap(from)) return [];
  if (isMade && !isList && from[name] === undefined) from[name] = {};
  const found = from[name];
  if (!isList) return [found];
  return Array.isArray(found) ? found.filter((item) => key === '' || (isMap(item) && String(item[key]) === value)) : [];
}

/** Replaces references in a value, as in `/v1/assets/{id}`. An unknown reference is kept. */
export function filledIn(value: unknown, json: unknown, known: Known): unknown {
  if (typeof value !== 'string') return value;
  const named = (path: string) => valueAt(json, path) ?? known[path];
  const whole = /^\{([\w.-]+)\}$/.exec(value)?.[1];
  if (whole !== undefined) return named(whole) ?? value;
  return value.replace(/\{([\w.-]+)\}/g, (text, path: string) => String(named(path) ?? text));
}
