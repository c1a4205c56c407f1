import { rowsOf, substitute } from '../../suite/scenario/rows.ts';
import type { Scenario } from '../../suite/scenario/suite.ts';
import { childOf, type Node, type Place, plain } from '../../suite/yaml/node.ts';
import type { Problem } from '../../suite/yaml/problem.ts';

/**
 * Steps that expect a refusal without an accepted twin: such a check holds on a server that refuses everything as well. A
 * twin, or an accepted call of the same method and path, shows what the refusal is about. `accepted` are the calls of the
 * set-ups, which are not refused.
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
  'this step expects a refusal, and no twin of it is accepted: add {twin_of: it, change: …} that differs in one value';

type Request = { id: string | null; line: string | null; twinOf: string | null; isRefused: boolean; place: Place };

function unpairedIn(node: Node, accepted: ReadonlySet<string>): Place[] {
  const requests = requestsOf(node);
  const known = new Set([...accepted, ...acceptedCalls(node)]);
  const isPaired = ({ id, line, twinOf }: Request) =>
    (line !== null && known.has(line)) ||
    requests.some((other) => !other.isRefused && (isSame(other.id, twinOf) || isSame(other.twinOf, id)));
  return requests.filter((one) => one.isRefused && !isPaired(one)).map(({ place }) => place);
}

function isSame(one: string | null, other: string | null): boolean {
  return one !== null && one === other;
}

function requestsOf(node: Node): Request[] {
  const standard = textOf(childOf(childOf(node, 'defaults'), 'call'));
  const lists = [childOf(node, 'given'), childOf(node, 'steps')];
  const steps = lists.flatMap((list) => (list?.kind === 'list' ? list.items : []));
  return steps.flatMap((step) => requestOf(step, standard) ?? []);
}

const SENDING = ['call', 'poll', 'walk'];
const OTHERS = ['use', 'let', 'value', 'drive', 'hook', 'receive', 'collect', 'wait', 'offset', 'erase'];

function requestOf(step: Node, standard: string | null): Request | null {
  const [own] = SENDING.map((kind) => childOf(step, kind)).filter((line) => line !== undefined);
  if (own === undefined && OTHERS.some((kind) => childOf(step, kind) !== undefined)) return null;
  const twinOf = textOf(childOf(step, 'twin_of'));
  const line = own === undefined && twinOf !== null ? null : shapeOf(textOf(own) ?? standard);
  return { id: textOf(childOf(step, 'id')), twinOf, line, isRefused: isRefused(step), place: step.place };
}

/** `GET /v1/jobs/*`: the call with its ids left out. */
function shapeOf(line: string | null): string | null {
  return line?.replace(/\$\{[^}]*\}/g, '*') ?? null;
}

/** Whether every expected status is a refusal. A step that may be accepted as well is its own twin. */
function isRefused(step: Node): boolean {
  const expect = childOf(step, 'expect');
  if (expect?.kind !== 'map') return false;
  const values = [childOf(expect, 'status'), ...expect.entries.map(({ value }) => childOf(value, 'status'))];
  const statuses = values.filter((status) => status !== undefined);
  return statuses.length > 0 && statuses.every((status) => meansRefusal(plain(status)));
}

/** Whether a status is 400 or above, or one of several such; any other operator is no refusal. */
function meansRefusal(status: unknown): boolean {
  if (typeof status === 'number') return status >= 400;
  const list = typeof status === 'object' && status !== null && 'in' in status ? status.in : null;
  return Array.isArray(list) && list.length > 0 && list.every(meansRefusal);
}

function textOf(node: Node | undefined): string | null {
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : null;
}
