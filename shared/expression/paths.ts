import { isMap } from '../is-map.ts';

/** `body.data[*].id` as segments. */
export type Path = readonly Segment[];
export type Segment = { kind: 'member'; name: string } | { kind: 'index'; index: number } | { kind: 'every' };

const SEGMENT = /(?:^|(?<=.)\.)([^.[\]]+)|\[(?:(\d+)|(\*)|'([^']*)'|"([^"]*)")\]/y;

/** In letters. A path that is much longer would overflow the stack of what follows it. */
const LONGEST = 1_000;

/** Null if the text is not a path. Names of headers are not case-sensitive. */
export function parsePath(text: string): Path | null {
  if (text.length > LONGEST) return null;
  const path: Segment[] = [];
  SEGMENT.lastIndex = 0;
  while (SEGMENT.lastIndex < text.length) {
    const [whole, plain, index, every, single, double] = SEGMENT.exec(text) ?? [];
    if (whole === undefined) return null;
    const name = plain ?? single ?? double;
    if (name !== undefined) path.push({ kind: 'member', name: memberName(name, path) });
    else path.push(every === undefined ? { kind: 'index', index: Number(index) } : { kind: 'every' });
  }
  return path.length === 0 ? null : path;
}

/** Members of `header` are names of headers, unless it is a member of a body that has this name. */
function memberName(name: string, path: Path): string {
  const names = path.map((segment) => (segment.kind === 'member' ? segment.name : ''));
  const isOfHeader = names.at(-1) === 'header' && !names.includes('body') && !names.includes('json');
  return isOfHeader ? name.toLowerCase() : name;
}

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
  const index = indexIn(list, segment);
  if (index === undefined) return list;
  if (rest.length === 0) return list.filter((_, position) => position !== index);
  return list.map((element, position) => (position === index ? withoutPath(element, rest) : element));
}

function indexIn(list: readonly unknown[], segment: Segment): number | undefined {
  if (segment.kind === 'index') return segment.index;
  return segment.kind === 'member' ? { first: 0, last: list.length - 1 }[segment.name] : undefined;
}

export function isEvery(segment: Segment): boolean {
  return segment.kind === 'every' || (segment.kind === 'member' && segment.name === 'each');
}

/** A copy with a value at a path. Missing parts of the path are created, and `[*]` means every element. */
export function withValue(target: unknown, path: Path, value: unknown): unknown {
  return withChange(target, path, () => value);
}

/** Returns the new value at a path; `within` is the map or list that contains it. Undefined leaves it unchanged. */
export type PathChange = (was: unknown, within: unknown) => unknown;

export function withChange(target: unknown, path: Path, change: PathChange, within?: unknown): unknown {
  const [segment, ...rest] = path;
  if (segment === undefined) {
    const made = change(target, within);
    return made === undefined ? target : made;
  }
  if (Array.isArray(target)) return withChangeInList(target, segment, rest, change);
  if (segment.kind !== 'member') return target;
  const members: Record<string, unknown> = isMap(target) ? target : {};
  const made = withChange(members[segment.name], rest, change, target);
  return made === undefined ? target : { ...members, [segment.name]: made };
}

function withChangeInList(list: readonly unknown[], segment: Segment, rest: Path, change: PathChange): unknown {
  const index = isEvery(segment) ? null : indexIn(list, segment);
  return list.map((one, at) => (index === null || index === at ? withChange(one, rest, change, list) : one));
}
