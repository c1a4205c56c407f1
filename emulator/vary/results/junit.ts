import type { TestResult } from './test-result.ts';

/** The cases of a JUnit report; those that were skipped are left out. */
export function readJunit(text: string): TestResult[] {
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
