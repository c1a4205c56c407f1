import { parseDuration } from '../../../shared/expression/quantities.ts';
import { didYouMean } from '../../../shared/nearest.ts';
import { childOf, itemsOf, type MapNode, type Node } from '../../../shared/yaml/node.ts';
import { ROLES } from '../vocabulary.ts';
import type { Read } from '../yaml/fields.ts';
import { type Problem, unknownField } from '../yaml/problem.ts';
import { REQUEST } from './fields.ts';
import { FIXTURE_NAMES, MAGIC_IMAGES } from './fixture-names.ts';

/** Reports mistakes in a request that are visible before anything runs. Computed values are only known later. */
export function checkRequest({ key, json, body }: Read<typeof REQUEST>, problems: Problem[]): void {
  refuseOther(key, [...Object.keys(ROLES), 'none'], 'role of a key', problems);
  if (childOf(json, 'of') !== undefined)
    for (const node of itemsOf(childOf(json, 'respell'))) refuseOther(node, RESPELLINGS, 'respelling', problems);
  if (body?.kind !== 'map') return;
  for (const { key: name, keyPlace } of body.entries)
    if (!BODY_FIELDS.includes(name))
      problems.push({ place: keyPlace, message: `a body ${unknownField(name, BODY_FIELDS)}` });
  refuseOther(childOf(body, 'fixture'), FIXTURE_NAMES, 'fixture', problems);
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'];

/** Reports an unknown method. A computed method cannot be checked. */
export function checkMethod(line: Node, problems: Problem[]): void {
  const [, method] = line.kind === 'scalar' ? (/^([A-Z]+) /.exec(String(line.value)) ?? []) : [];
  if (method === undefined || METHODS.includes(method)) return;
  const hint = didYouMean(method, METHODS) || `: it is ${METHODS.join(', ')}`;
  problems.push({ place: line.place, message: `there is no method ${method}${hint}` });
}

const RESPELLINGS = ['member_order', 'whitespace', 'escapes'] as const;
export type Respelling = (typeof RESPELLINGS)[number];

const BODY_FIELDS = ['file', 'type', 'fixture', 'truncate', 'prepend', 'append', 'base64', 'text', 'spaces', 'zeros'];

/**
 * A twin equals its original except for its `change`. Anything else it specifies for the request would be ignored, so
 * it is a mistake.
 */
export function checkTwin(own: MapNode, change: MapNode | undefined, problems: Problem[]): void {
  for (const { key, keyPlace } of own.entries)
    if (key === 'call' || Object.hasOwn(REQUEST, key))
      problems.push({
        place: keyPlace,
        message: `a twin repeats its original: put ${key === 'call' ? 'method or path' : key} under change`,
      });
  for (const { key, keyPlace } of change?.entries ?? []) {
    const [first = ''] = key.split(/[.[]/);
    if (!CHANGEABLE.includes(first))
      problems.push({ place: keyPlace, message: `a request has no ${first} to change${nearOrAll(first, CHANGEABLE)}` });
  }
  checkChangedLine(change, problems);
}

function checkChangedLine(change: MapNode | undefined, problems: Problem[]): void {
  const method = childOf(change, 'method');
  const path = childOf(change, 'path');
  if (method?.kind === 'scalar' && !isWorkedOut(method))
    checkMethod({ ...method, value: `${method.value} ` }, problems);
  if (path?.kind === 'scalar' && !isWorkedOut(path) && !String(path.value).startsWith('/'))
    problems.push({ place: path.place, message: `a path begins with a slash, as /v1/jobs: ${path.value} does not` });
}

const CHANGEABLE = ['method', 'path', 'query', 'key', 'headers', 'json', 'respell', 'body', 'timeout', 'retry'];

/** Reports an invalid duration, unless it is computed. */
export function checkDuration(node: Node | undefined, what: string, problems: Problem[]): void {
  if (node?.kind !== 'scalar' || isWorkedOut(node) || parseDuration(node.value) !== null) return;
  problems.push({ place: node.place, message: `${what} must be a length of time, such as 30s or 1h30m` });
}

function refuseOther(node: Node | undefined, known: readonly string[], what: string, problems: Problem[]): void {
  if (node?.kind !== 'scalar' || isWorkedOut(node) || known.includes(String(node.value))) return;
  const choice = what === 'fixture' ? FIXTURE_CHOICE : `: it is ${known.join(', ')}`;
  const word = String(node.value);
  problems.push({ place: node.place, message: `there is no ${what} ${word}${didYouMean(word, known) || choice}` });
}

const FIXTURE_CHOICE = `: it is face, a face and its format such as ${FIXTURE_NAMES[1]}, or ${MAGIC_IMAGES.join(', ')}`;

function nearOrAll(word: string, known: readonly string[]): string {
  return didYouMean(word, known) || `: it has ${known.join(', ')}`;
}

function isWorkedOut(node: Node): boolean {
  return node.kind === 'scalar' && String(node.value).includes('${');
}
