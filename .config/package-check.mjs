// Packs the package, installs it into an empty folder, and uses it there as a stranger would: imports it, runs its bin.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
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
const emulator = await createEmulator();
const answer = await fetch(emulator.url + '/v1/usage', { headers: { 'X-API-Key': emulator.keys.test } });
console.log(answer.status, await answer.text());
await emulator.close();`,
  );
  assert.equal(run(process.execPath, ['embed.mjs'], folder).trim(), '200 {"data":[]}');

  const bin = join(folder, 'node_modules/.bin/tryon-emulator');
  assert.match(run(bin, ['--version'], folder), /^\d+\.\d+\.\d+/);
  await startsAndStops(bin);

  const installed = readdirSync(join(folder, 'node_modules')).length;
  console.log(
    `package check: ${filename}, ${kib(size)} packed, ${kib(unpackedSize)} unpacked, ${installed} folders in node_modules`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The bin prints where it listens, answers there, and ends with 0 when it is interrupted. */
async function startsAndStops(bin) {
  const child = spawn(bin, ['start', '--port', '0'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((done) => child.once('exit', done));
  const banner = await new Promise((done) => child.stdout.once('data', (data) => done(String(data))));
  const url = /http:\/\/\S+/.exec(banner)?.[0];
  const answer = await fetch(`${url}/v1/credits/balance`, { headers: { 'X-API-Key': 'pk_test_demo' } });
  assert.equal(answer.status, 200);
  child.kill('SIGINT');
  assert.equal(await ended, 0, 'an interrupt ends the emulator with exit code 0');
}

function kib(bytes) {
  return `${Math.round(bytes / 1024)} KiB`;
}
