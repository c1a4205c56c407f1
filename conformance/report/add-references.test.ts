import { describe, expect, it } from 'vitest';
import type { TapeEntry } from '../effects/tape.ts';
import { addReferences } from './add-references.ts';
import type { Report } from './report.ts';
import { sampleReport } from './testing/sample-report.ts';

/** The sample, in which the last answer of each tape has a tag. */
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

describe('what a server that keeps the spec answers', () => {
  const report = sampleReport();
  const referenceOf = (isKept: (rule: string) => boolean) =>
    addReferences(report, withTags(report), isKept).failures.at(-1)?.reference;

  it('has the header that the rule is about, and no other', () => {
    expect(referenceOf(() => true)?.headers).toEqual(['ETag: "c-1"']);
  });

  it.each<[string, { id: string; arm: string; row: string }[], number | null]>([
    [
      'the same arm and row',
      [
        { id: 'a/b[x/other]', arm: 'x', row: 'other' },
        { id: 'a/b[x/own]', arm: 'x', row: 'own' },
      ],
      2,
    ],
    [
      'the same row of the arm that it ran',
      [
        { id: 'a/b[y/other]', arm: 'y', row: 'other' },
        { id: 'a/b[y/own]', arm: 'y', row: 'own' },
      ],
      2,
    ],
    ['no other row', [{ id: 'a/b[x/other]', arm: 'x', row: 'other' }], null],
  ])('is of %s', (_, instances, nth) => {
    const [instance] = report.instances;
    const [card] = report.failures;
    if (instance === undefined || card === undefined) throw new Error('the sample has no failure');
    const failing = { ...instance, id: 'a/b[x/own]#2', scenario: 'a/b', arm: 'x', row: 'own' };
    const own: Report = {
      ...report,
      instances: [failing],
      failures: [{ ...card, scenario: 'a/b', instance: failing.id }],
    };
    const reference: Report = {
      ...withTags(own),
      instances: instances.map((one, index) => ({ ...failing, ...one, tape: answering(failing.tape, index + 1) })),
      evidence: withTags(own).evidence.flatMap((one) => instances.map(({ id }) => ({ ...one, instance: id }))),
    };
    expect(addReferences(own, reference, () => true).failures[0]?.reference?.status ?? null).toBe(nth);
  });

  it('is nothing where the rule is one that the server does not know', () => {
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
