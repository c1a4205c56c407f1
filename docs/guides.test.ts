import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SHIPPED } from '../emulator/testing/shipped-package.ts';
import { playPage } from '../lab/browser-check/play-page.ts';

/** The guides, in the order in which the page of the folder has them. */
const GUIDES = [
  ...readFileSync(new URL('README.md', import.meta.url), 'utf8').matchAll(/^\| \[.*?\]\(([\w-]+\.md)\)/gm),
]
  .map(([, name = '']) => name)
  .filter((name) => !['speed.md', 'how-it-is-built.md', 'ci.md'].includes(name));

describe.concurrent('a reader who follows', { timeout: 180_000 }, () => {
  it.each(['../README.md', '../llms.txt', ...GUIDES])('%s gets what it promises', async (name) => {
    const { problems, lines, leftOut } = await playPage(readFileSync(new URL(name, import.meta.url), 'utf8'), SHIPPED);
    for (const line of leftOut) console.log(`${name}: not tried, since what it needs is not here: ${line}`);
    expect(problems).toEqual([]);
    expect(lines).toBeGreaterThan(0);
  });
});
