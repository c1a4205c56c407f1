import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type IdKind, mintId } from './ids.ts';

const KINDS: readonly IdKind[] = ['asset', 'job', 'evt', 'req', 'plan', 'key'];
const kind = fc.constantFrom(...KINDS);
const serial = fc.nat({ max: 2 ** 28 });

describe('2 ids', () => {
  it.each(KINDS)('of the kind %s have its prefix and sixteen unambiguous characters', (name) => {
    expect(mintId(name, 'seed', 0)).toMatch(new RegExp(`^${name}_[0-9a-hjkmnp-tv-z]{16}$`));
  });

  it('are the same for the same seed, kind and number', () => {
    fc.assert(
      fc.property(kind, fc.string(), serial, (name, seed, number) => {
        expect(mintId(name, seed, number)).toBe(mintId(name, seed, number));
      }),
    );
  });

  it('sort in the order of creation', () => {
    fc.assert(
      fc.property(kind, fc.string(), fc.uniqueArray(serial, { minLength: 2 }), (name, seed, numbers) => {
        const inOrder = numbers.toSorted((a, b) => a - b).map((number) => mintId(name, seed, number));
        expect(inOrder.toSorted()).toEqual(inOrder);
        expect(new Set(inOrder).size).toBe(numbers.length);
      }),
    );
  });

  it('differ between seeds, and between kinds even without the prefix', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { minLength: 2, maxLength: 5 }), serial, (seeds, number) => {
        const ids = seeds.flatMap((seed) => KINDS.map((name) => mintId(name, seed, number).split('_')[1]));
        expect(new Set(ids).size).toBe(seeds.length * KINDS.length);
      }),
    );
  });

  it('cannot be guessed from the previous id: the last ten characters have no order', () => {
    const tails = Array.from({ length: 1_000 }, (_, number) => mintId('job', 'seed', number).slice(-10));
    expect(new Set(tails).size).toBe(1_000);
    expect(tails.toSorted()).not.toEqual(tails);
  });
});
