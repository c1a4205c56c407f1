import { childOf, type Node, type Place, plain } from '../../../shared/yaml/node.ts';
import { KINDS, REQUEST_KINDS } from '../../suite/scenario/fields.ts';
import { rowsOf, substitute } from '../../suite/scenario/rows.ts';
import type { Scenario } from '../../suite/scenario/suite.ts';
import type { Problem } from '../../suite/yaml/problem.ts';
import { routeOf } from '../../target/routes.ts';

/**
 * Steps that expect a refusal without an accepted twin: such a check also passes on a server that refuses everything. A
 * twin, or an accepted call of the same method and path, proves the reason of the refusal. A 404 for a path that the
 * service does not have needs no twin, since nothing there can be accepted. `accepted` are the calls of the set-ups,
 * which are not refused.
 */
export function refusalsAlone(scenario: Scenario, accepted: ReadonlySet<string>): Problem[] {
  const rows = rowsOf(childOf(scenario.node, 'matrix'), []);
  const unpaired = rows.flatMap((row) => unpairedIn(substitute(scenario.node, { row, arm: new Map() }), accepted));
  const places = new Map(unpaired.map((place) => [`${place.line}:${place.column}`, place]));
  return [...places.values()].map((place) => ({ place, message: UNPAIRED }));
}

/** The calls of a scenario or a set-up that are not refused: `GET /v1/jobs/*`. */
export function acceptedCalls(node: Node): string[] {
  return requestsOf(node).flatMap(({ line, isRefused }) => (line === null || isRefused ? [] : [line]));
}

const UNPAIRED =
  'this step expects a refusal without an accepted twin: add a step with {twin_of: …, change: …} that differs in one value';

type Request = {
  id: string | null;
  /** Null if the step is a twin that changes the path. */
  line: string | null;
  twinOf: string | null;
  isRefused: boolean;
  /** Whether the step expects a 404 and nothing else. */
  isNotFound: boolean;
  place: Place;
};

function unpairedIn(node: Node, accepted: ReadonlySet<string>): Place[] {
  const requests = requestsOf(node);
  const known = new Set([...accepted, ...acceptedCalls(node)]);
  const isPaired = ({ id, line, twinOf, isNotFound }: Request) =>
    (line !== null && (known.has(line) || (isNotFound && isNowhere(line)))) ||
    requests.some((other) => !other.isRefused && (isSame(other.id, twinOf) || isSame(other.twinOf, id)));
  return requests.filter((one) => one.isRefused && !isPaired(one)).map(({ place }) => place);
}

/** Whether a call has no route in the service. A path that begins with an expression may have one. */
function isNowhere(line: string): boolean {
  const [method = '', path = ''] = line.split(' ');
  return path.startsWith('/') && routeOf(method, path) === null;
}

function isSame(one: string | null, other: string | null): boolean {
  return one !== null && one === other;
}

function requestsOf(node: Node): Request[] {
  const standard = textOf(childOf(childOf(node, 'defaults'), 'call'));
  const lists = [childOf(node, 'given'), childOf(node, 'steps')];
  const steps = lists.flatMap((list) => (list?.kind === 'list' ? list.items : []));
  const requests: Request[] = [];
  for (const step of steps) {
    const request = requestOf(step, standard, requests);
    if (request !== null) requests.push(request);
  }
  return requests;
}

const OTHERS = KINDS.filter((kind) => !REQUEST_KINDS.includes(kind));

function requestOf(step: Node, standard: string | null, before: readonly Request[]): Request | null {
  const [own] = REQUEST_KINDS.map((kind) => childOf(step, kind)).filter((line) => line !== undefined);
  if (own === undefined && OTHERS.some((kind) => childOf(step, kind) !== undefined)) return null;
  const twinOf = textOf(childOf(step, 'twin_of'));
  const expected = statusesOf(step);
  return {
    id: textOf(childOf(step, 'id')),
    twinOf,
    line: own === undefined && twinOf !== null ? lineOfTwin(step, twinOf, before) : shapeOf(textOf(own) ?? standard),
    isRefused: expected.length > 0 && expected.every(meansRefusal),
    isNotFound: expected.length > 0 && expected.every((status) => status === 404),
    place: step.place,
  };
}

/** A twin has the call of the step that it names, unless it changes the method or the path. */
function lineOfTwin(step: Node, twinOf: string, before: readonly Request[]): string | null {
  const change = childOf(step, 'change');
  const isCallChanged = ['path', 'method', 'call'].some((name) => childOf(change, name) !== undefined);
  return isCallChanged ? null : (before.find(({ id }) => id === twinOf)?.line ?? null);
}

/** `GET /v1/jobs/*`: the call without its ids. */
function shapeOf(line: string | null): string | null {
  return line?.replace(/\$\{[^}]*\}/g, '*') ?? null;
}

/** Every status that a step expects. A step that may also be accepted is its own twin. */
function statusesOf(step: Node): unknown[] {
  const expect = childOf(step, 'expect');
  if (expect?.kind !== 'map') return [];
  const values = [childOf(expect, 'status'), ...expect.entries.map(({ value }) => childOf(value, 'status'))];
  return values.filter((status) => status !== undefined).map(plain);
}

/** Whether a status is 400 or above, or a list of such statuses. Other operators do not count as refusals. */
function meansRefusal(status: unknown): boolean {
  if (typeof status === 'number') return status >= 400;
  const list = typeof status === 'object' && status !== null && 'in' in status ? status.in : null;
  return Array.isArray(list) && list.length > 0 && list.every(meansRefusal);
}

function textOf(node: Node | undefined): string | null {
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : null;
}
