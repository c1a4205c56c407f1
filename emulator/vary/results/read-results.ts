import * as z from 'zod';
import { jsonIn } from '../../../shared/json-in.ts';

export type ResultFile = { name: string; text: string };

/** The tests in the result files of a run, else in its output; null if neither names any. */
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

function readJunit(text: string): TestResult[] {
  const cases = text.matchAll(/<testcase\b((?:[^>"']|"[^"]*"|'[^']*')*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g);
  return [...cases].flatMap(([, attributes = '', inside = '']) => {
    if (/<skipped\b/.test(inside)) return [];
    const name = attribute(attributes, 'name');
    const group = attribute(attributes, 'classname');
    const whole = group === '' || name.startsWith(group) ? name : `${group} > ${name}`;
    return [{ name: whole, passed: !/<(?:failure|error)\b/.test(inside) }];
  });
}

function attribute(attributes: string, name: string): string {
  const [, double, single] = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes) ?? [];
  return unescaped(double ?? single ?? '');
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** The points of a TAP stream and its subtests, without those that sum them up; null if it is not TAP. */
function readTap(text: string): TestResult[] | null {
  if (!/^TAP version 1[34]|^1\.\.\d+$/m.test(text)) return null;
  const found: (TestResult & { depth: number })[] = [];
  for (const line of text.split('\n')) {
    const point = /^(\s*)(not )?ok\b(?:\s+\d+)?(?:\s+-)?\s*(.*)$/.exec(line);
    if (point === null) continue;
    const [, indent = '', not, rest = ''] = point;
    const [name = '', directive = ''] = rest.split(/\s+#\s+/);
    const depth = indent.length;
    const sums = found.findLastIndex((one) => one.depth <= depth) < found.length - 1;
    const above = sums ? prefixed(found, depth, name) : false;
    if (!above && !/^(?:skip|todo)/i.test(directive)) found.push({ name, passed: not === undefined, depth });
  }
  return found.map(({ name, passed }) => ({ name, passed }));
}

/** Prefixes the points below a point, which precede it, with its name. */
function prefixed(found: (TestResult & { depth: number })[], depth: number, name: string): true {
  for (let at = found.length - 1; at >= 0; at -= 1) {
    const one = found[at];
    if (one === undefined || one.depth <= depth) break;
    found[at] = { ...one, name: `${name} > ${one.name}`, depth };
  }
  return true;
}

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

/** The tests of a CTRF report, or of the JSON of Vitest or Jest; null if it is neither. */
function readJsonReport(text: string): TestResult[] | null {
  const json = jsonIn(text);
  const ctrf = ctrfSchema.safeParse(json, { jitless: true });
  if (ctrf.success)
    return ctrf.data.results.tests.flatMap(({ name, status, suite }) =>
      resultOf([suite ?? [], name].flat().join(' > '), status),
    );
  const jest = jestSchema.safeParse(json, { jitless: true });
  if (!jest.success) return null;
  return jest.data.testResults.flatMap(({ name, status, assertionResults }) => {
    // A file that cannot be loaded has failed, and contains no tests.
    if (assertionResults.length === 0 && status === 'failed') return [{ name, passed: false }];
    return assertionResults.flatMap((one) => resultOf(one.fullName, one.status));
  });
}

function resultOf(name: string, status: string): TestResult[] {
  return SKIPPED.includes(status) ? [] : [{ name, passed: PASSED.includes(status) }];
}

/** How test runners print a failing test. */
const PATTERNS: readonly RegExp[] = [
  // vitest
  /^\s*FAIL\s+(\S+\.\w+ > .+?)(?:\s+\d+ms)?$/gm,
  // Jest
  /^\s*● (?!Console)(.+ › .+|.+)$/gm,
  // node:test
  /^\s*✖ (?!failing tests:)(.+?) \(\d[\d.]*ms\)$/gm,
  // pytest
  /^FAILED (\S+::\S+)/gm,
  // unittest
  /^(?:FAIL|ERROR): (\w+ \([\w.]+\))/gm,
  // go test
  /^\s*--- FAIL: (\S+)/gm,
];
const COLORS = new RegExp(`${String.fromCodePoint(27)}\\[[0-9;]*m`, 'g');

/** The failing tests that a runner printed in a known form. */
function failuresIn(output: string): string[] {
  const plain = output.replace(COLORS, '');
  for (const pattern of PATTERNS) {
    const names = [...plain.matchAll(pattern)].map(([, name = '']) => name.trim());
    if (names.length > 0) return [...new Set(names)];
  }
  return [];
}

/** The outcome of one test in the user's suite. */
type TestResult = { name: string; passed: boolean };

/** The known tests of a run: all of them, or the names of those that failed; null if none is known. */
export type Results = { of: string; total: number | null; failed: readonly string[] };

function resultsOf(of: string, tests: readonly TestResult[]): Results {
  const failed = [...new Set(tests.filter(({ passed }) => !passed).map(({ name }) => name))];
  return { of, total: tests.length, failed };
}
