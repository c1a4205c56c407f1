import { isDeepStrictEqual } from 'node:util';
import { PLAINEST } from './bodies.ts';
import { ownerOf } from './known.ts';
import type { Numbered, ServiceOperation } from './operation.ts';

export type Search<One> = {
  /** Whether these operations fail like the whole session. */
  fails(operations: readonly One[]): Promise<boolean>;
  /** Whether to stop the search early. */
  isEnough(): boolean;
  /** The operations without those that refer to something missing. */
  whole?(operations: readonly One[]): readonly One[];
  /** Simpler sessions by the operation at an index, besides those of the service; the simplest first. */
  plainer?(operations: readonly One[], index: number): readonly (readonly One[])[];
};

/** The shortest and simplest session that still fails: without groups, then without pieces, then with plain values. */
export async function shrunk<One extends Numbered<{ does: string }>>(
  operations: readonly One[],
  { fails, isEnough, whole = (all) => all, plainer = () => [] }: Search<One>,
): Promise<readonly One[]> {
  let best = whole(operations);
  /** Replaces the best session with another one if that fails too. */
  const take = async (others: readonly One[]): Promise<boolean> => {
    const shorter = whole(others);
    // Operations that refer to removed ones are already gone.
    if (isDeepStrictEqual(shorter, best)) return true;
    if (isEnough() || shorter.length === 0 || !(await fails(shorter))) return false;
    best = shorter;
    return true;
  };
  await leaveOutGroups(() => best, take);
  await leaveOutPieces(() => best, take, isEnough);
  for (let index = best.length - 1; index >= 0; index -= 1) {
    for (const other of plainer(best, index)) if (await take(other)) break;
    for (const form of FORMS) if (index < best.length) await take(withForm(best, index, form));
  }
  await leaveOutPieces(() => best, take, isEnough);
  return best;
}

type Take<One> = (others: readonly One[]) => Promise<boolean>;

/** Removes all operations of one kind, and all of one owner, the largest groups first. */
async function leaveOutGroups<One extends Numbered<{ does: string }>>(
  best: () => readonly One[],
  take: Take<One>,
): Promise<void> {
  const sizes = new Map<string, number>();
  for (const name of best().flatMap(groupsOf)) sizes.set(name, (sizes.get(name) ?? 0) + 1);
  for (const [name] of [...sizes].toSorted(([, a], [, b]) => b - a)) {
    const others = best().filter((operation) => !groupsOf(operation).includes(name));
    if (others.length < best().length) await take(others);
  }
}

function groupsOf(operation: Numbered<{ does: string }>): string[] {
  const { key, owner, account } = operation as { key?: string; owner?: string; account?: string };
  const ofKey = key === undefined ? [] : [`key ${key}`, `owner ${ownerOf(key)}`];
  return [operation.does, ...ofKey, ...[owner, account].filter((one) => one !== undefined)];
}

/** Removes pieces: first of half the length, then of a quarter, down to single operations, as long as that helps. */
async function leaveOutPieces<One>(
  best: () => readonly One[],
  take: Take<One>,
  isEnough: () => boolean,
): Promise<void> {
  for (let size = Math.ceil(best().length / 2); best().length > 1 && !isEnough(); size = Math.ceil(size / 2)) {
    const before = best().length;
    for (let end = before; end > 0; end -= size) {
      const others = best().toSpliced(Math.max(0, end - size), Math.min(size, end));
      if (others.length < best().length && others.length > 0) await take(others);
    }
    if (size === 1 && best().length === before) return;
  }
}

type Form = (operation: ServiceOperation) => ServiceOperation;

/** Ways to simplify a value of a request. */
const FORMS: readonly Form[] = [
  (one) => (one.does === 'submit' ? { ...one, product: 'skin.analyze', body: PLAINEST } : one),
  (one) =>
    one.does === 'submit' && 'concerns' in one.body
      ? { ...one, body: { concerns: one.body.concerns.slice(0, 1) } }
      : one,
  (one) => without(one, 'submit', 'plan'),
  (one) => without(one, 'submit', 'respell'),
  (one) => without(one, 'read', 'tag'),
  (one) => (one.does === 'list' ? { ...one, query: {} } : one),
];

function without(operation: ServiceOperation, does: string, name: string): ServiceOperation {
  if (operation.does !== does) return operation;
  const members = Object.entries(operation).filter(([other]) => other !== name);
  return Object.fromEntries(members) as ServiceOperation;
}

function withForm<One extends Numbered<{ does: string }>>(
  operations: readonly One[],
  index: number,
  form: Form,
): One[] {
  return operations.with(index, form(operations[index] as unknown as ServiceOperation) as unknown as One);
}
