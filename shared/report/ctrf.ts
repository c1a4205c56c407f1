import type { TestCase, TestRun, TestVerdict } from './test-run.ts';

const SPEC_VERSION = '0.0.0';

type CtrfStatus = 'passed' | 'failed' | 'skipped' | 'other';
type CtrfTest = {
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

/** What CTRF states about a run besides its tests. */
export type CtrfFacts = {
  tool: { name: string; version: string };
  environment: { appName: string; appVersion?: string; extra: Record<string, unknown> };
  extra: Record<string, unknown>;
};

export type CtrfReport = {
  reportFormat: 'CTRF';
  specVersion: string;
  timestamp: string;
  generatedBy: string;
  results: CtrfFacts & {
    summary: Record<CtrfStatus | 'pending' | 'tests' | 'suites' | 'start' | 'stop' | 'duration', number>;
    tests: CtrfTest[];
  };
};

/** Only what makes a run fail is `failed`: not a warning, a known failure or an internal error of the tool. */
const STATUSES: Record<TestVerdict, CtrfStatus> = {
  passed: 'passed',
  warned: 'other',
  known: 'other',
  failed: 'failed',
  skipped: 'skipped',
  error: 'other',
};

/** A run in the Common Test Report Format. */
export function ctrfReport({ started, took, suites }: TestRun, facts: CtrfFacts): CtrfReport {
  const start = Date.parse(started);
  const tests = suites.flatMap(({ name, cases }) => cases.map((one) => ctrfTest(one, name.split('.'))));
  const count = (status: CtrfStatus) => tests.filter((test) => test.status === status).length;
  return {
    reportFormat: 'CTRF',
    specVersion: SPEC_VERSION,
    timestamp: new Date(start + took).toISOString(),
    generatedBy: facts.tool.name,
    results: {
      ...facts,
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: 0,
        other: count('other'),
        suites: suites.length,
        start,
        stop: start + Math.round(took),
        duration: Math.round(took),
      },
      tests,
    },
  };
}

function ctrfTest(one: TestCase, suite: string[]): CtrfTest {
  const { name, verdict, took, problems: [first] = [], file } = one;
  const message = messageOf(one);
  const trace = first?.detail ?? '';
  return {
    name,
    status: STATUSES[verdict],
    duration: Math.round(took),
    suite,
    ...(message !== '' && { message }),
    ...(trace !== '' && { trace }),
    rawStatus: one.status ?? verdict,
    tags: [...(one.tags ?? [])],
    labels: { ...one.labels },
    type: 'conformance',
    ...(file !== undefined && { filePath: file }),
  };
}

function messageOf({ verdict, title, reason, problems: [first] = [] }: TestCase): string {
  if (verdict === 'passed' || verdict === 'skipped') return reason ?? '';
  return [title, first?.message].filter((text) => text !== undefined && text !== '').join('\n');
}
