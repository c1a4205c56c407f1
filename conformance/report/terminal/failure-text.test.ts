import { describe, expect, it } from 'vitest';
import { paint } from '../../../shared/report/lines.ts';
import { type Failure, failedRules } from '../failures.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { BASE_URL } from '../testing/sample-tape.ts';
import { failureLines, failureSummary, failureText } from './failure-text.ts';

const { failed } = failedRules(sampleReport());

function failureOf(id: string): Failure {
  const failure = failed.find(({ rule }) => rule.id === id)?.failures[0];
  if (failure === undefined) throw new Error(`the sample has no failure of ${id}`);
  return failure;
}

describe('The text of a failure', () => {
  it('names the scenario, step and place, then each difference', () => {
    expect(failureText(failureOf('IDEM-SAME-JOB'), { baseUrl: BASE_URL }).split('\n').slice(0, 10)).toEqual([
      'idempotency/replay[skin.analyze], step again, scenarios/idempotency/replay.yaml:14:7',
      '/status',
      '  expected  200',
      '  seen      202',
      '/body/id',
      '  expected  job_7Kq2',
      '  seen      "job_8Lr3"',
      '/headers/idempotency-replayed',
      '  expected  true',
      '  seen      nothing',
    ]);
  });

  it('has the complete chain with its bodies, and the answer of a correct server', () => {
    const text = failureText(failureOf('CANCEL-ETAG'), { baseUrl: BASE_URL });
    expect(text).toMatch(
      /POST \/v1\/assets\n[\s\S]*drive jobs\.script\n[\s\S]*POST \/v1\/jobs\/job_7Kq2\/cancel\n200 after 12 ms/,
    );
    expect(text).toMatch(/an emulator of the spec answers 200\n {2}\{\n {4}"id": "job_1"/);
  });

  it('has a readable length even if the chain and the values are very long', () => {
    const failure = failureOf('IDEM-SAME-JOB');
    const chain = Array.from({ length: 60 }, () => failure.chain[0]).flatMap((entry) => entry ?? []);
    const mismatches = [{ pointer: '/x', expected: 'short', seen: 'y'.repeat(100_000) }];
    const text = failureText({ ...failure, chain, card: { ...failure.card, mismatches } }, { baseUrl: BASE_URL });
    expect(text).toContain('after 40 earlier steps:');
    expect(text).toContain('… 96002 more characters');
    expect(text.length).toBeLessThan(20_000);
  });

  it('also shows the previous page if a later one is wrong', () => {
    const { chain, ...failure } = failureOf('IDEM-SAME-JOB');
    const ofPage = (pointer: string) => {
      const mismatches = [{ pointer, expected: 'something in it', seen: [] }];
      const lines = failureLines(
        { ...failure, chain, card: { ...failure.card, mismatches } },
        { baseUrl: BASE_URL, width: 100, verbose: false },
      );
      return paint(lines, false).match(/^\d+ after/gm);
    };
    expect(ofPage('/pages/1/body/data')).toHaveLength(2);
    expect(ofPage('/pages/0/body/data')).toHaveLength(1);
  });

  it('can be summed up in one line', () => {
    expect(failureSummary(failureOf('IDEM-SAME-JOB'))).toBe('/status: expected 200, seen 202 (and 2 more differences)');
    expect(failureSummary(failureOf('CANCEL-ETAG'))).toBe('/headers/etag: expected "c-1", seen "\\"c-2\\""');
  });
});
