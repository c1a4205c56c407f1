// Takes pictures of every view, light and dark, wide and narrow, for review: npm run console-shots -- FOLDER
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser, openView, startPackage, VIEWS, watchedPage } from './browser.ts';
import { tellStory } from './story.ts';

const folder = process.argv[2] ?? '.console-shots';
const only = process.argv[3]?.split(',');
mkdirSync(folder, { recursive: true });
const emulator = await startPackage('--port', '0');
const browser = await openBrowser();
try {
  const { skin, makeup, delivery, refusal } = await tellStory(emulator);
  const details = [`jobs/${skin}`, `jobs/${makeup}`, `webhooks/${delivery}`, `requests/${refusal}`];
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 390]) {
      const { page, context } = await watchedPage(browser, emulator.url, {
        viewport: { width, height: 900 },
        colorScheme,
      });
      for (const view of [...VIEWS, ...details]) {
        const name = view
          .replace(/\/(\w+?)_.*/, '-$1')
          .replace(skin, 'skin')
          .replace('/', '-');
        const isMakeup = view.endsWith(makeup);
        if (only !== undefined && !only.some((one) => view.startsWith(one))) continue;
        await openView(page, emulator.url, view);
        await page.waitForTimeout(350);
        const height = await page.evaluate(() => document.querySelector('.frame')?.scrollHeight ?? 0);
        if (view !== 'questions') await page.setViewportSize({ width, height: Math.max(900, height) });
        await page.screenshot({
          path: join(folder, `${name}${isMakeup ? '-makeup' : ''}-${colorScheme}-${width}.png`),
        });
        await page.setViewportSize({ width, height: 900 });
      }
      await context.close();
    }
  console.log(`the pictures are in ${folder}`);
} finally {
  await browser.close();
  await emulator.stop();
}
