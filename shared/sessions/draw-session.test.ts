import { describe, expect, it } from 'vitest';
import { drawSession, TOPICS } from './draw-session.ts';
import type { Operation } from './operation.ts';
import { shrink } from './shrink.ts';

const SERVICE = 'balance cancel delete list next page odd read submit upload upload badly usage';

function referencesIn(operation: Operation): number[] {
  const { of, job, claim } = operation as { of?: unknown; job?: unknown; claim?: unknown };
  return [of, job, claim].filter((one) => typeof one === 'number').filter((one) => one !== operation.nth);
}

describe('a drawn session', () => {
  it('hangs on its seed and focus alone', () => {
    expect(drawSession('1', 300)).toEqual(drawSession('1', 300));
    expect(drawSession('1', 300)).not.toEqual(drawSession('2', 300));
    expect(drawSession('1', 300, { focus: 'webhooks' })).not.toEqual(drawSession('1', 300));
  });

  it('is plain data that speaks of what came before', () => {
    const { operations } = drawSession('3', 2000);
    expect(JSON.parse(JSON.stringify(operations))).toEqual(operations);
    for (const operation of operations)
      expect(referencesIn(operation).every((nth) => nth < operation.nth && nth > 0)).toBe(true);
  });

  it('has all that a client can ask, and nothing else where that is wanted', () => {
    const { operations } = drawSession('4', 2000, { serviceOnly: true });
    expect([...new Set(operations.map(({ does }) => does))].sort().join(' ')).toBe(SERVICE);
  });

  it.each(TOPICS)('is mostly about %s where that is its focus', (focus) => {
    expect(drawSession('5', 200, { focus }).operations).toHaveLength(200);
  });
});

describe('shrinking', () => {
  it('leaves out all that is not needed', async () => {
    const items = Array.from({ length: 500 }, (_, index) => index);
    const fails = async (some: readonly number[]) => [7, 250, 251, 499].every((one) => some.includes(one));
    expect(await shrink(items, fails)).toEqual([7, 250, 251, 499]);
  });

  it('ends when it is told to', async () => {
    let tries = 0;
    const fails = async () => {
      tries += 1;
      return false;
    };
    await shrink(Array.from({ length: 1000 }), fails, () => tries >= 5);
    expect(tries).toBe(5);
  });
});
