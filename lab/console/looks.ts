import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { assertButtonsOnScreen, assertQuiet, openView, startPackage, VIEWS, watchedPage } from './browser.ts';
import { tellStory } from './story.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Opens every view, light and dark, wide and narrow, and checks for errors, requests to other origins, and
 * accessibility.
 */
export async function assertLooks(browser: Browser): Promise<void> {
  const emulator = await startPackage('--port', '0');
  try {
    const { skin, delivery, refusal } = await tellStory(emulator);
    const views = [...VIEWS, `jobs/${skin}`, `webhooks/${delivery}`, `requests/${refusal}`];
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 390],
    ] as const) {
      // The content security policy of the page blocks other scripts, and the accessibility checker is one.
      const watched = await watchedPage(browser, emulator.url, {
        colorScheme,
        viewport: { width, height: 900 },
        bypassCSP: true,
      });
      for (const view of views) {
        await openView(watched.page, emulator.url, view);
        await watched.page.waitForTimeout(200);
        assert.deepEqual(await violationsOf(watched.page), [], `${view}, ${colorScheme}, ${width} px`);
        await assertQuiet(watched);
        await assertButtonsOnScreen(watched.page);
      }
      await watched.context.close();
    }
    console.log(
      `console: ${views.length} views in light and dark, at 1280 and 390 px, without a violation of axe-core`,
    );
  } finally {
    await emulator.stop();
  }
}

async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`);
  });
}
