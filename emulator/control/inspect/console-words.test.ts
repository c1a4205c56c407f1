import { describe, expect, it } from 'vitest';
import * as console from '../../../console/api/words.ts';
import { sentenceOf } from '../../../console/parts/explain.ts';
import { ROUTES } from '../../domain/routes.ts';
import { CONCERNS, PRODUCT_CATEGORIES } from '../../domain/vocabulary.ts';
import { emulatorFor } from '../../testing/client.ts';

describe('what the console lets a person pick', () => {
  it.each([
    { name: 'concerns', shown: console.CONCERNS, known: CONCERNS },
    { name: 'categories', shown: console.CATEGORIES, known: PRODUCT_CATEGORIES },
    { name: 'routes', shown: console.ROUTES, known: Object.values(ROUTES).map(({ name }) => name) },
  ])('is all that the emulator has: $name', ({ shown, known }) => {
    expect([...shown].sort()).toEqual([...known].sort());
  });
});

describe('what the console says of a refusal', () => {
  it('is one sentence, without the signs of JSON', async () => {
    const { emulator, client } = await emulatorFor();
    await client.submit('/v1/skin/analyses', { inputs: [], concerns: ['acne', 'acne'] }, { idempotencyKey: 'a' });
    const [exchange] = emulator.journal.find();
    expect(sentenceOf(exchange as never)).toMatch(/^400 by \S+ \(specification 4\S*\), since \w+\S* [^{}"]+\.$/);
  });
});
