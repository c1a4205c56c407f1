/** What became of one test of the user's suite. */
export type TestResult = { name: string; passed: boolean };

/** What is known of the tests of a run: all of them, or the names of those that failed; null where nothing is. */
export type Results = { of: string; total: number | null; failed: readonly string[] };

export function resultsOf(of: string, tests: readonly TestResult[]): Results {
  const failed = [...new Set(tests.filter(({ passed }) => !passed).map(({ name }) => name))];
  return { of, total: tests.length, failed };
}
