export type ResultFile = { name: string; text: string };

/** The tests of a run: their number, and the names of those that failed. `of` names the files. */
export type Results = { of: string; total: number; failed: readonly string[] };

type TestResult = { name: string; passed: boolean };

/** The tests in the JUnit files of a run; null if there are none. */
export function readResults(files: readonly ResultFile[]): Results | null {
  const read = files
    .map(({ name, text }) => ({ name, tests: readJunit(text) }))
    .filter(({ tests }) => tests.length > 0);
  if (read.length === 0) return null;
  const tests = read.flatMap((file) => file.tests);
  const failed = [...new Set(tests.filter(({ passed }) => !passed).map(({ name }) => name))];
  return { of: read.map(({ name }) => name).join(', '), total: tests.length, failed };
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
