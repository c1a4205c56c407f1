import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SHIPPED } from '../emulator/testing/shipped-package.ts';
import { playPage } from '../lab/browser-check/play-page.ts';

/** The guides in the tables of docs/README.md, in order. */
const GUIDES = [
  ...readFileSync(new URL('README.md', import.meta.url), 'utf8').matchAll(/^\| \[.*?\]\(([\w-]+\.md)\)/gm),
]
  .map(([, name = '']) => name)
  .filter((name) => !['speed.md', 'how-it-is-built.md', 'ci.md'].includes(name));

// Each command has its own timeout (user-project.ts), so a page may take as long as a busy machine needs.
describe.concurrent('a reader who follows', { timeout: 900_000 }, () => {
  it.each(['../README.md', '../llms.txt', ...GUIDES])('%s gets the results that it shows', async (name) => {
    const { problems, lines, leftOut } = await playPage(readFileSync(new URL(name, import.meta.url), 'utf8'), SHIPPED);
    for (const line of leftOut) console.log(`${name}: skipped, because its tool is not installed: ${line}`);
    expect(problems).toEqual([]);
    expect(lines + leftOut.length).toBeGreaterThan(0);
  });
});
