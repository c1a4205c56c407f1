import { type Path, parsePath } from '../../../shared/expression/paths.ts';
import type { Known } from '../../../shared/expression/scope.ts';
import { type Condition, compileCondition } from '../expression/condition.ts';
import { PURE_ARITIES } from '../expression/functions.ts';
import { compileTemplate, type Template } from '../expression/template.ts';
import { ROUTES } from '../vocabulary.ts';
import { childOf, type Node } from '../yaml/node.ts';
import type { Problem } from '../yaml/problem.ts';
import { PLACE, PLACE_SAYS } from './suite-file.ts';

/** What is done to an answer on its way, as a suite of one's own says it. */
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
  /** None means any. */
  routes: readonly { method: string | null; path: RegExp }[];
  method: string | null;
  status: number | null;
  when: Condition | null;
};

/** What the reader of the file found in one entry. */
type Written = {
  id?: string | undefined;
  match?: { method?: string | undefined; route?: string | undefined; status?: number | undefined } | undefined;
  remove?: readonly string[] | undefined;
  status?: number | undefined;
  delay?: number | undefined;
};

/** The names that stand in values and conditions of a change. */
const KNOWN: Known = {
  names: {
    request: { method: true, path: true, header: true, body: true },
    answer: { status: true, header: true, body: true },
  },
  functions: PURE_ARITIES,
};

export function compileChange(
  { id, match = {}, remove = [], status, delay = 0 }: Written,
  node: Node,
  problems: Problem[],
): Change {
  const when = childOf(childOf(node, 'match'), 'if');
  const set = childOf(node, 'set');
  const places = set?.kind === 'map' ? set.entries : [];
  for (const { key, keyPlace } of places)
    if (!PLACE.test(key)) problems.push({ place: keyPlace, message: `${key} must be ${PLACE_SAYS}` });
  return {
    id: id ?? null,
    match: {
      routes: routesOf(match.route),
      method: match.method ?? null,
      status: match.status ?? null,
      when: when === undefined ? null : compileCondition(when, problems, KNOWN),
    },
    set: places.map(({ key, value }) => ({ path: pathOf(key), value: compileTemplate(value, problems, KNOWN) })),
    remove: remove.map(pathOf),
    status: status ?? null,
    delay,
  };
}

/** Whether it does anything at all. */
export function isIdle({ set, remove, status, delay }: Change): boolean {
  return set.length === 0 && remove.length === 0 && status === null && delay === 0;
}

function pathOf(text: string): Path {
  return parsePath(text) ?? [{ kind: 'member', name: text }];
}

function routesOf(route: string | undefined): Match['routes'] {
  if (route === undefined) return [];
  const named: readonly string[] = Object.entries(ROUTES).find(([name]) => name === route)?.[1] ?? [route];
  return named.map((one) => {
    const [path = '', method = null] = one.split(' ').reverse();
    return { method, path: patternOf(path) };
  });
}

/** `/v1/jobs/{job_id}`: braces stand for one segment, and a star for whatever follows. */
function patternOf(path: string): RegExp {
  const source = path
    .split(/(\{[^}]*\}|\*)/)
    .map((part) => (part === '*' ? '.*' : part.startsWith('{') ? '[^/]+' : part.replace(/[.+?^$()|[\]\\]/g, '\\$&')))
    .join('');
  return new RegExp(`^${source}$`);
}
