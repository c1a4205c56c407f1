// Tests the console as users have it: the built package in real Chromium. Each printed line is something that was
// checked.

import { assertActions } from './actions.ts';
import { openBrowser } from './browser.ts';
import { measure } from './figures.ts';
import { assertLooks } from './looks.ts';
import { assertSafe } from './safe.ts';

const browser = await openBrowser();
try {
  const parts = { looks: assertLooks, actions: assertActions, safe: assertSafe, figures: measure };
  const chosen = process.argv.slice(2).filter((word) => word in parts);
  for (const [name, part] of Object.entries(parts))
    if (chosen.length === 0 || chosen.includes(name)) await part(browser);
} finally {
  await browser.close();
}
