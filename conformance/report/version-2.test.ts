import { describe, expect, it } from 'vitest';
import type { Evidence } from '../judge/evidence.ts';
import type { Report } from './report.ts';
import { sampleReport } from './testing/sample-report.ts';
import { BadPacked, type Packed, type PackedReport, type PackedValue, unpackReport } from './version-2.ts';

/** Packs a value as 0.2 did, with every text longer than ten characters among the shared ones. */
function packed(value: unknown): Packed {
  const shapes: string[][] = [];
  const shared: string[] = [];
  const written = (one: unknown): PackedValue => {
    if (typeof one === 'string') {
      const text = one.startsWith('$') ? `$${one}` : one;
      return text.length > 10 ? `$${(shared.push(text) - 1).toString(36)}` : text;
    }
    if (typeof one !== 'object' || one === null) return one as PackedValue;
    if (Array.isArray(one)) return [0, ...one.map(written)];
    const members = Object.entries(one);
    return [shapes.push(members.map(([name]) => name)), ...members.map(([, member]) => written(member))];
  };
  const whole = written(value);
  return { shapes, shared, value: whole };
}

const { report: _, evidence, instances, ...rest } = JSON.parse(JSON.stringify(sampleReport()));
const unpacked = (one: Packed) => unpackReport({ ...rest, report: 2, packed: one } as PackedReport);

describe('A report of version 2', () => {
  it('is read as the original report of version 1, with its members in order', () => {
    const checks = evidence.map(({ instance: _i, exchanges: _e, ...check }: Evidence) => check);
    const seen = evidence.map(({ instance, exchanges }: Evidence, check: number) => ({ check, instance, exchanges }));
    const report = unpacked(packed({ checks, evidence: seen, instances })) as Report;
    expect(report).toEqual(JSON.parse(JSON.stringify(sampleReport())));
    expect(JSON.stringify(report.instances)).toBe(JSON.stringify(instances));
  });
});

describe('An invalid packed form', () => {
  const odd = (value: PackedValue, shared: PackedValue[] = []): Packed => ({ shapes: [['a']], shared, value });

  it.each([
    ['a reference to nothing', odd('$0')],
    ['a reference to what comes later', odd('$0', ['$1', 'a'])],
    ['a reference to itself', odd('$0', [[0, '$0']])],
    ['a shape that is not there', odd([2, 1])],
    ['a map with too many members', odd([1, 1, 2])],
  ])('is refused: %s', (_, value) => expect(() => unpacked(value)).toThrow(BadPacked));

  it('is refused if lists are nested without end', () => {
    let deep: PackedValue = [0];
    for (let depth = 0; depth < 20_000; depth += 1) deep = [0, deep];
    expect(() => unpacked(odd(deep))).toThrow(/deep in each other/);
  });

  it('is refused if it expands beyond the limit', () => {
    const shared = Array.from({ length: 40 }, (_, index): PackedValue => {
      const before = `$${(index - 1).toString(36)}`;
      return index === 0 ? 'a text' : [0, before, before];
    });
    expect(() => unpacked(odd('$13', shared))).toThrow('larger than any report');
  });
});
