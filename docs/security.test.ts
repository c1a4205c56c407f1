import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../', import.meta.url);
const page = readFileSync(new URL('SECURITY.md', root), 'utf8');
const rows = [...page.matchAll(/^\| ([^|]+) \| `([^`]+)`: ([^|]+) \|$/gm)];

describe('the security page', () => {
  it('has a test for each row of its tables', () => {
    const lines = page.split('\n').filter((line) => /^\| (?!Guarantee)/.test(line));
    expect([rows.length, rows.length > 10]).toEqual([lines.length, true]);
  });

  it.each(rows.map(([, says = '', file = '', title = '']) => ({ says, file, title })))('$says', ({ file, title }) => {
    const url = new URL(file, root);
    expect(existsSync(url)).toBe(true);
    expect(readFileSync(url, 'utf8')).toContain(`'${title}'`);
  });
});
