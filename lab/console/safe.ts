import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openView, type Started, startPackage, VIEWS, watchedPage } from './browser.ts';
import { send } from './story.ts';

const PROBE = '"><img src=x onerror=alert(1)><script>alert(2)</script>\'--{{7*7}}';
const TOKEN = 'a-token-of-the-team';

/**
 * Nothing that a client sends becomes markup, no page of another origin can change anything, and the token is never in
 * an address.
 */
export async function assertSafe(browser: Browser): Promise<void> {
  const emulator = await startPackage('--port', '0');
  try {
    await assertTextStaysText(browser, emulator);
    await assertOthersCannotAct(browser, emulator);
  } finally {
    await emulator.stop();
  }
  await assertToken(browser);
}

async function assertTextStaysText(browser: Browser, { url, keys }: Started): Promise<void> {
  const control = (path: string, body: object) => send(`${url}/_emulator/v1${path}`, 'POST', {}, JSON.stringify(body));
  const encoded = encodeURIComponent(PROBE);
  await send(`${url}/v1/jobs/${encoded}?${encoded}=${encoded}`, 'GET', {
    'X-API-Key': PROBE,
    'User-Agent': PROBE,
    'X-Probe': PROBE,
  });
  await send(`${url}/v1/assets`, 'POST', { 'X-API-Key': keys.test, 'Content-Type': 'image/png' }, PROBE);
  await send(
    `${url}/v1/skin/analyses`,
    'POST',
    { 'X-API-Key': keys.test, 'Content-Type': 'application/json', 'Idempotency-Key': PROBE },
    JSON.stringify({ [PROBE]: PROBE, concerns: [PROBE] }),
  );
  await control('/plans', {
    match: { idempotency_key: PROBE },
    outcome: { status: 'failed', code: 'PROCESSING_FAILED', message: PROBE },
  });
  await control('/endpoints', { url: `http://127.0.0.1:9/${PROBE}` });
  await control('/receivers', { replies: [{ status: 500, body: PROBE }] });
  const { id } = (await control('/receivers', { otherwise: { status: 500, body: PROBE } })) as { id: string };
  assert.ok(id);
  const endpoints = (await send(`${url}/_emulator/v1/endpoints`, 'GET', {})) as unknown as { id: string }[];
  for (const endpoint of endpoints) await control(`/endpoints/${endpoint.id}/ping`, {});
  const deliveries = (await send(`${url}/_emulator/v1/deliveries`, 'GET', {})) as unknown as { id: string }[];
  const watched = await watchedPage(browser, url);
  const details = [
    ...deliveries.map((one) => `webhooks/${one.id}`),
    'requests/1',
    'requests/2',
    'requests/3',
    `jobs/${encoded}`,
  ];
  for (const view of [
    ...VIEWS,
    ...details,
    encoded,
    `jobs?status=${encoded}`,
    `requests?mentions=${encoded}`,
    `credits?account=${encoded}`,
  ]) {
    await openView(watched.page, url, view);
    await watched.page.waitForTimeout(120);
    await assertNoMarkup(watched.page, view);
  }
  await typeProbes(watched.page, url);
  const refusals = /status of (?:400|404)/;
  assert.deepEqual(
    watched.troubles.filter((text) => !refusals.test(text)),
    [],
  );
  assert.deepEqual(watched.elsewhere, []);
  await watched.context.close();
  console.log('console: what clients send in ids, headers, keys, bodies and errors stays text everywhere');
}

async function assertNoMarkup(page: Page, where: string): Promise<void> {
  assert.equal(await page.locator('#console img[src=x], #console script').count(), 0, where);
}

/** Text that is typed or opened in the page appears again in the messages of the emulator. */
async function typeProbes(page: Page, url: string): Promise<void> {
  const isSaid = async (where: string, text: string | RegExp) => {
    await page.locator('.notice', { hasText: text }).waitFor();
    await assertNoMarkup(page, where);
  };
  await openView(page, url, 'worlds');
  await page.getByLabel('New world').fill(PROBE);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await isSaid('the name of a world', /The world is not valid/);
  await page.getByLabel('Name of the snapshot').fill(PROBE);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await isSaid('the name of a snapshot', /The snapshot is not valid/);
  const file = { name: `${PROBE}.world`, mimeType: 'application/octet-stream', buffer: Buffer.from(PROBE) };
  await page.getByLabel('Replace with a file').setInputFiles(file);
  await isSaid('a file that is no world', /no file of a world|not a world/);
  await openView(page, url, 'accounts');
  await page.getByLabel('New account').fill(PROBE);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await isSaid('the name of an account', /The account is not valid/);
  const price = page.getByLabel('Units of skin.analyze').first();
  await price.evaluate((input, text) => {
    const field = input as HTMLInputElement;
    field.type = 'text';
    field.value = text;
    for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
  }, PROBE);
  await isSaid('the price of an account', /unit_costs/);
}

/** A page of another origin cannot read, write or post forms, not even from a host name that resolves to loopback. */
async function assertOthersCannotAct(browser: Browser, { url, port }: Started): Promise<void> {
  const other = createServer((_, answer) =>
    answer.writeHead(200, { 'Content-Type': 'text/html' }).end('<form method="post"></form>'),
  );
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const clock = () => send(`${url}/_emulator/v1/clock`, 'GET', {});
  await send(`${url}/_emulator/v1/clock`, 'PATCH', {}, '{"mode": "frozen"}');
  const before = await clock();
  const page = await browser.newPage();
  try {
    await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
    const seen = await page.evaluate(async (address) => {
      const tried = [fetch(address), fetch(`${address}/advance`, { method: 'POST', body: '{"by": "1h"}' })];
      return Promise.all(
        tried.map((call) =>
          call.then(
            () => 'answered',
            () => 'refused',
          ),
        ),
      );
    }, `${url}/_emulator/v1/clock`);
    assert.deepEqual(seen, ['refused', 'refused']);
    const form = page.locator('form');
    await form.evaluate((element, address) => {
      (element as HTMLFormElement).action = address;
      (element as HTMLFormElement).submit();
    }, `${url}/_emulator/v1/clock/advance`);
    await page.waitForURL(/clock\/advance/);
    assert.match((await page.textContent('body')) ?? '', /origin|sites/);
    assert.deepEqual(await clock(), before);
  } finally {
    await page.close();
    other.close();
  }
  await assertRebinding(port);
  console.log('console: a page of another origin, a form of it and a name that was pointed here cannot act');
}

async function assertRebinding(port: number): Promise<void> {
  const browser = await openBrowser(['--host-resolver-rules=MAP attacker.example 127.0.0.1']);
  try {
    const page = await browser.newPage();
    await page.goto(`http://attacker.example:${port}/_emulator/`);
    const status = await page.evaluate(async () => (await fetch('/_emulator/v1/clock')).status);
    assert.equal(status, 403);
  } finally {
    await browser.close();
  }
}

async function assertToken(browser: Browser): Promise<void> {
  const emulator = await startPackage('--port', '0', '--host', '0.0.0.0', '--token', TOKEN);
  const url = `http://127.0.0.1:${emulator.port}`;
  const watched = await watchedPage(browser, url);
  const addresses: string[] = [];
  watched.page.on('request', (request) => addresses.push(request.url()));
  try {
    await watched.page.goto(`${url}/_emulator/`);
    await watched.page.getByLabel('Token').fill('wrong');
    await watched.page.getByRole('button', { name: 'Open the console' }).click();
    await watched.page.getByLabel('Token').fill(TOKEN);
    await watched.page.getByRole('button', { name: 'Open the console' }).click();
    await watched.page.locator('.connection.is-connected').waitFor();
    await watched.page.reload();
    await watched.page.locator('.connection.is-connected').waitFor();
    await watched.page.goto(`${url}/_emulator/#/try`);
    await watched.page.locator('.face img').first().waitFor();
    assert.deepEqual(
      [...addresses, watched.page.url()].filter((address) => address.includes(TOKEN)),
      [],
    );
    assert.equal(await watched.page.evaluate(() => localStorage.length + document.cookie.length), 0);
    assert.deepEqual(
      watched.troubles.filter((text) => !/status of 403/.test(text)),
      [],
    );
    await watched.page.close();
    console.log('console: off loopback the token is asked for, and stays in the tab and in a header');
  } finally {
    await watched.context.close();
    await emulator.stop();
  }
}
