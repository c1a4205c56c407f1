// Packs the package, installs it into an empty folder, and uses it there as a stranger would: imports it, runs its bin.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'tryon-kit-'));
const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

try {
  const [{ filename, size, unpackedSize, files }] = JSON.parse(
    run('npm', ['pack', '--json', '--pack-destination', folder], '.'),
  );
  const strays = files.map(({ path }) => path).filter((path) => /\.test\.|\/bench\/|\/testing\//.test(path));
  assert.deepEqual(strays, [], 'tests and benchmarks must not be packed');
  writeFileSync(join(folder, 'package.json'), '{"name": "stranger", "private": true, "type": "module"}');
  run('npm', ['install', '--no-audit', '--no-fund', resolve(folder, filename)], folder);

  writeFileSync(
    join(folder, 'embed.mjs'),
    `import { createEmulator } from 'tryon-kit';
import { fixtures } from 'tryon-kit/fixtures';
const emulator = await createEmulator();
const answer = await fetch(emulator.url + '/v1/usage', { headers: { 'X-API-Key': emulator.keys.test } });
console.log(answer.status, await answer.text(), fixtures.face('afro').bytes().length > 0);
await emulator.close();`,
  );
  assert.equal(run(process.execPath, ['embed.mjs'], folder).trim(), '200 {"data":[]} true');

  writeFileSync(
    join(folder, 'certify.mjs'),
    `import { createEmulator } from 'tryon-kit';
import { certify } from 'tryon-kit/conformance';
const emulator = await createEmulator();
const target = { base_url: emulator.url, drivers: { url: emulator.url + '/_emulator/v1' } };
const { conclusion, exit_code } = await certify(target, { only: ['idempotency/replay'] });
console.log(conclusion, exit_code);
await emulator.close();`,
  );
  assert.equal(run(process.execPath, ['certify.mjs'], folder).trim(), 'conformant 0');

  const grader = join(folder, 'node_modules/.bin/tryon-conformance');
  assert.match(run(grader, ['run', '--emulator', '--only', 'cancel/races'], folder), /CONFORMANT/);
  writeFileSync(join(folder, 'own.yaml'), 'scenario: own/first\ncovers: [JOB-READ-20]\nsteps: []\n');
  const { status, stdout } = spawnSync(grader, ['lint', 'own.yaml'], { cwd: folder, encoding: 'utf8' });
  assert.match(stdout, /own\.yaml:2:\d+: .*JOB-READ-200\?/);
  assert.equal(status, 1, 'lint ends with 1 where something is wrong');

  const bin = join(folder, 'node_modules/.bin/tryon-emulator');
  assert.match(run(bin, ['--version'], folder), /^\d+\.\d+\.\d+/);
  await startsAndStops(bin, ['start', '--port', '0'], folder);
  await startsAndStops('npm', ['start', '--', '--port', '0'], '.');
  const exec = run(
    bin,
    ['exec', '--audit', '--', process.execPath, '-e', 'console.log(process.env.TRYON_URL)'],
    folder,
  );
  assert.match(exec, /^http:\/\/127\.0\.0\.1:\d+/);

  const installed = readdirSync(join(folder, 'node_modules')).length;
  console.log(
    `package check: ${filename}, ${kib(size)} packed, ${kib(unpackedSize)} unpacked, ${installed} folders in node_modules`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The command prints where it listens, answers there, and ends with 0 when it is interrupted. */
async function startsAndStops(command, args, cwd) {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const ended = new Promise((done) => child.once('exit', done));
  const url = await new Promise((done) => {
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
      const found = /listening on (http:\/\/\S+)/.exec(text)?.[1];
      if (found !== undefined) done(found);
    });
  });
  const answer = await fetch(`${url}/v1/credits/balance`, { headers: { 'X-API-Key': 'pk_test_demo' } });
  assert.equal(answer.status, 200);
  // As Ctrl-C does: to the whole group, npm and the program under it.
  process.kill(-child.pid, 'SIGINT');
  const code = await ended;
  // npm itself ends by the signal that it was sent.
  if (command !== 'npm') assert.equal(code, 0, 'an interrupt ends the emulator with exit code 0');
}

function kib(bytes) {
  return `${Math.round(bytes / 1024)} KiB`;
}
