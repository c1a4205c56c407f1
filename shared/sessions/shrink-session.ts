import { ownerOf } from './known.ts';
import type { Operation } from './operation.ts';
import { shrink } from './shrink.ts';

type Operations = readonly Operation[];
type Search = {
  /** Whether these fail as all of them did. */
  fails(operations: Operations): Promise<boolean>;
  /** Ends the search early. */
  isEnough(): boolean;
};

/**
 * The shortest and plainest session that still fails, as far as it is found: without all that one client asks or one kind of
 * operation, then without halves, quarters and so on down to single steps, then with plainer values.
 */
export async function shrinkSession(operations: Operations, search: Search): Promise<Operations> {
  const without = await withoutGroups(operations, search);
  const short = await shrink(without, search.fails, search.isEnough);
  const plain = await withPlainValues(short, search);
  return shrink(plain, search.fails, search.isEnough);
}

/** What is left out at once: what one kind of operation does, and what is of one owner. */
function groupsOf(operation: Operation): string[] {
  const { key, owner, account } = operation as {
    key?: Parameters<typeof ownerOf>[0];
    owner?: string;
    account?: string;
  };
  return [operation.does, ...(key === undefined ? [] : [`key ${key}`, ownerOf(key)]), owner ?? '', account ?? ''];
}

async function withoutGroups(operations: Operations, { fails, isEnough }: Search): Promise<Operations> {
  const sizes = new Map<string, number>();
  for (const name of operations.flatMap(groupsOf)) sizes.set(name, (sizes.get(name) ?? 0) + 1);
  sizes.delete('');
  let left = operations;
  for (const [name] of [...sizes].toSorted(([, a], [, b]) => b - a)) {
    const others = left.filter((operation) => !groupsOf(operation).includes(name));
    if (isEnough()) return left;
    if (others.length > 0 && others.length < left.length && (await fails(others))) left = others;
  }
  return left;
}

async function withPlainValues(operations: Operations, { fails, isEnough }: Search): Promise<Operations> {
  let left = operations;
  for (let index = left.length - 1; index >= 0; index -= 1) {
    for (const plainer of plainerThan(left, index)) {
      if (isEnough()) return left;
      if (!(await fails(plainer))) continue;
      left = plainer;
      break;
    }
  }
  return left;
}

/** Sessions that differ in one operation, or in two that are made one; the plainest first. */
function plainerThan(operations: Operations, index: number): Operations[] {
  const operation = operations[index];
  if (operation === undefined) return [];
  const before = operations[index - 1];
  const others = plainerForms(operation).map((other) => operations.with(index, other));
  if (operation.does !== 'advance' || before?.does !== 'advance') return others;
  return [operations.with(index, { ...operation, by: operation.by + before.by }).toSpliced(index - 1, 1), ...others];
}

const SECOND = 1000;
const ROUND = [1, SECOND, 60 * SECOND, 3600 * SECOND, 86_400 * SECOND, 8 * 86_400 * SECOND];

function plainerForms(operation: Operation): Operation[] {
  switch (operation.does) {
    case 'advance':
      return ROUND.filter((by) => by < operation.by).map((by) => ({ ...operation, by }));
    case 'submit': {
      const { respell: _, ...rest } = operation;
      return others(operation, [{ ...rest, product: 'skin.analyze', body: { concerns: ['acne'] } }, rest]);
    }
    case 'list':
      return others(operation, [{ ...operation, query: {} }]);
    case 'read': {
      const { tag: _, ...rest } = operation;
      return others(operation, [rest]);
    }
    case 'register':
      return others(operation, [
        { ...operation, events: null, replies: [204] },
        { ...operation, events: null, replies: [500] },
      ]);
    case 'plan': {
      const { outcome } = operation.plan;
      return others(operation, [
        { ...operation, plan: { outcome, times: 1 } },
        { ...operation, plan: { ...operation.plan, times: 1 } },
      ]);
    }
    default:
      return [];
  }
}

/** Those that are another one. */
function others(operation: Operation, forms: readonly Operation[]): Operation[] {
  return forms.filter((form) => JSON.stringify(form) !== JSON.stringify(operation));
}
