import { describe, expect, it } from 'vitest';
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

  it('is nothing where the rule is one that the server does not know', () => {
    expect(referenceOf(() => false)).toBeNull();
  });
});
