// Runs docker/compose.yaml unchanged: the suite grades the emulator, and its report is in a folder of this machine.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withFolder } from './engine.mjs';

/** The name of the project, which the names of its containers begin with. */
export const PROJECT = `tryon-check-${process.pid}`;

const PLUGIN = ['docker', 'compose'];
const STANDALONE = ['docker-compose'];

/** One scenario that needs the drivers and one that receives webhooks, because the whole suite takes a minute. */
const SHORTER = `services:
  conformance:
    command: >-
      tryon-conformance run --target /config/target.yaml --only idempotency/replay --only webhooks/envelope
      --html report.html --json report.json
`;

/** Runs compose on files of a folder, as a separate project. Returns null if compose is not installed. */
export function composeIn(folder, image, ...files) {
  const found = [PLUGIN, STANDALONE].find(([program, ...words]) => {
    return spawnSync(program, [...words, 'version'], { stdio: 'ignore' }).status === 0;
  });
  if (found === undefined) return null;
  const [program, ...words] = found;
  const named = files.flatMap((file) => ['--file', file]);
  const env = { COMPOSE_PROJECT_NAME: PROJECT, TRYON_EMULATOR_IMAGE: image, TRYON_PORT: '0' };
  return (...args) =>
    spawnSync(program, [...words, ...named, ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, ...env },
    });
}

export async function checkCompose(image) {
  await withFolder(async (folder) => {
    for (const file of ['compose.yaml', 'target.yaml']) cpSync(join('docker', file), join(folder, file));
    writeFileSync(join(folder, 'shorter.yaml'), SHORTER);
    mkdirSync(join(folder, 'reports'));
    chmodSync(join(folder, 'reports'), 0o777);
    const run = composeIn(folder, image, 'compose.yaml', 'shorter.yaml');
    if (run === null) return console.log('  NOT TRIED, since there is no docker compose here');
    try {
      const { status, stdout, stderr } = run('up', '--no-build', '--exit-code-from', 'conformance');
      assert.equal(status, 0, stdout + stderr);
      assert.match(stdout, /CONFORMANT +tryon-emulator: \d+ rules passed/);
      assert.match(readFileSync(join(folder, 'reports/report.html'), 'utf8'), /^<!doctype html>/);
      const report = JSON.parse(readFileSync(join(folder, 'reports/report.json'), 'utf8'));
      assert.equal(report.exit_code, 0);
      const failed = run('run', '--rm', 'conformance', 'tryon-conformance', 'run', 'http://emulator:1');
      assert.equal(failed.status, 3, 'an exit code other than 0 is handed on');
    } finally {
      run('down', '--volumes', '--timeout', '1');
    }
  });
}
