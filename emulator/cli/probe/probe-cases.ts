import type { TestCase, TestRun, TestVerdict } from '../../../shared/report/test-run.ts';
import type { Verdict } from '../../webhooks/probe/judge-probe.ts';
import { EXPECTATIONS } from '../../webhooks/probe/probe.ts';
import type { ProbeReport, ProbeResult } from '../../webhooks/probe/probe-report.ts';

const VERDICTS: Record<Verdict, TestVerdict> = {
  pass: 'passed',
  fail: 'failed',
  warn: 'passed',
  recorded: 'passed',
  inconclusive: 'skipped',
};

/** The report as tests: a suite for each topic, and a case for each probe, named by its id. */
export function probeCases({ probes, started, took }: ProbeReport): TestRun {
  const topics = [...new Set(probes.map(({ topic }) => topic))];
  const suites = topics.map((topic) => ({
    name: `tryon.receiver.${topic}`,
    cases: probes.filter((probe) => probe.topic === topic).map(probeCase),
  }));
  return { name: 'tryon webhook receiver', started, took, suites };
}

function probeCase({ id, verdict, says, section, expected, reason, remedy, unseen, answers }: ProbeResult): TestCase {
  const message = `§${section} ${says}: ${EXPECTATIONS[expected]}; answered: ${reason}`;
  const isNoted = verdict === 'warn' || verdict === 'recorded';
  return {
    name: id,
    verdict: VERDICTS[verdict],
    took: answers.reduce((sum, { took }) => sum + took, 0),
    ...(verdict === 'inconclusive' && { reason }),
    problems: verdict === 'fail' ? [{ type: 'must', message, detail: remedy }] : [],
    notes:
      verdict === 'fail' || verdict === 'inconclusive'
        ? []
        : [...(isNoted ? [`${verdict}: ${message}`] : []), ...(unseen === null ? [] : [unseen])],
  };
}
