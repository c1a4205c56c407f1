/** A report in the form of test tools: suites of cases. Writers of formats use nothing else of a report. */
export type TestRun = {
  name: string;
  /** `started` is an ISO instant, `took` the duration in milliseconds. */
  started: string;
  took: number;
  suites: readonly TestSuite[];
};

export type TestSuite = {
  name: string;
  /** Facts about the run, for formats that store them with each suite. */
  properties?: Readonly<Record<string, string>>;
  cases: readonly TestCase[];
};

/** `warned` and `known` do not make a run fail; the user accepts a `known` problem. `error` is the tool's own. */
export type TestVerdict = 'passed' | 'warned' | 'known' | 'failed' | 'skipped' | 'error';

export type TestCase = {
  name: string;
  verdict: TestVerdict;
  took: number;
  /** The subject of the case, as a sentence. */
  title?: string;
  /** Why it was skipped or passes despite a problem, or what is missing for a pass. */
  reason?: string;
  problems?: readonly TestProblem[];
  /** Further information for the reader. */
  notes?: readonly string[];
  /** For formats with more fields; `status` is the verdict as named in the report. */
  assertions?: number;
  status?: string;
  tags?: readonly string[];
  labels?: Readonly<Record<string, string | number>>;
  file?: string;
};

export type TestProblem = { type: string; message: string; detail: string };

export function withVerdict(cases: readonly TestCase[], ...verdicts: TestVerdict[]): TestCase[] {
  return cases.filter(({ verdict }) => verdicts.includes(verdict));
}
