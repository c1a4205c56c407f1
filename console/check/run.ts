// The console as a person has it: the built package in real Chromium. Each line that is printed is something that was seen to hold.
import { assertLooks } from './looks.ts';
import { assertActions } from './actions.ts';
import { openBrowser } from './browser.ts';
import { assertSafe } from './safe.ts';
import { measure } from './figures.ts';

const browser = await openBrowser();
try {
  for (const part of [assertLooks, assertActions, assertSafe, measure]) await part(browser);
} finally {
  await browser.close();
}
