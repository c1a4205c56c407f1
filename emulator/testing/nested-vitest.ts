import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SHIPPED } from './shipped-package.ts';

/** Next to the bundle, so that its packages are found. */
const FOLDER = fileURLToPath(SHIPPED);
const VITEST = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

export type NestedOutcome = { status: string; message: string };

/** Runs test files in a separate Vitest, against the bundle. Returns the outcome of each test by name. */
export async function runNestedVitest(
  files: Record<string, string>,
  settings: object = {},
): Promise<Record<string, NestedOutcome>> {
  const folder = mkdtempSync(join(FOLDER, 'nested-'));
  try {
    for (const [name, source] of Object.entries(files)) writeFileSync(join(folder, name), source);
    writeFileSync(join(folder, 'vitest.config.mjs'), `export default { test: ${JSON.stringify(settings)} };`);
    const args = ['run', '--root', folder, '--reporter', 'json', '--outputFile', join(folder, 'out.json')];
    await new Promise((done) => execFile(process.execPath, [VITEST, ...args], { timeout: 60_000 }, done));
    const { testResults } = JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8')) as { testResults: FileResult[] };
    return Object.fromEntries(testResults.flatMap(outcomesOf));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type FileResult = { message: string; assertionResults: { title: string; status: string; failureMessages: string[] }[] };

function outcomesOf({ message, assertionResults }: FileResult): [string, NestedOutcome][] {
  if (assertionResults.length === 0) return [['the file itself', { status: 'failed', message }]];
  return assertionResults.map(({ title, status, failureMessages }) => [
    title,
    { status, message: failureMessages.join('\n') },
  ]);
}
