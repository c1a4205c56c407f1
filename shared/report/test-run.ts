/** What a tool for tests makes of a report: suites of cases. Its writers know nothing else of a report. */
export type TestRun = {
  name: string;
  /** When it began, as an ISO instant, and how long it took, in milliseconds. */
  started: string;
  took: number;
  suites: readonly TestSuite[];
};

export type TestSuite = {
  name: string;
  /** Facts about the run, for formats that keep them with each suite. */
  properties?: Readonly<Record<string, string>>;
  cases: readonly TestCase[];
};

/**
 * `warned` and `known` do not fail a run: something is wrong, and the case is let pass. `known` is wrong in a way that the user has
 * accepted. `error` is a fault of the tool itself.
 */
export type TestVerdict = 'passed' | 'warned' | 'known' | 'failed' | 'skipped' | 'error';

export type TestCase = {
  name: string;
  verdict: TestVerdict;
  took: number;
  /** What the case is about, in a sentence. */
  title?: string;
  /** Why it was skipped or let pass, or what is missing of a pass. */
  reason?: string;
  /** What was wrong, the clearest first. */
  problems?: readonly TestProblem[];
  /** What else a reader needs to know. */
  notes?: readonly string[];
  /** What formats with more room keep; `status` is the verdict in the words of the report. */
  assertions?: number;
  status?: string;
  tags?: readonly string[];
  labels?: Readonly<Record<string, string | number>>;
  file?: string;
};

export type TestProblem = { type: string; message: string; detail: string };

/** The cases that have one of the verdicts. */
export function withVerdict(cases: readonly TestCase[], ...verdicts: TestVerdict[]): TestCase[] {
  return cases.filter(({ verdict }) => verdicts.includes(verdict));
}
