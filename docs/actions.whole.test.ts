import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import validator from '@action-validator/core';
import { expect, it, type TestContext } from 'vitest';
import { parse } from 'yaml';
import { createEmulator } from '../emulator/index.ts';
import { SHIPPED } from '../emulator/testing/shipped-package.ts';
import { openUserProject, type UserProject } from './user-project.ts';

const ACTIONS = new URL('../actions/', import.meta.url);

type Action = {
  inputs: Record<string, { default?: string }>;
  runs: { steps: { uses?: string; run?: string; env?: Record<string, string> }[] };
};

function textOf(name: string): string {
  return readFileSync(new URL(`${name}/action.yml`, ACTIONS), 'utf8');
}

function projectOf({ onTestFinished }: TestContext): UserProject {
  const project = openUserProject(SHIPPED);
  onTestFinished(() => project.remove());
  return project;
}

/** The script of the first step of an action, with the variables that GitHub sets for it. */
function stepOf(project: UserProject, name: string, inputs: Record<string, string>) {
  const action = parse(textOf(name)) as Action;
  const [step] = action.runs.steps;
  const values = Object.fromEntries(
    Object.entries(action.inputs).map(([key, { default: value = '' }]) => [key, value]),
  );
  const filled = (text: string) =>
    text.replace(/\$\{\{ inputs\.(\w+) \}\}/g, (_, key: string) => ({ ...values, ...inputs })[key] ?? '');
  const env = Object.fromEntries(Object.entries(step?.env ?? {}).map(([key, text]) => [key, filled(text)]));
  const files = { GITHUB_ENV: 'env.txt', GITHUB_OUTPUT: 'output.txt', GITHUB_STEP_SUMMARY: 'summary.md' };
  const paths = Object.entries(files).map(([key, file]) => [key, join(project.folder, file)]);
  return {
    run: (step?.run ?? '').replaceAll('npx --no-install ', ''),
    env: { ...env, ...Object.fromEntries(paths), RUNNER_TEMP: project.folder },
    read: (file: string) => readFileSync(join(project.folder, file), 'utf8'),
  };
}

it.each(readdirSync(ACTIONS).filter((name) => existsSync(new URL(`${name}/action.yml`, ACTIONS))))(
  '%s is a valid action',
  (name) => expect(validator.validateAction(textOf(name)).errors).toEqual([]),
);

it('certify writes a summary and the reports, and returns the exit code', async (context) => {
  const project = projectOf(context);
  await using emulator = await createEmulator({ clock: 'running', deviate: ['job-unknown-410'] });
  const inputs = { server: emulator.url, key: emulator.keys.test ?? '', args: '--only JOB-404 --sessions 0' };
  const { run, env, read } = stepOf(project, 'certify', inputs);
  const { code, text } = await project.run(run, env);
  expect(code, text).toBe(1);
  expect(text).toMatch(/^::error title=JOB-404::/m);
  expect(read('summary.md')).toMatch(/^## tryon conformance: non-conformant/);
  expect(read('output.txt')).toBe('conclusion=non-conformant\n');
  expect(readdirSync(join(project.folder, 'tryon-conformance')).sort()).toEqual([
    ...['annotations.txt', 'junit.xml', 'report.html', 'report.json'],
  ]);
  expect(read('tryon-conformance/report.json')).not.toContain(inputs.key);
}, 120_000);

it('observe runs the tests through a proxy, and reports the rules that their traffic violates', async (context) => {
  const project = projectOf(context);
  await using emulator = await createEmulator({ clock: 'running', deviate: ['job-unknown-410'] });
  const header = `X-API-Key: ${emulator.keys.test}`;
  const command = `curl -s -H '${header}' "$TRYON_URL/v1/usage"; curl -s -H '${header}' "$TRYON_URL/v1/jobs/job_none"`;
  const { run, env, read } = stepOf(project, 'observe', { server: emulator.url, run: command });
  const { code, text } = await project.run(run, env);
  expect([0, 1], text).toContain(code);
  expect(read('summary.md')).toMatch(/^## tryon conformance: /);
  expect(read('tryon-observed/report.json')).toContain('/v1/jobs/job_none');
  expect(read('tryon-observed/report.json')).not.toContain(emulator.keys.test);
}, 120_000);

it('emulator runs until the job ends, and sets its address and keys', async (context) => {
  const project = projectOf(context);
  const { run, env, read } = stepOf(project, 'emulator', { port: '0', args: '--clock frozen' });
  // Processes of the step end with the job, which is the shell here.
  const { code, text } = await project.run(
    `${run}\ntrap 'kill $!' EXIT\n. "$GITHUB_ENV"\ncurl -sf -H "X-API-Key: $TRYON_TEST_KEY" "$TRYON_URL/v1/usage"`,
    env,
  );
  expect(code, text).toBe(0);
  expect(text).toContain('{');
  expect(read('output.txt')).toMatch(/^url=http:\/\/127\.0\.0\.1:\d+\n$/);
});

it('emulator prints why it did not start', async (context) => {
  const project = projectOf(context);
  const { run, env } = stepOf(project, 'emulator', { port: '0', args: '--clock backwards' });
  const { code, text } = await project.run(run, env);
  expect(code).toBe(1);
  expect(text).toContain('--clock');
});
