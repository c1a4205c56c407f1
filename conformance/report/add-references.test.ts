import { describe, expect, it } from 'vitest';
import type { TapeEntry } from '../effects/tape.ts';
import { addReferences } from './add-references.ts';
import type { Report } from './report.ts';
import { sampleReport } from './testing/sample-report.ts';

/** The sample report, with a tag in the last answer of each tape. */
function withTags(report: Report): Report {
  const card = report.failures.at(-1);
  const evidence = report.failures.map(({ rule, instance, step, exchanges, mismatches }) => ({
    ...{ rule, instance, step, exchanges, mismatches, outcome: 'violated' as const },
    ...{ partial: false, place: null, reason: null, detail: null },
  }));
  const instances = report.instances.map((one) => ({
    ...one,
    tape: one.tape.map((entry) =>
      entry.kind === 'exchange' && entry.exchange.answer !== null && one.id === card?.instance
        ? { ...entry, exchange: { ...entry.exchange, answer: { ...entry.exchange.answer, headers: TAGGED } } }
        : entry,
    ),
  }));
  return { ...report, evidence, instances };
}

const TAGGED: [string, string][] = [
  ['ETag', '"c-1"'],
  ['Date', 'now'],
];

describe('The reference answer of a correct server', () => {
  const report = sampleReport();
  const referenceOf = (isKept: (rule: string) => boolean) =>
    addReferences(report, withTags(report), isKept).failures.at(-1)?.reference;

  it('has only the header that the rule is about', () => {
    expect(referenceOf(() => true)?.headers).toEqual(['ETag: "c-1"']);
  });

  it.each([
    ['the same arm and row', ['x/other', 'x/own'], 2],
    ['the same row of the arm that it ran', ['y/other', 'y/own'], 2],
    ['no other row', ['x/other'], null],
  ])('is that of %s', (_, played, nth) => {
    const [instance] = report.instances;
    const [card] = report.failures;
    if (instance === undefined || card === undefined) throw new Error('the sample has no failure');
    const failing = { ...instance, id: 'a/b[x/own]#2', scenario: 'a/b', arm: 'x', row: 'own' };
    const failures = [{ ...card, scenario: 'a/b', instance: failing.id }];
    const own: Report = { ...report, instances: [failing], failures };
    const instances = played.map((name, index) => {
      const [arm = '', row = ''] = name.split('/');
      return { ...failing, id: `a/b[${name}]`, arm, row, tape: answering(failing.tape, index + 1) };
    });
    const evidence = withTags(own).evidence.flatMap((one) => instances.map(({ id }) => ({ ...one, instance: id })));
    const reference: Report = { ...withTags(own), instances, evidence };
    expect(addReferences(own, reference, () => true).failures[0]?.reference?.status ?? null).toBe(nth);
  });

  it('is missing if the server does not know the rule', () => {
    expect(referenceOf(() => false)).toBeNull();
  });
});

function answering(tape: readonly TapeEntry[], status: number): TapeEntry[] {
  return tape.map((entry) =>
    entry.kind === 'exchange' && entry.exchange.answer !== null
      ? { ...entry, exchange: { ...entry.exchange, answer: { ...entry.exchange.answer, status } } }
      : entry,
  );
}
