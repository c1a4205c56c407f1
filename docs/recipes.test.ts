import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import validator from '@action-validator/core';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { describe, expect, it, type TestContext } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { createEmulator } from '../emulator/index.ts';
import { SHIPPED } from '../emulator/testing/shipped-package.ts';
import { type Ended, openUserProject, type Recipe, readRecipes, type UserProject } from './user-project.ts';

const PAGE = readFileSync(new URL('recipes.md', import.meta.url), 'utf8');
const recipes = readRecipes();
const FRONT_PAGE = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
/** What the front page shows of tests for vitest; its programs are run by a test beside the emulator. */
const FRONT_PAGE_TESTS = Object.fromEntries(
  [...FRONT_PAGE.matchAll(/^```js\n(.*?)^```$/gms)]
    .filter(([, code = '']) => code.includes("from 'tryon-kit/vitest'"))
    .map(([, code = ''], index) => [`front-page-${index}.test.mjs`, code]),
);
/** A scenario or two for each of four shards, none of which waits for long. */
const SAMPLE = '--only errors/unknown-paths,assets/wrapped,assets/upload-kinds,submits/no-json';

/** Writes the files of sections and types the commands of the last one; each must succeed. */
async function follow(project: UserProject, ...names: string[]): Promise<string> {
  for (const name of names) project.write(recipeOf(name).files);
  const { commands } = recipeOf(names.at(-1) ?? '');
  expect(commands).not.toEqual([]);
  const texts: string[] = [];
  for (const line of commands) texts.push(succeeded(line, await project.run(line)));
  return texts.join('\n');
}

function projectOf({ onTestFinished }: TestContext): UserProject {
  const project = openUserProject(SHIPPED);
  onTestFinished(() => project.remove());
  return project;
}

function succeeded(line: string, { code, text }: Ended): string {
  expect(code, `${line}\n${text}`).toBe(0);
  return text;
}

describe.concurrent('the recipes', { timeout: 120_000 }, () => {
  it('Vitest: the tests of the page pass, and those of the front page', async (context) => {
    const project = projectOf(context);
    project.write(FRONT_PAGE_TESTS);
    const files = Object.keys(FRONT_PAGE_TESTS).length + 1;
    expect(await follow(project, 'Vitest')).toMatch(new RegExp(`Test Files .*\\b${files} passed`));
  });

  it('node:test: the test of the page passes', async (context) => {
    expect(await follow(projectOf(context), 'node:test')).toMatch(/^# pass 1$|ℹ pass 1/m);
  });

  it('Jest: the tests of the page pass, each in a world of its own', async (context) => {
    expect(await follow(projectOf(context), 'A world for each test, over HTTP', 'Jest')).toMatch(/Tests: +2 passed/);
  });

  it('Python, Go and others: the test in Python passes', async (context) => {
    if (spawnSync('python3', ['--version']).status !== 0) context.skip('there is no python3 here');
    expect(await follow(projectOf(context), 'Python, Go and others')).toMatch(/^Ran 1 test[\s\S]*^OK$/m);
  });

  it('GitHub Actions: the workflow is valid, and its commands work', async (context) => {
    const project = projectOf(context);
    const text = fileOf('GitHub Actions', '.github/workflows/test.yaml');
    expect(validator.validateWorkflow(text).errors).toEqual([]);
    const [exec = '', run = '', ...others] = stepsOf(text).filter((line) => line.startsWith('npx tryon-'));
    expect(others).toEqual([]);
    project.write({
      'package.json': '{"scripts": {"test": "node client.mjs"}}',
      'client.mjs': `const { TRYON_URL: url, TRYON_TEST_KEY: key } = process.env;
        await fetch(url + '/v1/usage', { headers: { 'X-API-Key': key } });
        console.log('tested with', url);`,
    });
    expect(succeeded(exec, await project.run(exec))).toMatch(/^tested with http:/m);
    await using emulator = await createEmulator({ clock: 'running' });
    const env = { SERVER: emulator.url, TRYON_KEY: emulator.keys.test ?? '' };
    succeeded(run, await project.run(`${run} --only errors/unknown-paths`, env));
    const again = 'tryon-conformance report report.json --junit 2.xml --ctrf 2.json --html 2.html --badge 2.svg';
    succeeded(again, await project.run(again));
    for (const flag of again.match(/--\w+/g) ?? []) expect(PAGE).toContain(`| \`${flag}\``);
    expect(readFileSync(join(project.folder, '2.xml'))).toEqual(readFileSync(join(project.folder, 'junit.xml')));
  });

  it('Kubernetes: the manifests are valid, and the shards are merged into one report', async (context) => {
    const project = projectOf(context);
    const section = 'Kubernetes: a conformance run in shards';
    const manifests = ['conformance.yaml', 'merge.yaml'].flatMap((name) => manifestsIn(fileOf(section, name)));
    for (const manifest of manifests) manifest.validate();
    checkNames(project, manifests);
    const [, shard, merge] = manifests.map((manifest) => ('template' in specOf(manifest) ? specOf(manifest) : null));
    await using emulator = await createEmulator({ clock: 'running' });
    const env = { SERVER: emulator.url, TRYON_KEY: emulator.keys.test ?? '' };
    const commandOf = (job: JobSpec | null | undefined) =>
      (job?.template.spec?.containers[0]?.args?.[0] ?? '').replaceAll('/reports/', `${project.folder}/`);
    const runs = Array.from({ length: shard?.completions ?? 0 }, (_, index) =>
      project.run(`${commandOf(shard)} ${SAMPLE}`, { ...env, JOB_COMPLETION_INDEX: `${index}` }),
    );
    for (const { code, text } of await Promise.all(runs)) expect(code, text).toBe(0);
    succeeded(commandOf(merge), await project.run(commandOf(merge)));
    const { rules } = JSON.parse(readFileSync(join(project.folder, 'report.json'), 'utf8'));
    const passed = rules.flatMap(({ id, verdict }: Record<string, string>) => (verdict === 'pass' ? id : []));
    expect(passed).toEqual(expect.arrayContaining(['PATH-404', 'UPLOAD-STATUS']));
  });

  it('CI: the files are valid, and each part is the one that the variables name', async (context) => {
    const project = projectOf(context);
    const section = 'CI: a conformance run in shards';
    const workflow = fileOf(section, '.github/workflows/conformance.yaml');
    expect(validator.validateWorkflow(workflow).errors).toEqual([]);
    const { shard, verdict } = parse(fileOf(section, '.gitlab-ci.yml')) as Record<string, { script: string[] }>;
    const [gitlab = ''] = shard?.script.slice(-1) ?? [];
    const [github = '', merge = ''] = stepsOf(workflow).filter((line) => line.startsWith('npx tryon-'));
    expect(verdict?.script.at(-1)).toBe(merge);
    await using emulator = await createEmulator({ clock: 'running' });
    const env = { SERVER: emulator.url, TRYON_KEY: emulator.keys.test ?? '' };
    const sampled = (line: string) => line.replace(' --seed', ` ${SAMPLE} --seed`);
    const parts = ['1', '2', '3', '4'];
    const onGitlab = { CI_NODE_TOTAL: '4', CI_PIPELINE_ID: '77', ...env };
    for (const CI_NODE_INDEX of parts)
      succeeded(gitlab, await project.run(sampled(gitlab), { ...onGitlab, CI_NODE_INDEX }));
    const of = () => parts.map((part) => JSON.parse(readFileSync(join(project.folder, `shard-${part}.json`), 'utf8')));
    const shards = ['1/4', '2/4', '3/4', '4/4'];
    expect(of().map(({ options }) => options.shard)).toEqual(shards);
    for (const PART of parts)
      succeeded(github, await project.run(sampled(github), { ...env, GITHUB_RUN_ID: '78', PART }));
    expect(of().map(({ options }) => [options.seed, options.shard])).toEqual(shards.map((shard) => ['78', shard]));
    expect((await project.run(merge)).text).toContain('report.html');
  });

  it('are all in the list at the top', () => {
    const listed = [...PAGE.matchAll(/^- \[(.+?)\]\(#(.+?)\)/gm)].map(([, name = '', anchor = '']) => [name, anchor]);
    const anchorOf = (name: string) =>
      name
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-');
    expect(listed).toEqual([...recipes.keys()].map((name) => [name, anchorOf(name)]));
  });
});

function recipeOf(section: string): Recipe {
  const recipe = recipes.get(section);
  if (recipe === undefined) throw new Error(`there is no section ${section}`);
  return recipe;
}

function fileOf(section: string, name: string): string {
  const text = recipeOf(section).files[name];
  if (text === undefined) throw new Error(`there is no ${name} in ${section}`);
  return text;
}

function stepsOf(workflow: string): string[] {
  const { jobs: all } = parse(workflow) as { jobs: Record<string, { steps: { run?: string }[] }> };
  return Object.values(all).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
}

type JobSpec = NonNullable<Job['spec']>;
type Manifest = Job | PersistentVolumeClaim;

const specOf = (manifest: Manifest) => manifest.spec as JobSpec;

function manifestsIn(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => {
    const data = document.toJS();
    return data.kind === 'Job' ? new Job(data) : new PersistentVolumeClaim(data);
  });
}

/** The schemas let unknown fields pass, the types do not. */
function checkNames(project: UserProject, manifests: readonly Manifest[]): void {
  const lines = manifests.map(
    (manifest, index) =>
      `export const a${index}: import('kubernetes-models/${manifest.apiVersion}/${manifest.kind}').I${manifest.kind} = ${JSON.stringify(manifest)};`,
  );
  project.write({ 'manifests.ts': lines.join('\n') });
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const flags = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2022',
  ];
  execFileSync(process.execPath, [tsc, ...flags, join(project.folder, 'manifests.ts')], { encoding: 'utf8' });
}
