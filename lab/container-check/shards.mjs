// Runs docker/shards.yaml unchanged: four parts in parallel, one of which is killed. The merged report equals that of a
// single run.
import assert from 'node:assert/strict';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { composeIn, PROJECT } from './compose.mjs';
import { docker, until, withFolder } from './engine.mjs';

const PARTS = [1, 2, 3, 4];
const SHARDS = PARTS.map((part) => `shard-${part}`);
const KILLED = 'shard-3';
/** Scenarios of each part, with webhooks and drivers, and a session each: the whole suite takes minutes, four times over. */
const PART = '--sessions 4 --only webhooks,idempotency,lists,auth';

export async function checkShards(image) {
  await withFolder(async (folder) => {
    cpSync('docker/target.yaml', join(folder, 'target.yaml'));
    const whole = readFileSync('docker/shards.yaml', 'utf8');
    writeFileSync(join(folder, 'shards.yaml'), whole.replace('--sessions 40', PART));
    const reports = join(folder, 'reports');
    mkdirSync(reports);
    chmodSync(reports, 0o777);
    const run = composeIn(folder, image, 'shards.yaml');
    if (run === null) return console.log('  NOT TRIED, since there is no docker compose here');
    try {
      succeeds(run('up', '--no-build', '--detach', 'emulator', ...SHARDS));
      await until(`${KILLED} begins`, () => existsSync(join(reports, 'target-3.yaml')));
      succeeds(run('kill', KILLED));
      const others = docker('ps', '--quiet', '--filter', `name=${PROJECT}.shard`).split(/\s/);
      docker('wait', ...others);
      const partial = run('run', '--rm', 'merge');
      assert.equal(partial.status, 3, partial.stdout + partial.stderr);
      assert.match(partial.stdout, /shard 3 of 4/);
      succeeds(run('up', '--no-build', '--no-deps', KILLED));
      const merged = run('run', '--rm', 'merge');
      assert.equal(merged.status, 0, merged.stdout + merged.stderr);
      assert.match(readFileSync(join(reports, 'report.html'), 'utf8'), /^<!doctype html>/);
      const alone = `tryon-conformance run --target target-1.yaml --seed our-run ${PART} --json alone.json`;
      succeeds(run('run', '--rm', '--name', 'shard-1', '--no-deps', '--use-aliases', 'shard-1', 'sh', '-c', alone));
      const [inOne, parts] = await Promise.all(
        ['alone.json', 'report.json'].map((name) => reportIn(join(reports, name))),
      );
      assert.deepEqual(verdictsOf(parts), verdictsOf(inOne));
      assert.deepEqual(instancesOf(parts), instancesOf(inOne));
    } finally {
      run('down', '--volumes', '--timeout', '1');
    }
  });
}

async function reportIn(file) {
  const { plainReport } = await import(pathToFileURL(resolve('dist/conformance.js')).href);
  return plainReport(JSON.parse(readFileSync(file, 'utf8')));
}

function succeeds({ status, stdout, stderr }) {
  assert.equal(status, 0, stdout + stderr);
}

/** The parts of a report that do not differ from run to run. Times, ids and numbers of polls do. */
function verdictsOf({ conclusion, exit_code, groups, rules, failures }) {
  const verdicts = rules.map(({ id, verdict, reason, known, partly }) => ({
    id,
    verdict,
    reason,
    known,
    partly: Boolean(partly),
  }));
  return { conclusion, exit_code, groups, rules: verdicts, failures: failures.length };
}

/** Accounts are numbered in the order of their creation, which differs between a whole run and its parts. */
function instancesOf({ instances }) {
  return instances
    .map(({ id, outcome, detail }) => `${id} ${outcome} ${detail ?? ''}`.replace(/tenant-\d+/, 'tenant'))
    .sort();
}
