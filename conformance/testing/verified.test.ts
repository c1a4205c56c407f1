import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { graded } from './graded.ts';
import { routes } from './scripted-server.ts';
import { suiteOf } from './suite-of.ts';
import { differencesIn } from './verified.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** If a test graded a target without verifying the report, no test would fail when verification breaks. */
it('No test grades a target without the helper that verifies the report', () => {
  const tests = ['conformance', 'docs', 'docker'].flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
      .map((name) => `${folder}/${name}`),
  );
  const past = tests.filter((name) => /\b(?:certifyWith|runSuite)\b/.test(readFileSync(`${ROOT}${name}`, 'utf8')));
  expect(past.filter((name) => !name.endsWith('testing/verified.test.ts'))).toEqual([]);
  expect(tests.length).toBeGreaterThan(50);
});

it('A report that does not follow from its recording has differences', async () => {
  const text = 'scenario: a/b\ncovers: [FIRST-RULE]\nsteps: [{call: GET /, expect: {FIRST-RULE: {status: 200}}}]\n';
  const { report } = await graded(text, routes({ '/': { status: 200 } }));
  const forged = { ...report, conclusion: 'incomplete' as const };
  expect(await differencesIn(forged, suiteOf(text))).toEqual([
    'the report gives the run as incomplete, but it is conformant',
  ]);
});
