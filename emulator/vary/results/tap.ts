import type { TestResult } from './test-result.ts';

/** The points of a TAP stream, those of subtests too; null where the text is none. What only sums up its subtests is left out. */
export function readTap(text: string): TestResult[] | null {
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

/** Names the points below a point after it, which comes behind them. */
function prefixed(found: (TestResult & { depth: number })[], depth: number, name: string): true {
  for (let at = found.length - 1; at >= 0; at -= 1) {
    const one = found[at];
    if (one === undefined || one.depth <= depth) break;
    found[at] = { ...one, name: `${name} > ${one.name}`, depth };
  }
  return true;
}
