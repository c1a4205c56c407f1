import { visible } from '../../../shared/visible.ts';
import { mapTexts } from '../../effects/secrets/map-texts.ts';
import { type Failure, failedRules, gradedRules, timeByRule } from '../failures.ts';
import { partlyText } from '../partly.ts';
import type { Report, RuleReport } from '../report.ts';
import { failureSummary, failureText, ruleSentence } from '../terminal/failure-text.ts';
import { untestedText } from '../terminal/untested-lines.ts';

const SPEC_VERSION = '0.0.0';

export type CtrfStatus = 'passed' | 'failed' | 'skipped' | 'other';
export type CtrfTest = {
  name: string;
  status: CtrfStatus;
  duration: number;
  suite: string[];
  message?: string;
  trace?: string;
  rawStatus: string;
  tags: string[];
  labels: Record<string, string | number>;
  type: 'conformance';
  filePath?: string;
};
export type CtrfReport = {
  reportFormat: 'CTRF';
  specVersion: string;
  timestamp: string;
  generatedBy: string;
  results: {
    tool: { name: string; version: string };
    summary: Record<CtrfStatus | 'pending' | 'tests' | 'suites' | 'start' | 'stop' | 'duration', number>;
    tests: CtrfTest[];
    environment: { appName: string; appVersion?: string; extra: Record<string, unknown> };
    extra: Record<string, unknown>;
  };
};

/** The report in the Common Test Report Format: one test for each rule, and one for each fault of the harness. */
export function ctrfReport(report: Report): CtrfReport {
  return mapTexts(wholeReport(report), { text: visible });
}

function wholeReport(report: Report): CtrfReport {
  const cards = firstCards(report);
  const times = timeByRule(report);
  const rules = gradedRules(report).map((rule) => ruleTest(rule, cards.get(rule.id), times.get(rule.id) ?? 0, report));
  const tests = [...rules, ...report.errors.map(faultTest)];
  return {
    reportFormat: 'CTRF',
    specVersion: SPEC_VERSION,
    timestamp: new Date(Date.parse(report.started) + report.took).toISOString(),
    generatedBy: report.tool.name,
    results: {
      tool: { name: report.tool.name, version: report.tool.version },
      summary: summaryOf(report, tests),
      tests,
      environment: environmentOf(report),
      extra: {
        conclusion: report.conclusion,
        exit_code: report.exit_code,
        ...(report.certificate !== undefined && { certificate: report.certificate }),
        groups: report.groups,
        suite: report.suite,
      },
    },
  };
}

function firstCards(report: Report): Map<string, Failure | undefined> {
  const { failed, warned, known } = failedRules(report);
  return new Map([...failed, ...warned, ...known].map(({ rule, failures }) => [rule.id, failures[0]]));
}

function ruleTest(rule: RuleReport, failure: Failure | undefined, time: number, { target }: Report): CtrfTest {
  const message = messageOf(rule, failure);
  return {
    name: rule.id,
    status: statusOf(rule),
    duration: Math.round(time),
    suite: ['tryon', rule.group],
    ...(message === null ? {} : { message }),
    ...(failure === undefined ? {} : { trace: failureText(failure, { baseUrl: target.base_url }) }),
    rawStatus: rule.verdict,
    tags: [rule.level, ...(rule.known ? ['known'] : []), ...(rule.standing === undefined ? [] : [rule.standing])],
    labels: { clause: rule.clause, ...rule.counts, ...(rule.since !== undefined && { since: rule.since }) },
    type: 'conformance',
    ...(failure === undefined ? {} : { filePath: failure.card.place.replace(/(:\d+)+$/, '') }),
  };
}

/** Only what makes the run non-conformant is `failed`: not a warning, a known failure or a fault of the harness. */
function statusOf({ verdict, known }: RuleReport): CtrfStatus {
  if (verdict === 'pass') return 'passed';
  if (verdict === 'fail') return known ? 'other' : 'failed';
  return verdict === 'warn' || verdict === 'error' ? 'other' : 'skipped';
}

function messageOf(rule: RuleReport, failure: Failure | undefined): string | null {
  if (rule.verdict === 'pass') return partlyText(rule);
  if (rule.verdict === 'inconclusive' || rule.verdict === 'not_applicable') return untestedText(rule);
  return failure === undefined ? ruleSentence({ rule }) : `${ruleSentence({ rule })}\n${failureSummary(failure)}`;
}

function faultTest({ instance, message }: Report['errors'][number]): CtrfTest {
  const [first = ''] = message.split('\n');
  return {
    name: instance ?? 'harness',
    status: 'other',
    duration: 0,
    suite: ['tryon', 'harness'],
    message: first,
    trace: message,
    rawStatus: 'error',
    tags: ['harness'],
    labels: {},
    type: 'conformance',
  };
}

function summaryOf({ started, took }: Report, tests: readonly CtrfTest[]): CtrfReport['results']['summary'] {
  const count = (status: CtrfStatus) => tests.filter((test) => test.status === status).length;
  const start = Date.parse(started);
  return {
    tests: tests.length,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    pending: 0,
    other: count('other'),
    suites: new Set(tests.map(({ suite }) => suite.join(' '))).size,
    start,
    stop: start + Math.round(took),
    duration: Math.round(took),
  };
}

function environmentOf({ target, features, drivers, options, requests }: Report): CtrfReport['results']['environment'] {
  return {
    appName: target.name,
    ...(target.version === null ? {} : { appVersion: target.version }),
    extra: { base_url: target.base_url, spec: target.spec, features, drivers, options, requests },
  };
}
