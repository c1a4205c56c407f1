import { isEvery, type Path, parsePath, type Segment } from '../../../shared/expression/paths.ts';
import { type Finding, HELD, type Target, untested, violated } from './finding.ts';

/**
 * The result of following a path: one target or one for each element, and a finding that explains why there is none.
 */
export type Followed = { targets: readonly Target[]; finding: Finding };

export function follow(path: Path, target: Target): Followed {
  let only = target;
  // Fast path: most paths lead from one target to one other, and very many are followed.
  for (let index = 0; index < path.length; index += 1) {
    const segment = path[index] as Segment;
    if (segment.kind === 'every' || (segment.kind === 'member' && Array.isArray(only.value)))
      return path.slice(index).reduce((followed, next) => stepEach(next, followed), one(only));
    only = memberOf(only, segment.kind === 'index' ? String(segment.index) : segment.name);
  }
  return one(only);
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

/** Returns the value at a path, for observations; a list if the path covers every element. */
export function valueAt(subject: unknown, text: string): unknown {
  const path = parsePath(text);
  if (path === null) return undefined;
  const values = follow(path, { value: subject, pointer: '' }).targets.map(({ value }) => value);
  return path.some(isEvery) ? values : values[0];
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
  // Without any answers, an expectation of the first one is untested.
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

/** With an empty list, an expectation of its elements is untested. */
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
