// Opens a report in Chromium as a user would. Checks that it is readable, can be filtered, loads nothing from
// elsewhere, and fits on a phone.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const BROWSERS = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = BROWSERS.find((path) => path && existsSync(path));
if (executablePath === undefined) throw new Error('there is no Chromium: install it, or name it in CHROMIUM');

const folder = mkdtempSync(join(tmpdir(), 'tryon-browser-'));
const file = join(folder, 'report.html');

// A server that answers every request with 500 fails every rule, which gives the longest possible report.
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(500, { 'Content-Type': 'application/json' }).end('{"error": "<b>broken</b>"}');
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const url = `http://127.0.0.1:${server.address().port}`;
  const args = ['run', url, '--key', 'pk_test_x', '--only', 'core', '--html', file];
  await assert.rejects(runCli(args), /exit code 1/);
  await look(await browser.newPage({ viewport: { width: 1280, height: 900 } }));
  await look(await browser.newPage({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' }));
  console.log('the report reads well in Chromium, on a screen and on a phone');
} finally {
  await browser.close();
  server.close();
  rmSync(folder, { recursive: true, force: true });
}

async function look(page) {
  const troubles = [];
  const elsewhere = [];
  page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('request', (request) => !request.url().startsWith('file:') && elsewhere.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  assert.match(await page.title(), /non-conformant/i);
  assert.ok((await page.locator('body').textContent())?.includes('UPLOAD-STATUS'));
  assert.equal(await page.locator('b', { hasText: 'broken' }).count(), 0, 'what a server sends is no HTML of ours');
  for (const open of [false, true]) {
    const overflow = await page.evaluate((isOpen) => {
      for (const fold of document.querySelectorAll('details')) fold.open = isOpen;
      return document.documentElement.scrollWidth - window.innerWidth;
    }, open);
    assert.ok(
      overflow <= 0,
      `with every fold ${open ? 'open' : 'closed'} the page is ${overflow} px wider than the screen`,
    );
  }
  assert.deepEqual([troubles, elsewhere], [[], []]);
  await page.close();
}

/** Asynchronous, because the graded server runs in this process. */
function runCli(args) {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, ['dist/conformance-cli.js', ...args], (error, stdout, stderr) =>
      error === null ? resolve(stdout) : reject(new Error(`exit code ${error.code}: ${stderr}`)),
    );
  });
}
