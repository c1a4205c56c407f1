// Takes the two pictures of the front page: a job in the console, and a report of a server that breaks a rule. npm run
// pictures
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { openBrowser, openView, startPackage, watchedPage } from './browser.ts';
import { tellStory } from './story.ts';

const FOLDER = 'docs/pictures';
const COLORS = 128;
const RUN = ['run', '--drivers', '/_emulator/v1', '--only', 'idempotency,cancel,jobs'];

const folder = mkdtempSync(join(tmpdir(), 'tryon-pictures-'));
const emulator = await startPackage('--port', '0');
const broken = await startPackage('--port', '0', '--deviate', 'replay-answers-202');
const browser = await openBrowser();
try {
  const { makeup } = await tellStory(emulator);
  const { page, context } = await watchedPage(browser, emulator.url, { viewport: { width: 1280, height: 850 } });
  await openView(page, emulator.url, `jobs/${makeup}`);
  await page.getByText('image/png').first().waitFor();
  await write('console', await page.screenshot());

  const file = join(folder, 'report.html');
  spawnSync(process.execPath, ['dist/conformance-cli.js', ...RUN, broken.url, '--html', file], { stdio: 'inherit' });
  await page.setViewportSize({ width: 1280, height: 1160 });
  await page.goto(pathToFileURL(file).href);
  await write('report', await page.screenshot());
  await context.close();
} finally {
  await browser.close();
  await Promise.all([emulator.stop(), broken.stop()]);
  rmSync(folder, { recursive: true, force: true });
}

async function write(name: string, picture: Buffer): Promise<void> {
  const { size } = await sharp(picture)
    .png({ palette: true, colors: COLORS, effort: 10 })
    .toFile(`${FOLDER}/${name}.png`);
  console.log(`${FOLDER}/${name}.png: ${Math.round(size / 1000)} kB`);
}
