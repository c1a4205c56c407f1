import { describe, expect, it } from 'vitest';
import type { Numbered, ServiceOperation } from './operation.ts';
import { type Search, shrunk } from './shrink.ts';

type Plain = Numbered<{ does: string; by?: number }>;
const isEnough = () => false;
const numbered = (length: number): Plain[] => Array.from({ length }, (_, nth) => ({ nth, does: `one of ${nth % 20}` }));
const numbersOf = (operations: readonly Plain[]) => operations.map(({ nth }) => nth);

async function shrunkTo<One extends Numbered<{ does: string }>>(
  operations: readonly One[],
  holds: (some: readonly One[]) => boolean,
  more: Partial<Search<One>> = {},
): Promise<{ left: readonly One[]; tries: number }> {
  let tries = 0;
  const fails = async (some: readonly One[]) => {
    tries += 1;
    return holds(some);
  };
  return { left: await shrunk(operations, { fails, isEnough, ...more }), tries };
}

const hasAll = (wanted: readonly number[]) => (some: readonly Plain[]) =>
  wanted.every((nth) => numbersOf(some).includes(nth));

describe('shrinking', () => {
  it('removes everything that is not needed', async () => {
    const { left } = await shrunkTo(numbered(500), hasAll([7, 250, 251, 499]));
    expect(numbersOf(left)).toEqual([7, 250, 251, 499]);
  });

  it('first removes all operations of one kind, and all of other clients', async () => {
    const operations = numbered(400).map((one) => (one.nth % 3 === 0 ? { ...one, key: 'other_account' } : one));
    const { left, tries } = await shrunkTo(operations, hasAll([25, 65]));
    expect(numbersOf(left)).toEqual([25, 65]);
    expect(tries).toBeLessThan(100);
  });

  it('stops on request', async () => {
    let tries = 0;
    const fails = async () => {
      tries += 1;
      return false;
    };
    await shrunk(numbered(1000), { fails, isEnough: () => tries >= 5 });
    expect(tries).toBe(5);
  });

  it('removes what refers to an operation together with it, and tries no session twice in a row', async () => {
    const whole = (some: readonly Plain[]) =>
      some.filter(({ nth }) => nth < 5 || some.some((one) => one.nth === nth - 5));
    const seen: number[][] = [];
    const holds = (some: readonly Plain[]) => {
      seen.push(numbersOf(some));
      return hasAll([6])(some);
    };
    const { left } = await shrunkTo(numbered(10), holds, { whole });
    expect(numbersOf(left)).toEqual([1, 6]);
    for (const numbers of seen) expect(numbers.every((nth) => nth < 5 || numbers.includes(nth - 5))).toBe(true);
  });

  it('simplifies requests if the session still fails, one value after the other', async () => {
    const submit: ServiceOperation = {
      ...{ nth: 1, does: 'submit', product: 'hair.try_on', of: 'unknown', claim: 1, respell: 'escapes' },
      body: { color_gradient: { dark: { color: 0 }, light: { color: 1 } } },
      plan: { outcome: 'succeeded' },
    };
    const plain = { nth: 1, does: 'submit', product: 'skin.analyze', of: 'unknown', claim: 1 };
    const { left } = await shrunkTo([submit], ([one]) => one?.does === 'submit');
    expect(left).toEqual([{ ...plain, body: { concerns: ['acne'] } }]);
    const planned = await shrunkTo([submit], ([one]) => one?.does === 'submit' && one.plan !== undefined);
    expect(planned.left).toEqual([{ ...plain, body: { concerns: ['acne'] }, plan: { outcome: 'succeeded' } }]);
  });

  it('uses simpler forms from the player of the session', async () => {
    const plainer = (some: readonly Plain[], index: number) =>
      [1, 10, 100].map((by) => some.with(index, { ...(some[index] ?? { nth: 0, does: '' }), by }));
    const operations: Plain[] = [{ nth: 1, does: 'wait', by: 41_234 }];
    const { left } = await shrunkTo(operations, ([one]) => (one?.by ?? 0) > 5, { plainer });
    expect(left).toEqual([{ nth: 1, does: 'wait', by: 10 }]);
  });
});
