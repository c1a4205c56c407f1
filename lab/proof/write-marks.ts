import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mark } from './blame.ts';

/** Writes the marks into the files of the table, each into the entry of its question. */
export function writeMarks(folder: string, marks: readonly Mark[]): void {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.yaml'))) {
    const path = join(folder, name);
    const before = readFileSync(path, 'utf8');
    const after = withMarks(before, marks);
    if (after !== before) writeFileSync(path, after);
  }
}

/** The text of a file with the new marks. The rest is unchanged. */
export function withMarks(text: string, marks: readonly Mark[]): string {
  return marks.reduce((before, { question, field, line }) => {
    const lines = before.split('\n');
    const begin = lines.findIndex((one) => keyIn(one) === question);
    if (begin < 0) return before;
    const next = lines.findIndex((one, index) => index > begin && /^\S/.test(one));
    const end = next < 0 ? lines.length : next;
    const entry = withoutMark(lines.slice(begin, end), field);
    const blank = trailingBlank(entry);
    const marked = [...entry.slice(0, entry.length - blank), ...(line === null ? [] : [`  ${line}`])];
    return [...lines.slice(0, begin), ...marked, ...entry.slice(entry.length - blank), ...lines.slice(end)].join('\n');
  }, text);
}

function keyIn(line: string): string | null {
  return /^(["']?)([\w.]+)\1:/.exec(line)?.[2] ?? null;
}

/** Removes the line of the mark, and the more deeply indented lines that follow. */
function withoutMark(lines: readonly string[], field: Mark['field']): string[] {
  const begin = lines.findIndex((line) => line.startsWith(`  ${field}:`));
  if (begin < 0) return [...lines];
  const next = lines.findIndex((line, index) => index > begin && !line.startsWith('   '));
  return [...lines.slice(0, begin), ...(next < 0 ? [] : lines.slice(next))];
}

function trailingBlank(lines: readonly string[]): number {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return lines.length - 1 - last;
}
