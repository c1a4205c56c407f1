import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { median } from '../../shared/median.ts';
import { openView, type Started, startPackage, watchedPage } from './browser.ts';
import { send } from './story.ts';

const JOBS = 10_000;
const EXCHANGES = 100_000;
const AT_ONCE = 64;

/** Measures how fast the console loads, how it copes with many jobs, and its size. */
export async function measure(browser: Browser): Promise<void> {
  const bytes = readdirSync('dist/console').reduce(
    (sum, name) => sum + gzipSync(readFileSync(`dist/console/${name}`)).byteLength,
    0,
  );
  console.log(`console: ${(bytes / 1_000).toFixed(1)} kB gzipped in all`);
  await measurePaint(browser);
  if (process.argv.includes('--crowd')) await measureCrowd(browser);
}

async function measurePaint(browser: Browser): Promise<void> {
  const emulator = await startPackage('--port', '0');
  try {
    const paints: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const { page, context } = await watchedPage(browser, emulator.url);
      await openView(page, emulator.url, 'overview');
      paints.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0));
      await context.close();
    }
    console.log(
      `console: first paint ${median(paints).toFixed(0)} ms (median of ${paints.length}: ${paints.map((one) => one.toFixed(0)).join(', ')})`,
    );
  } finally {
    await emulator.stop();
  }
}

/** Uses a world with many jobs and a full journal. */
async function measureCrowd(browser: Browser): Promise<void> {
  const emulator = await startPackage('--port', '0', '--config', 'lab/console/crowd.yaml');
  try {
    await fill(emulator);
    const { page, context } = await watchedPage(browser, emulator.url);
    await page.addInitScript(() => {
      const seen: number[] = [];
      Object.assign(globalThis, { longTasks: seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.push(entry.duration);
      }).observe({ type: 'longtask', buffered: true });
    });
    for (const view of ['overview', 'jobs', 'requests', 'credits', 'webhooks']) {
      await openView(page, emulator.url, view);
      await page.waitForTimeout(1_500);
    }
    const longest = await page.evaluate(() =>
      (globalThis as unknown as { longTasks: number[] }).longTasks.reduce((most, one) => Math.max(most, one), 0),
    );
    console.log(
      `console: with ${JOBS} jobs and ${EXCHANGES} exchanges the longest task is ${longest.toFixed(0)} ms, the page holds ${await heapOf(page)} MB`,
    );
    await context.close();
  } finally {
    await emulator.stop();
  }
}

async function fill({ url, keys }: Started): Promise<void> {
  const headers = { 'X-API-Key': keys.test };
  const face = readFileSync('fixtures/faces/afro.webp');
  const { id } = await send(`${url}/v1/assets`, 'POST', { ...headers, 'Content-Type': 'image/webp' }, face);
  const body = JSON.stringify({ inputs: [{ asset_id: id, role: 'source' }], concerns: ['acne'] });
  const json = { ...headers, 'Content-Type': 'application/json' };
  await many(JOBS, (index) =>
    send(`${url}/v1/skin/analyses`, 'POST', { ...json, 'Idempotency-Key': `job-${index}` }, body),
  );
  await many(EXCHANGES - JOBS, () => send(`${url}/v1/usage`, 'GET', headers));
  const { jobs, exchanges } = (await send(`${url}/_emulator/v1/summary`, 'GET', {})) as {
    jobs: Record<string, number>;
    exchanges: number;
  };
  assert.equal(
    Object.values(jobs).reduce((sum, count) => sum + count, 0),
    JOBS,
  );
  assert.ok(exchanges >= EXCHANGES);
}

async function many(count: number, call: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const work = async () => {
    for (let index = next++; index < count; index = next++) await call(index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return (usedSize / 1_000_000).toFixed(1);
}
