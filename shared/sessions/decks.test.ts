import { expect, it } from 'vitest';
import { createDecks } from './decks.ts';
import { randomOf } from './random.ts';

it('Each item is drawn once before any is repeated, in an order that the seed determines', () => {
  const drawn = (seed: string) => {
    const decks = createDecks(randomOf(seed));
    return Array.from({ length: 8 }, () => decks.next('letters', ['a', 'b', 'c', 'd']));
  };
  expect(drawn('one').slice(0, 4).sort()).toEqual(['a', 'b', 'c', 'd']);
  expect(drawn('one').slice(4).sort()).toEqual(['a', 'b', 'c', 'd']);
  expect(drawn('one')).toEqual(drawn('one'));
});
