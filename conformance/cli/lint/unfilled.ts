import { parsePath } from '../../../shared/expression/paths.ts';
import { didYouMean } from '../../../shared/nearest.ts';
import type { OwnSuite } from '../../suite/own/own-suite.ts';
import type { MapEntry, Node } from '../../suite/yaml/node.ts';
import { plain } from '../../suite/yaml/node.ts';
import type { Problem } from '../../suite/yaml/problem.ts';

/** What was left open by whoever began a file. */
const PLACEHOLDER = /^(?:…|\.\.\.|(?:TO|FIX)(?:DO|ME)\b.*)$/;

export function placeholders(nodes: readonly Node[]): Problem[] {
  return nodes.flatMap(allBelow).flatMap((node) => {
    if (node.kind !== 'scalar' || typeof node.value !== 'string' || !PLACEHOLDER.test(node.value)) return [];
    return [{ place: node.place, message: `${node.value} is to be filled in` }];
  });
}

/** Every name that a shape gives to a member of anything, and that a draft puts into an answer. */
export function memberNames(shapes: readonly Node[], suites: readonly OwnSuite[]): Set<string> {
  const inShapes = shapes.flatMap((node) => propertiesIn(plain(node)));
  const inDrafts = suites.flatMap(({ draft }) =>
    draft.flatMap(({ set }) => set.flatMap(({ path, value }) => [...namesOf(path), ...namesIn(value)])),
  );
  return new Set([...inShapes, ...inDrafts]);
}

/** Expectations of members of a body that neither a shape nor a draft names: most often they are misspelled. */
export function unknownMembers(scenarios: readonly Node[], known: ReadonlySet<string>): Problem[] {
  return scenarios.flatMap(entriesBelow).flatMap(({ key, keyPlace: place }) => {
    const path = /^body[.[]/.test(key) && !key.includes('${') ? parsePath(key) : null;
    const unknown = namesOf(path ?? []).slice(1);
    const open = unknown.findIndex((name) => OPEN.includes(name));
    const name = unknown
      .slice(0, open === -1 ? undefined : open)
      .find((one) => !known.has(one) && !OF_LISTS.includes(one));
    if (name === undefined) return [];
    const remedy = 'put it into a shape of your own in schemas/, or into draft';
    return [{ place, message: `no shape has a member ${name}${didYouMean(name, [...known])}; ${remedy}` }];
  });
}

/** Below these the specification names nothing. */
const OPEN: readonly string[] = ['details', 'unit_costs'];
const OF_LISTS: readonly string[] = ['each', 'first', 'last', 'count'];

function namesOf(path: NonNullable<ReturnType<typeof parsePath>>): string[] {
  return path.flatMap((segment) => (segment.kind === 'member' ? [segment.name] : []));
}

function propertiesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = Object.entries(schema).flatMap(([key, value]) =>
    key === 'properties' && typeof value === 'object' && value !== null ? Object.keys(value) : [],
  );
  return [...own, ...Object.values(schema).flatMap(propertiesIn)];
}

/** The names of all members of a value. */
function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap(namesIn)];
}

function allBelow(node: Node): Node[] {
  if (node.kind === 'scalar') return [node];
  return node.kind === 'list' ? node.items.flatMap(allBelow) : node.entries.flatMap(({ value }) => allBelow(value));
}

function entriesBelow(node: Node): MapEntry[] {
  if (node.kind === 'scalar') return [];
  if (node.kind === 'list') return node.items.flatMap(entriesBelow);
  return node.entries.flatMap((entry) => [entry, ...entriesBelow(entry.value)]);
}
