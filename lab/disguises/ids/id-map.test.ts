import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { between } from './between.ts';
import { createIdMap } from './id-map.ts';
import { ID_STYLES } from './spellings.ts';

const rest = fc.string({ unit: fc.constantFrom(...'0123456789abcdefghjkmnpqrstvwxyz'), minLength: 16, maxLength: 16 });
const ids = fc.uniqueArray(
  rest.map((text) => `job_${text}`),
  { minLength: 2, maxLength: 30 },
);

describe.each(ID_STYLES)('ids in the style %s', (style) => {
  it('keep their prefix and their order, and are mapped back', () => {
    fc.assert(
      fc.property(ids, fc.string(), (some, seed) => {
        const map = createIdMap({ style, seed, prefix: 'job_', other: () => 'asset_1' });
        const shown = some.map(map.shown);
        expect(shown.every((id) => /^job_./.test(id))).toBe(true);
        expect(shown.map(map.given)).toEqual(some);
        expect(some.map(map.shown)).toEqual(shown);
        // The order of code units, as by default.
        expect(some.toSorted().map(map.shown)).toEqual(shown.toSorted());
      }),
    );
  });
});

it('A text that is not an id of the server is passed on', () => {
  expect(createIdMap({ style: 'marks', seed: '1', prefix: 'job_' }).given('job_unknown')).toBe('job_unknown');
});

it('Long ids have 200 characters after their prefix, and short ones as few as stay distinct', () => {
  const [long, short] = (['long', 'short'] as const).map((style) => createIdMap({ style, seed: '1', prefix: 'job_' }));
  expect(long?.shown('job_8ytg3hcgfdk9de5x')).toHaveLength('job_'.length + 200);
  expect(
    ['job_8ytg3hcgfdk9de5x', 'job_9ytg3hcgfdk9de5x', 'job_8zzz3hcgfdk9de5x'].map((id) => short?.shown(id)),
  ).toEqual(['job_1', 'job_2', 'job_11']);
});

it('There is always a text between two others', () => {
  const texts = fc.array(fc.nat(), { maxLength: 40 });
  fc.assert(
    fc.property(texts, (places) => {
      const order: string[] = [];
      for (const place of places) {
        const index = place % (order.length + 1);
        order.splice(index, 0, between(order[index - 1] ?? null, order[index] ?? null));
      }
      expect(order.toSorted()).toEqual(order);
      expect(new Set(order).size).toBe(order.length);
    }),
  );
});
