import { type Finding, HELD, type Target, untested, violated } from './finding.ts';

/** `body.data[*].id` as segments. */
export type Path = readonly Segment[];
type Segment = { kind: 'member'; name: string } | { kind: 'index'; index: number } | { kind: 'every' };

const SEGMENT = /(?:^|(?<=.)\.)([^.[\]]+)|\[(?:(\d+)|(\*)|'([^']*)'|"([^"]*)")\]/y;

/** Null where the text is no path. A header is looked up whatever the case it is written in. */
export function parsePath(text: string): Path | null {
  const path: Segment[] = [];
  SEGMENT.lastIndex = 0;
  while (SEGMENT.lastIndex < text.length) {
    const [whole, plain, index, every, single, double] = SEGMENT.exec(text) ?? [];
    if (whole === undefined) return null;
    const name = plain ?? single ?? double;
    if (name !== undefined) path.push({ kind: 'member', name: isHeaderName(path) ? name.toLowerCase() : name });
    else path.push(every === undefined ? { kind: 'index', index: Number(index) } : { kind: 'every' });
  }
  return path.length === 0 ? null : path;
}

/** Below `header` stand names of headers, unless it is a member of a body that happens to be called so. */
function isHeaderName(path: Path): boolean {
  const names = path.map((segment) => (segment.kind === 'member' ? segment.name : ''));
  return names.at(-1) === 'header' && !names.includes('body') && !names.includes('json');
}

/** The result of following a path: one target, or one for each element, or the finding why there is none. */
export type Followed = { targets: readonly Target[]; finding: Finding };

export function follow(path: Path, target: Target): Followed {
  let followed: Followed = one(target);
  for (const segment of path) {
    const [only] = followed.targets;
    // Most paths lead from one place to the next, and very many are followed.
    const isPlain = only !== undefined && followed.targets.length === 1 && followed.finding === HELD;
    followed = isPlain ? step(segment, only) : stepEach(segment, followed);
  }
  return followed;
}

function stepEach(segment: Segment, { targets, finding: before }: Followed): Followed {
  const steps = targets.map((each) => step(segment, each));
  return {
    targets: steps.flatMap((each) => each.targets),
    finding: {
      mismatches: [...before.mismatches, ...steps.flatMap(({ finding }) => finding.mismatches)],
      untested: [...before.untested, ...steps.flatMap(({ finding }) => finding.untested)],
    },
  };
}

/** The value at a path, for observations: a list where the path goes over every element. */
export function valueAt(subject: unknown, text: string): unknown {
  const path = parsePath(text);
  if (path === null) return undefined;
  const values = follow(path, { value: subject, pointer: '' }).targets.map(({ value }) => value);
  return path.some(isEvery) ? values : values[0];
}

function isEvery(segment: Segment): boolean {
  return segment.kind === 'every' || (segment.kind === 'member' && segment.name === 'each');
}

function step(segment: Segment, target: Target): Followed {
  if (segment.kind === 'every') return everyElement(target);
  if (segment.kind === 'index') return one(memberOf(target, String(segment.index)));
  return Array.isArray(target.value) ? ofList(segment.name, target, target.value) : one(memberOf(target, segment.name));
}

function ofList(name: string, target: Target, list: readonly unknown[]): Followed {
  if (name === 'each') return everyElement(target);
  if (name === 'count') return one({ value: list.length, pointer: `${target.pointer}/count` });
  if (name !== 'first' && name !== 'last') return one(memberOf(target, name));
  // Without any answer, an expectation of the first one is untested.
  if (list.length === 0 && target.pointer === '') return none(nothingIn(target));
  return one(memberOf(target, String(name === 'first' ? 0 : Math.max(0, list.length - 1))));
}

export function everyElement(target: Target): Followed {
  if (!Array.isArray(target.value)) return none(violated(target, 'a list'));
  if (target.value.length === 0) return none(nothingIn(target));
  return { targets: elementsOf(target.value, target.pointer), finding: HELD };
}

export function elementsOf(list: readonly unknown[], pointer: string): Target[] {
  return list.map((value, index) => ({ value, pointer: `${pointer}/${index}` }));
}

/** An empty list leaves an expectation of its elements untested. */
export function nothingIn({ pointer }: Target): Finding {
  return untested(`${pointer === '' ? 'the list' : pointer} is empty, so there is nothing to judge`);
}

export function memberOf({ value, pointer }: Target, name: string): Target {
  const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  const member = isThere ? (value as Record<string, unknown>)[name] : undefined;
  return { value: member, pointer: `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` };
}

function one(target: Target): Followed {
  return { targets: [target], finding: HELD };
}

function none(finding: Finding): Followed {
  return { targets: [], finding };
}

/** A copy of a value without what stands at a path. */
export function withoutPath(value: unknown, path: Path): unknown {
  const [segment, ...rest] = path;
  if (segment === undefined || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return withoutInList(value, segment, rest);
  if (segment.kind !== 'member' || !Object.hasOwn(value, segment.name)) return value;
  const { [segment.name]: member, ...others } = value as Record<string, unknown>;
  return rest.length === 0 ? others : { ...others, [segment.name]: withoutPath(member, rest) };
}

function withoutInList(list: readonly unknown[], segment: Segment, rest: Path): unknown {
  if (isEvery(segment)) return rest.length === 0 ? [] : list.map((element) => withoutPath(element, rest));
  const index = segment.kind === 'index' ? segment.index : { first: 0, last: list.length - 1 }[nameOf(segment)];
  if (index === undefined) return list;
  if (rest.length === 0) return list.filter((_, position) => position !== index);
  return list.map((element, position) => (position === index ? withoutPath(element, rest) : element));
}

function nameOf(segment: Segment): string {
  return segment.kind === 'member' ? segment.name : '';
}
