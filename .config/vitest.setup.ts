import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bundleInto } from './bundle.mjs';

/** The same without a process around it, for tests of words and messages: `emulator/testing/in-process.ts`. */
const MAINS = { 'emulator-main': 'emulator/cli.ts', 'conformance-main': 'conformance/cli.ts' };

/**
 * The command lines are tested as they are shipped: bundled, and started by Node alone. Two runs of the tests at once share
 * the folder, so neither empties it; what is a day old is of no more use to either.
 */
export default async function setup(): Promise<void> {
  await bundleInto('.test-dist', { keep: true, more: MAINS });
  removeOld('.test-dist/chunks');
}

const DAY = 24 * 60 * 60_000;

function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > DAY) rmSync(path, { force: true });
  }
}
