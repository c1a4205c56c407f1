import fc from 'fast-check';
import { expect, it } from 'vitest';
import { instantIn } from './instants.ts';

it('Every form denotes the same instant', () => {
  const forms = fc.constantFrom(null, 'six', 'nine', 'fewest', 'offset', 'by_field' as const);
  const instants = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, forms, fc.string(), (instant, form, name) => {
      expect(Date.parse(instantIn(instant.toISOString(), form, name))).toBe(instant.getTime());
    }),
  );
});

it('Fewer digits are written only if the time has no more', () => {
  const fewest = (text: string) => instantIn(text, 'fewest', 'now');
  expect(fewest('2026-01-01T00:00:00.000Z')).toBe('2026-01-01T00:00:00Z');
  expect(fewest('2026-01-01T00:00:10.250Z')).toBe('2026-01-01T00:00:10.25Z');
  expect(fewest('2026-01-01')).toBe('2026-01-01');
});
