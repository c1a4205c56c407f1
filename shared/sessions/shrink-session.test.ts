import { describe, expect, it } from 'vitest';
import { drawSession } from './draw-session.ts';
import type { Operation } from './operation.ts';
import { shrinkSession } from './shrink-session.ts';

const isEnough = () => false;

describe('shrinking a session', () => {
  it('leaves out all that others ask and do first', async () => {
    const { operations } = drawSession('shrunk', 400);
    const wanted = operations.filter(({ does }) => does === 'balance').slice(0, 2);
    let tries = 0;
    const fails = async (some: readonly Operation[]) => {
      tries += 1;
      return wanted.every(({ nth }) => some.some((one) => one.nth === nth));
    };
    expect(await shrinkSession(operations, { fails, isEnough })).toEqual(wanted);
    expect(tries).toBeLessThan(100);
  });

  it('makes one advance of two, and a round one of an odd one', async () => {
    const operations: Operation[] = [
      { nth: 1, does: 'advance', by: 41_234 },
      { nth: 2, does: 'advance', by: 7_777 },
      { nth: 3, does: 'balance' },
    ];
    const passed = (some: readonly Operation[]) =>
      some.reduce((sum, one) => sum + (one.does === 'advance' ? one.by : 0), 0);
    const fails = async (some: readonly Operation[]) => some.at(-1)?.does === 'balance' && passed(some) > 45_000;
    const [advance, balance] = await shrinkSession(operations, { fails, isEnough });
    expect(advance).toEqual({ nth: 2, does: 'advance', by: 49_011 });
    expect(balance?.does).toBe('balance');
    const more = await shrinkSession([{ nth: 1, does: 'advance', by: 70_123 }], {
      fails: async (some) => passed(some) > 45_000,
      isEnough,
    });
    expect(more).toEqual([{ nth: 1, does: 'advance', by: 60_000 }]);
  });

  it('writes plainer requests where they will do', async () => {
    const submit: Operation = {
      ...{ nth: 1, does: 'submit', product: 'hair.try_on', of: 'unknown', claim: 1, respell: 'escapes' },
      body: { color_gradient: { dark: { color: '#203040' }, light: { color: '#203040' } } },
    };
    const [plain] = await shrinkSession([submit], { fails: async ([one]) => one?.does === 'submit', isEnough });
    const body = { concerns: ['acne'] };
    expect(plain).toEqual({ nth: 1, does: 'submit', product: 'skin.analyze', of: 'unknown', claim: 1, body });
  });
});
