import * as z from 'zod';
import type { TestResult } from './test-result.ts';

const ctrfSchema = z.object({
  results: z.object({
    tests: z.array(
      z.object({ name: z.string(), status: z.string(), suite: z.union([z.string(), z.array(z.string())]).optional() }),
    ),
  }),
});

const jestSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string().default(''),
      status: z.string().default(''),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

const PASSED = ['passed', 'pass', 'ok'];
const SKIPPED = ['skipped', 'pending', 'todo', 'disabled', 'other'];

/** The tests of a CTRF report, or of one as vitest and Jest write it; null where it is neither. */
export function readJsonReport(text: string): TestResult[] | null {
  const json = jsonOf(text);
  const ctrf = ctrfSchema.safeParse(json, { jitless: true });
  if (ctrf.success)
    return ctrf.data.results.tests.flatMap(({ name, status, suite }) =>
      resultOf([suite ?? [], name].flat().join(' > '), status),
    );
  const jest = jestSchema.safeParse(json, { jitless: true });
  if (!jest.success) return null;
  return jest.data.testResults.flatMap(({ name, status, assertionResults }) => {
    // A file that cannot be loaded has failed, and has no test.
    if (assertionResults.length === 0 && status === 'failed') return [{ name, passed: false }];
    return assertionResults.flatMap((one) => resultOf(one.fullName, one.status));
  });
}

function resultOf(name: string, status: string): TestResult[] {
  return SKIPPED.includes(status) ? [] : [{ name, passed: PASSED.includes(status) }];
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
