import { readJsonReport } from './json.ts';
import { readJunit } from './junit.ts';
import { failuresIn } from './output.ts';
import { readTap } from './tap.ts';
import { type Results, resultsOf, type TestResult } from './test-result.ts';

export type ResultFile = { name: string; text: string };

/** What the files that a run has left say of its tests, else what it has printed; null where neither says anything. */
export function readResults(files: readonly ResultFile[], output: string): Results | null {
  const read = files.flatMap(({ name, text }) => {
    const tests = readReport(text);
    return tests === null || tests.length === 0 ? [] : [{ name, tests }];
  });
  if (read.length > 0)
    return resultsOf(
      read.map(({ name }) => name).join(', '),
      read.flatMap(({ tests }) => tests),
    );
  const tap = readTap(output);
  if (tap !== null && tap.length > 0) return resultsOf('TAP', tap);
  const failed = failuresIn(output);
  return failed.length === 0 ? null : { of: 'what was printed', total: null, failed };
}

function readReport(text: string): TestResult[] | null {
  if (/<testsuites?\b/.test(text)) return readJunit(text);
  return readJsonReport(text) ?? readTap(text);
}
