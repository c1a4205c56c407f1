import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { assertQuiet, openView, type Started, startPackage, watch, watchedPage } from './browser.ts';
import { send } from './story.ts';

/** Does everything that a user can do, and checks the effect in the page, in another tab and in the emulator. */
export async function assertActions(browser: Browser): Promise<void> {
  const emulator = await startPackage('--port', '0');
  try {
    const watched = await watchedPage(browser, emulator.url, { reducedMotion: 'reduce' });
    const { page, context } = watched;
    await page.goto(emulator.url);
    assert.equal(new URL(page.url()).pathname, '/_emulator/', 'the printed address leads to the console');
    await page.locator('.connection.is-connected').waitFor();
    for (const act of [
      tryOne,
      moveTime,
      steerJobs,
      planAndFault,
      sendWebhooks,
      readRequests,
      answerQuestions,
      changeAccounts,
      keepWorlds,
      useKeys,
    ])
      await act(page, emulator);
    const other = await watch(await context.newPage(), emulator.url);
    await openView(other.page, emulator.url, 'jobs');
    const before = await other.page.locator('tbody tr').count();
    await tryOne(page);
    await other.page.locator(`tbody tr:nth-child(${before + 1})`).waitFor();
    console.log('console: each view does what it offers, and a second tab sees it without a reload');
    await assertQuiet(watched);
    await assertQuiet(other);
    await assertSaidOnce(page, emulator);
    await assertReturn(page, emulator);
    await context.close();
  } finally {
    await emulator.stop();
  }
}

async function tryOne(page: Page): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/_emulator/#/try`);
  await page.locator('.face').first().click();
  await page.getByText(/bytes$/).waitFor();
  await page.getByRole('button', { name: 'Send it' }).click();
  await page.getByRole('link', { name: 'Job details' }).waitFor();
}

async function moveTime(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Freeze' }).click();
  await page.locator('[aria-pressed=true]', { hasText: 'Freeze' }).waitFor();
  await page.getByRole('button', { name: '+8 s' }).click();
  await page.getByRole('img', { name: /The result/ }).waitFor();
  const time = page.locator('.clock-now time');
  const before = await time.textContent();
  await page.getByRole('button', { name: '+1 h' }).click();
  await page.waitForFunction((was) => document.querySelector('.clock-now time')?.textContent !== was, before);
  await page.getByRole('button', { name: 'Next event' }).click();
  await page.getByRole('button', { name: 'Until idle' }).click();
  await page.getByRole('button', { name: 'Auto' }).click();
  await page.locator('[aria-pressed=true]', { hasText: 'Auto' }).waitFor();
  await page.getByRole('button', { name: 'Freeze' }).click();
  await page.locator('[aria-pressed=true]', { hasText: 'Freeze' }).waitFor();
}

async function steerJobs(page: Page, { url }: Started): Promise<void> {
  await send(`${url}/_emulator/v1/plans`, 'POST', {}, JSON.stringify({ hold_at: 'queued', times: 2 }));
  await tryOne(page);
  await page.getByRole('link', { name: 'Job details' }).click();
  await page.getByText('held here').waitFor();
  await page.getByRole('button', { name: 'Step' }).click();
  await page.locator('.stage.is-now', { hasText: 'picked_up' }).waitFor();
  await page.getByRole('button', { name: '+1 min' }).click();
  await page.locator('.stage.is-succeeded').waitFor();
  await page.getByText('Before: the input').waitFor();
  await page.getByText('After: the result').waitFor();
  await page.getByRole('slider').first().fill('20');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'Jobs' }).waitFor();
  await tryOne(page);
  await page.getByRole('link', { name: 'Job details' }).click();
  await page.getByRole('button', { name: 'Release' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.locator('.stage.is-cancelled').waitFor();
  await page.goto(`${url}/_emulator/#/jobs`);
  await page.getByLabel('Status').selectOption('cancelled');
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
}

async function planAndFault(page: Page, { url }: Started): Promise<void> {
  await openView(page, url, 'plans');
  const none = page.getByRole('button', { name: 'Remove all' }).last();
  await none.focus();
  await page.getByText('None.').first().waitFor();
  assert.equal(await none.getAttribute('title'), 'None.');
  await page.getByLabel('Ends').selectOption('PROCESSING_FAILED');
  await page.getByText('code: PROCESSING_FAILED').waitFor();
  await page.getByRole('button', { name: 'Add the plan' }).click();
  await page.getByText('matched 0, used 0').first().waitFor();
  await page.getByRole('button', { name: 'Add the fault' }).click();
  await page.getByText('matched 0, played 0').waitFor();
  for (const button of await page.getByRole('button', { name: 'Remove all' }).all()) await button.click();
  await page.getByText('None.').nth(1).waitFor();
}

async function sendWebhooks(page: Page, { url }: Started): Promise<void> {
  await openView(page, url, 'webhooks');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByText('receiver-1').waitFor();
  await page.getByRole('button', { name: 'Ping' }).click();
  await page.getByText('1 failure in a row').waitFor();
  await page.getByRole('link', { name: 'test.ping' }).click();
  await page.getByText('attempt 1: answered 500').waitFor();
  await page.getByText('signed with its present secret').first().waitFor();
  await page.getByRole('button', { name: 'Resend' }).click();
  await page.getByText('no answer in time').first().waitFor();
  await openView(page, url, 'webhooks');
  await page.getByRole('button', { name: 'Rotate' }).click();
  await page.getByText('The secret, shown only once').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByLabel('URL of a new endpoint').fill('http://127.0.0.1:9/hooks');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('The secret, shown only once').waitFor();
  await page.getByText('http://127.0.0.1:9/hooks').waitFor();
  await send(`${url}/_emulator/v1/receivers`, 'POST', {}, JSON.stringify({ environment: 'test' }));
  await tryOne(page);
  await page.getByRole('link', { name: 'Job details' }).click();
  await page.getByRole('button', { name: '+1 min' }).click();
  await page
    .getByText(/^1 attempt$/)
    .first()
    .waitFor();
}

async function readRequests(page: Page, { url, keys }: Started): Promise<void> {
  await openView(page, url, 'requests');
  await send(`${url}/v1/jobs/job_gone`, 'GET', { 'X-API-Key': keys.test });
  await page.getByRole('link', { name: 'GET /v1/jobs/job_gone' }).click();
  await page.getByText('Why it was refused').waitFor();
  assert.equal(await page.locator('.notice:visible').count(), 0, 'a notice goes with the page that it was given on');
  await page.getByText(/curl -X GET/).waitFor();
  await page.goBack();
  await page.getByLabel('Mentions').fill('job_gone');
  await page.getByLabel('Mentions').press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as HAR' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'journal.har');
}

async function answerQuestions(page: Page, { url, keys }: Started): Promise<void> {
  await openView(page, url, 'questions');
  await page.getByRole('searchbox').fill('codes.not_found');
  await page.locator('.question input').fill('NO_ROUTE');
  await page.locator('.question input').press('Enter');
  await page.getByText('changed', { exact: true }).waitFor();
  const { error } = (await send(`${url}/v1/nothing`, 'GET', { 'X-API-Key': keys.test })) as { error: { code: string } };
  assert.equal(error.code, 'NO_ROUTE');
  await page.getByText(/made a difference 1 time(?!s)/).waitFor();
}

async function changeAccounts(page: Page, { url }: Started): Promise<void> {
  await openView(page, url, 'credits');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.locator('dd', { hasText: '10,100' }).first().waitFor();
  await openView(page, url, 'accounts');
  await page.getByLabel('New account').fill('shop');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('heading', { name: 'shop' }).waitFor();
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'shop' }) });
  await card.getByLabel('lists').click();
  await page.getByText('lists is off now').waitFor();
  await card.getByRole('button', { name: 'Add a key' }).click();
  await card.locator('tbody tr').nth(2).waitFor();
  const made = card.locator('tbody tr', { hasText: 'pk_live' }).last();
  await made.getByRole('button', { name: 'Expire in a day' }).click();
  await page.getByText('the key expires in a day').waitFor();
  await assertNoticeCoversNothing(page);
  await made.getByText(/^ends 2026-/).waitFor();
  await made.getByRole('button', { name: 'Remove the expiry' }).click();
  await made.getByText(/^ends 2026-/).waitFor({ state: 'detached' });
  await made.getByRole('button', { name: 'Expire in a day' }).waitFor();
  await made.getByRole('button', { name: 'Revoke' }).click();
  await made.getByRole('button', { name: 'Revoke this key?' }).click();
  await made.getByText('unusable').waitFor();
  await made.getByRole('button', { name: 'Make usable' }).click();
  await made.getByText('unusable').waitFor({ state: 'detached' });
  await card.getByLabel('jobs are refused without enough credits').click();
  await card.getByLabel('Units of skin.analyze').fill('5');
  await card.getByLabel('Units of skin.analyze').press('Enter');
  await page.getByText('the price is changed').waitFor();
  const story = (await (await fetch(`${url}/_emulator/v1/accounts/shop/story`)).json()) as { balance: object };
  assert.deepEqual(
    { ...story.balance },
    { ...story.balance, enforced: false, unit_costs: { 'hair.try_on': 2, 'makeup.apply': 1, 'skin.analyze': 5 } },
  );
  await card.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('heading', { name: 'shop' }).waitFor();
  await card.getByRole('button', { name: 'Remove shop permanently?' }).click();
  await page.getByRole('heading', { name: 'shop' }).waitFor({ state: 'detached' });
}

/** The notice is below the part that scrolls, and disappears when the page is left. */
async function assertNoticeCoversNothing(page: Page): Promise<void> {
  const box = async (name: string) => (await page.locator(name).boundingBox()) ?? assert.fail(`${name} is not shown`);
  const [frame, notice] = [await box('.frame'), await box('.notice')];
  assert.ok(frame.y + frame.height <= notice.y + 0.5, 'the notice covers a part of the page');
}

/** Adds a second world, saves and restores a snapshot, saves and loads the world as a file, and removes the world. */
async function keepWorlds(page: Page, { url }: Started): Promise<void> {
  await openView(page, url, 'worlds');
  await page.getByLabel('New world').fill('mine');
  await page.getByLabel('Its clock mode').selectOption('frozen');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('heading', { name: 'Snapshots of mine' }).waitFor();
  await page.getByLabel('Name of the snapshot').fill('empty');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const kept = page.locator('tbody tr', { hasText: 'empty' });
  await kept.waitFor();
  await page.getByRole('button', { name: '+1 h' }).click();
  await page.getByText('2026-01-01 01:00:00', { exact: false }).first().waitFor();
  await kept.getByRole('button', { name: 'Restore' }).click();
  await kept.getByRole('button', { name: 'Restore empty?' }).click();
  await page.locator('.clock-now', { hasText: '00:00:00' }).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save mine as a file' }).click(),
  ]);
  assert.equal(file.suggestedFilename(), 'mine.world');
  await page.getByLabel('Replace with a file').setInputFiles(await file.path());
  await page.getByText('the world is replaced with').waitFor();
  await kept.getByRole('button', { name: 'Delete' }).click();
  await kept.getByRole('button', { name: 'Delete empty?' }).click();
  await kept.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('button', { name: 'Reset mine?' }).click();
  await page.getByText('the world is reset').waitFor();
  const row = page.locator('tbody tr', { hasText: 'mine' });
  await row.getByRole('button', { name: 'Remove' }).click();
  await row.getByRole('button', { name: 'Remove mine permanently?' }).click();
  await row.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Snapshots of default' }).waitFor();
}

/** Reaches the content and opens a view with the keyboard only. */
async function useKeys(page: Page, { url }: Started): Promise<void> {
  await page.goto('about:blank');
  await openView(page, url, 'overview');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Skip to the content');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'main');
  await page.getByRole('link', { name: 'Jobs' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Jobs' }).waitFor();
}

/**
 * A problem is shown only once. The browser logs the refused request, so this comes after the check for a quiet page.
 */
async function assertSaidOnce(page: Page, { url }: Started): Promise<void> {
  await openView(page, url, 'plans');
  await page.getByLabel('Processing lasts').fill('soon');
  await page.getByRole('button', { name: 'Add the plan' }).click();
  await page.locator('.notice.is-problem').waitFor();
  const said = (await page.locator('.notice').textContent()) ?? '';
  assert.equal(said.split('processing').length, 2, `the problem is said once: ${said}`);
}

/** The page recovers when the emulator stops and another one starts at the same address. */
async function assertReturn(page: Page, emulator: Started): Promise<void> {
  await emulator.stop();
  await page.locator('.connection.is-away').waitFor();
  const again = await startPackage('--port', String(emulator.port));
  try {
    await page.locator('.connection.is-connected').waitFor();
    await page.goto(`${again.url}/_emulator/#/overview`);
    await page.locator('.figure', { hasText: 'requests' }).getByText('0').waitFor();
    console.log('console: an emulator that went away and came back is shown again, without a reload');
  } finally {
    await again.stop();
  }
}
