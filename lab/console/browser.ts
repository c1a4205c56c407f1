import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** Chromium as users have it, and the emulator as it is shipped. */

const BROWSERS = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = BROWSERS.find((path) => path !== undefined && existsSync(path));
  if (executablePath === undefined) throw new Error('there is no Chromium: install it, or name it in CHROMIUM');
  return chromium.launch({ executablePath, args: ['--no-sandbox', ...args] });
}

/** The longest wait for anything, even on a busy machine. */
const LONGEST_WAIT = 10_000;

export type Started = {
  url: string;
  port: number;
  token: string | null;
  keys: { live: string; test: string };
  stop(): Promise<void>;
};

/** The built package, started as a user starts it. */
export async function startPackage(...args: string[]): Promise<Started> {
  const child = spawn(process.execPath, ['dist/cli.js', 'start', '--json', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const facts = JSON.parse(await firstLine(child));
  return { ...facts, port: Number(new URL(facts.url).port), stop: () => ended(child) };
}

function firstLine(child: ChildProcess): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (data) => {
      text += data;
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
    child.once('close', (code) => reject(new Error(`the emulator ended with ${code}`)));
  });
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once('close', () => resolve());
    child.kill('SIGINT');
  });
}

export type Watched = { page: Page; context: BrowserContext; troubles: string[]; elsewhere: string[] };

/** Opens a page that records every console error and every request to another origin. */
export async function watchedPage(
  browser: Browser,
  origin: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(LONGEST_WAIT);
  return { context, ...(await watch(await context.newPage(), origin)) };
}

export async function watch(page: Page, origin: string) {
  const troubles: string[] = [];
  const elsewhere: string[] = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && troubles.push(message.text()));
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('dialog', (dialog) => {
    troubles.push(`a dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !/^(?:blob|data):/.test(request.url())) elsewhere.push(request.url());
  });
  return { page, troubles, elsewhere };
}

export async function assertQuiet({
  page,
  troubles,
  elsewhere,
}: Pick<Watched, 'page' | 'troubles' | 'elsewhere'>): Promise<void> {
  assert.deepEqual({ troubles, elsewhere }, { troubles: [], elsewhere: [] });
  await assertFits(page);
}

/** Neither the document nor the scrolling frame is wider than the screen. */
async function assertFits(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => {
    const frame = document.querySelector('.frame');
    const inFrame = frame === null ? 0 : frame.scrollWidth - frame.clientWidth;
    return Math.max(inFrame, document.documentElement.scrollWidth - window.innerWidth);
  });
  assert.ok(overflow <= 0, `${page.url()} is ${overflow} px wider than the screen`);
}

/** No button is to the right of the visible part of the page, where users would have to search for it. */
export async function assertButtonsOnScreen(page: Page): Promise<void> {
  const outside = await page.evaluate(() =>
    [...document.querySelectorAll('.clock button, table button')]
      .filter((button) => button.getBoundingClientRect().right > window.innerWidth)
      .map((button) => button.textContent),
  );
  assert.deepEqual(outside, [], `${page.url()}: buttons beyond the edge of the screen`);
}

/** The views, by their paths. */
export const VIEWS = [
  'overview',
  'jobs',
  'try',
  'requests',
  'webhooks',
  'plans',
  'questions',
  'credits',
  'accounts',
  'worlds',
];

export async function openView(page: Page, url: string, view: string): Promise<void> {
  await page.goto(`${url}/_emulator/#/${view}`);
  await page.locator('h1').first().waitFor();
  await page.locator('.connection.is-connected').waitFor();
}
