import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { graded } from './graded.ts';
import { routes } from './scripted-server.ts';
import { suiteOf } from './suite-of.ts';
import { differencesIn } from './verified.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A run whose report no one verifies is one in which verifying may be broken without a test that says so. */
it('No test grades a target past the helper that verifies the report', () => {
  const tests = ['conformance', 'docs', 'docker'].flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
      .map((name) => `${folder}/${name}`),
  );
  const past = tests.filter((name) => /\b(?:certifyWith|runSuite)\b/.test(readFileSync(`${ROOT}${name}`, 'utf8')));
  expect(past.filter((name) => !name.endsWith('testing/verified.test.ts'))).toEqual([]);
  expect(tests.length).toBeGreaterThan(50);
});

it('A report that does not follow from what it recorded has differences', async () => {
  const text = 'scenario: a/b\ncovers: [FIRST-RULE]\nsteps: [{call: GET /, expect: {FIRST-RULE: {status: 200}}}]\n';
  const { report } = await graded(text, routes({ '/': { status: 200 } }));
  const forged = { ...report, conclusion: 'incomplete' as const };
  expect(await differencesIn(forged, suiteOf(text))).toEqual(['the run is said to be incomplete, and is conformant']);
});
