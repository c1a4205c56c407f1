import { type Path, parsePath, withoutPath, withValue } from '../../../shared/expression/paths.ts';
import type { Known, Scope } from '../../../shared/expression/scope.ts';
import { childOf, type Node } from '../../../shared/yaml/node.ts';
import { type Condition, compileCondition } from '../expression/condition.ts';
import { PURE_ARITIES, PURE_FUNCTIONS } from '../expression/functions.ts';
import { compileTemplate, renderLoose, type Template } from '../expression/template.ts';
import { ROUTES } from '../vocabulary.ts';
import type { Problem } from '../yaml/problem.ts';
import { PLACE, PLACE_SAYS, type WrittenChange } from './suite-file.ts';

/** A change to an answer on its way, as defined by a user's suite. */
export type Change = {
  id: string | null;
  match: Match;
  set: readonly { path: Path; value: Template }[];
  remove: readonly Path[];
  status: number | null;
  /** In milliseconds. */
  delay: number;
};

type Match = {
  /** Empty: any route. */
  routes: readonly { method: string | null; path: RegExp }[];
  method: string | null;
  status: number | null;
  when: Condition | null;
};

/** The names that values and conditions of a change can use. */
const KNOWN: Known = {
  names: {
    request: { method: true, path: true, header: true, body: true },
    answer: { status: true, header: true, body: true },
  },
  functions: PURE_ARITIES,
};

export function compileChange(
  { match, remove = [], status, delay = 0 }: Omit<WrittenChange, 'id'>,
  node: Node,
  problems: Problem[],
): Omit<Change, 'id'> {
  const when = childOf(childOf(node, 'match'), 'if');
  const set = childOf(node, 'set');
  const places = set?.kind === 'map' ? set.entries : [];
  for (const { key, keyPlace } of places)
    if (!PLACE.test(key)) problems.push({ place: keyPlace, message: `${key} must be ${PLACE_SAYS}` });
  return {
    match: {
      routes: routesOf(match?.route ?? null),
      method: match?.method ?? null,
      status: match?.status ?? null,
      when: when === undefined ? null : compileCondition(when, problems, KNOWN),
    },
    set: places.map(({ key, value }) => ({ path: pathOf(key), value: compileTemplate(value, problems, KNOWN) })),
    remove: remove.map(pathOf),
    status,
    delay,
  };
}

/** Returns whether the change has no effect at all. */
export function isIdle({ set, remove, status, delay }: Change): boolean {
  return set.length === 0 && remove.length === 0 && status === null && delay === 0;
}

function pathOf(text: string): Path {
  return parsePath(text) ?? [{ kind: 'member', name: text }];
}

function routesOf(route: string | null): Match['routes'] {
  if (route === null) return [];
  const named: readonly string[] = Object.entries(ROUTES).find(([name]) => name === route)?.[1] ?? [route];
  return named.map((one) => {
    const [path = '', method = null] = one.split(' ').reverse();
    return { method, path: patternOf(path) };
  });
}

/** Compiles a pattern such as `/v1/jobs/{job_id}`: braces match one segment, and a star matches anything. */
function patternOf(path: string): RegExp {
  const source = path
    .split(/(\{[^}]*\}|\*)/)
    .map((part) => (part === '*' ? '.*' : part.startsWith('{') ? '[^/]+' : part.replace(/[.+?^$()|[\]\\]/g, '\\$&')))
    .join('');
  return new RegExp(`^${source}$`);
}

/** A request as a change sees it: the path without its query, and lowercase header names. */
export type SeenRequest = { method: string; path: string; header: Readonly<Record<string, string>>; body: unknown };
/** An answer; `body` is undefined if it is not JSON. */
type SeenAnswer = { status: number; header: Readonly<Record<string, string>>; body: unknown };

/** Returns whether any answer to this request could be changed. */
export function mayMatch({ match }: Change, { method, path }: Pick<SeenRequest, 'method' | 'path'>): boolean {
  if (match.method !== null && match.method !== method) return false;
  if (match.routes.length === 0) return true;
  return match.routes.some((route) => (route.method ?? method) === method && route.path.test(path));
}

/** A changed answer, with the changes that applied and the added delay. */
type ChangedAnswer = SeenAnswer & { delay: number; by: readonly Change[] };

/** Applies the matching changes to an answer, one after the other. */
export function changedAnswer(changes: readonly Change[], request: SeenRequest, answer: SeenAnswer): ChangedAnswer {
  const begun: ChangedAnswer = { ...answer, delay: 0, by: [] };
  return changes.reduce((before, change) => applied(change, request, before), begun);
}

function applied(change: Change, request: SeenRequest, answer: ChangedAnswer): ChangedAnswer {
  const { match, set, remove, status, delay } = change;
  const scope: Scope = { names: { request, answer }, functions: PURE_FUNCTIONS };
  if (!mayMatch(change, request) || (match.status ?? answer.status) !== answer.status) return answer;
  if (match.when !== null && !match.when.evaluate(scope)) return answer;
  const parts: Parts = { header: answer.header, body: answer.body };
  const without = remove.reduce((seen, path) => withoutPath(seen, path) as Parts, parts);
  const { header, body } = set.reduce((seen, { path, value }) => {
    const given = renderLoose(value, scope);
    // A value that cannot be rendered, for example from a header that was not sent, changes nothing.
    return given === undefined ? seen : (withValue(seen, path, given) as Parts);
  }, without);
  const texts = Object.entries(header).map(([name, value]) => [name, String(value)]);
  return {
    status: status ?? answer.status,
    header: Object.fromEntries(texts),
    body,
    delay: answer.delay + delay,
    by: [...answer.by, change],
  };
}

type Parts = Pick<SeenAnswer, 'header' | 'body'>;
