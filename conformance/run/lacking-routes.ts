import type { Evidence } from '../judge/evidence.ts';
import { ROUTES, type RouteName } from '../suite/vocabulary.ts';
import { routeOf } from '../target/routes.ts';
import type { InstanceRun } from './instance-run.ts';

/** The operations that every server has, each with the rule that it breaks by not having it. */
const REQUIRED = {
  upload: 'UPLOAD-JPEG',
  asset: 'ASSET-READ-200',
  content: 'RESULT-CONTENT-200',
  job: 'JOB-READ-200',
  usage: 'USAGE-200',
} as const satisfies Partial<Record<RouteName, string>>;
type Required = keyof typeof REQUIRED;

type Played = Pick<InstanceRun, 'id' | 'tape'>;

/**
 * If a server lacks a required operation, one rule is broken by that. Its answers show nothing about other rules, so
 * whatever else was seen in them is marked as untested.
 */
export function withoutLacking(evidence: readonly Evidence[], instances: readonly Played[]): Evidence[] {
  const lacking = lackingIn(evidence, instances);
  if (lacking.length === 0) return [...evidence];
  const tapes = new Map(instances.map(({ id, tape }) => [id, tape.map(requiredIn)]));
  return evidence.map((one) => {
    if (one.outcome === 'untested') return one;
    const asked = tapes.get(one.instance) ?? [];
    // A breach without an exchange is about values that were computed from earlier answers.
    const isOfValues = one.exchanges.length === 0 && one.outcome === 'violated';
    const own = isOfValues ? asked : one.exchanges.map((position) => asked[position]);
    const route = lacking.find((name) => own.includes(name));
    if (route === undefined || REQUIRED[route] === one.rule) return one;
    const { spared: _, ...rest } = one;
    const detail = `${REQUIRED[route]} is broken: ${ROUTES[route][0]} always returns 404`;
    return { ...rest, outcome: 'untested', reason: 'premise', detail, mismatches: [] };
  });
}

/** Returns the required operations that are answered like an unknown path, each time, while others are there. */
function lackingIn(evidence: readonly Evidence[], instances: readonly Played[]): Required[] {
  const broken = new Set(evidence.flatMap(({ rule, outcome }) => (outcome === 'violated' ? [rule] : [])));
  const suspects = (Object.keys(REQUIRED) as Required[]).filter((name) => broken.has(REQUIRED[name]));
  if (suspects.length === 0) return [];
  const statuses = new Map<Required, Set<number>>(suspects.map((name) => [name, new Set()]));
  let isThere = false;
  for (const entry of instances.flatMap(({ tape }) => tape)) {
    const status = entry.kind === 'exchange' ? entry.exchange.answer?.status : undefined;
    if (status === undefined) continue;
    isThere ||= status < 400;
    const route = requiredIn(entry);
    if (route !== null) statuses.get(route)?.add(status);
  }
  return isThere ? suspects.filter((name) => isAbsence([...(statuses.get(name) ?? [])])) : [];
}

/** An answer about the key, the load or a failure says nothing about the operation. */
function isAbsence(statuses: readonly number[]): boolean {
  return statuses.includes(404) && statuses.every((status) => [401, 403, 404, 429].includes(status) || status >= 500);
}

function requiredIn(entry: InstanceRun['tape'][number]): Required | null {
  if (entry.kind !== 'exchange') return null;
  const { method, url } = entry.exchange.request;
  const name = routeOf(method === 'HEAD' ? 'GET' : method, url)?.name;
  return name !== undefined && Object.hasOwn(REQUIRED, name) ? (name as Required) : null;
}
