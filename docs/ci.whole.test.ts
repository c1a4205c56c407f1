import { execFileSync } from 'node:child_process';
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
import { stepsOf } from '../lab/browser-check/play-page.ts';
import { type Ended, openUserProject, type UserProject } from './user-project.ts';

const PAGE = readFileSync(new URL('ci.md', import.meta.url), 'utf8');
/** One or two scenarios for each of four shards, none of which waits long. */
const SAMPLE = '--only errors/unknown-paths,assets/wrapped,assets/upload-kinds,submits/no-json';

function projectOf({ onTestFinished }: TestContext): UserProject {
  const project = openUserProject(SHIPPED);
  onTestFinished(() => project.remove());
  return project;
}

function succeeded(line: string, { code, text }: Ended): string {
  expect(code, `${line}\n${text}`).toBe(0);
  return text;
}

describe.concurrent('the guide to CI', { timeout: 120_000 }, () => {
  it('GitHub Actions: the workflow is valid, and its commands work', async (context) => {
    const project = projectOf(context);
    const text = fileOf('.github/workflows/test.yaml');
    expect(validator.validateWorkflow(text).errors).toEqual([]);
    const [exec = '', run = '', ...others] = runsOf(text).filter((line) => line.startsWith('npx tryon-'));
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
    const manifests = ['conformance.yaml', 'merge.yaml'].flatMap((name) => manifestsIn(fileOf(name)));
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

  it('CI: the files are valid, and each part is the one in the variables', async (context) => {
    const project = projectOf(context);
    const workflow = fileOf('.github/workflows/conformance.yaml');
    expect(validator.validateWorkflow(workflow).errors).toEqual([]);
    const { shard, verdict } = parse(fileOf('.gitlab-ci.yml')) as Record<string, { script: string[] }>;
    const [gitlab = ''] = shard?.script.slice(-1) ?? [];
    const [github = '', merge = ''] = runsOf(workflow).filter((line) => line.startsWith('npx tryon-'));
    expect(verdict?.script.at(-1)).toBe(merge);
    await using emulator = await createEmulator({ clock: 'running' });
    const env = { SERVER: emulator.url, TRYON_KEY: emulator.keys.test ?? '' };
    const sampled = (line: string) => line.replace(' --seed', ` ${SAMPLE} --seed`);
    // Two of the four show which variable names the part.
    const parts = ['1', '4'];
    const onGitlab = { CI_NODE_TOTAL: '4', CI_PIPELINE_ID: '77', ...env };
    for (const CI_NODE_INDEX of parts)
      succeeded(gitlab, await project.run(sampled(gitlab), { ...onGitlab, CI_NODE_INDEX }));
    const of = () => parts.map((part) => JSON.parse(readFileSync(join(project.folder, `shard-${part}.json`), 'utf8')));
    const shards = ['1/4', '4/4'];
    expect(of().map(({ options }) => options.shard)).toEqual(shards);
    for (const PART of parts)
      succeeded(github, await project.run(sampled(github), { ...env, GITHUB_RUN_ID: '78', PART }));
    expect(of().map(({ options }) => [options.seed, options.shard])).toEqual(shards.map((shard) => ['78', shard]));
    expect((await project.run(merge)).text).toContain('report.html');
  });
});

function fileOf(wanted: string): string {
  const texts = stepsOf(PAGE).flatMap((step) => (step.kind === 'file' && step.name === wanted ? [step.text] : []));
  if (texts[0] === undefined || texts.length > 1) throw new Error(`${texts.length} files of the page are ${wanted}`);
  return texts[0];
}

function runsOf(workflow: string): string[] {
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

/** The schemas allow unknown fields, but the types do not. */
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
