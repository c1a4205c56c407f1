import { describe, expect, it } from 'vitest';
import * as console from '../../../console/api/words.ts';
import { ROUTES } from '../../domain/routes.ts';
import { CONCERNS, PRODUCT_CATEGORIES } from '../../domain/vocabulary.ts';

describe('what the console lets a person pick', () => {
  it.each([
    { name: 'concerns', shown: console.CONCERNS, known: CONCERNS },
    { name: 'categories', shown: console.CATEGORIES, known: PRODUCT_CATEGORIES },
    { name: 'routes', shown: console.ROUTES, known: Object.values(ROUTES).map(({ name }) => name) },
  ])('is all that the emulator has: $name', ({ shown, known }) => {
    expect([...shown].sort()).toEqual([...known].sort());
  });
});
