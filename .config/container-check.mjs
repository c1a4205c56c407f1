// Grades a candidate in a container, as an implementer would: started for the run, asked, and gone afterwards.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BASE = process.env.TRYON_BASE_IMAGE ?? 'node:20-bookworm-slim';
const IMAGE = 'tryon-kit-candidate:check';

if (spawnSync('docker', ['info'], { stdio: 'ignore' }).status !== 0) {
  console.log('container check: there is no Docker engine here, so nothing was tried');
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), 'tryon-container-'));
const containers = () => execFileSync('docker', ['ps', '--all', '--quiet', '--filter', `ancestor=${IMAGE}`]).toString();
try {
  // A server that knows no path but one: it breaks some rules and keeps others.
  writeFileSync(
    join(folder, 'server.mjs'),
    `import { createServer } from 'node:http';
createServer((request, response) => {
  request.resume();
  const isKnown = request.url === '/v1/usage';
  const error = { code: 'NOT_FOUND', message: 'no such path', request_id: crypto.randomUUID() };
  response.writeHead(isKnown ? 200 : 404, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(isKnown ? {} : { error }));
}).listen(8080, '0.0.0.0');
`,
  );
  writeFileSync(join(folder, 'Dockerfile'), `FROM ${BASE}\nCOPY server.mjs /server.mjs\nCMD ["node", "/server.mjs"]\n`);
  execFileSync('docker', ['build', '--quiet', '--tag', IMAGE, folder], { stdio: 'inherit' });
  const run = (...words) =>
    spawnSync(process.execPath, ['dist/conformance-cli.js', 'run', '--image', IMAGE, '--key', 'pk_test_x', ...words], {
      encoding: 'utf8',
      // The reaper is one more image to pull; what is started here is ended here.
      env: { ...process.env, TESTCONTAINERS_RYUK_DISABLED: 'true' },
    });
  const kept = run('--only', 'errors/unknown-paths');
  assert.match(kept.stdout, /PATH-404|must \d+ of \d+/, kept.stderr);
  const broken = run('--only', 'assets/upload-kinds');
  assert.equal(broken.status, 1, broken.stdout + broken.stderr);
  assert.match(broken.stdout, /UPLOAD-STATUS|UPLOAD-JPEG/);
  assert.equal(containers(), '', 'no container stays behind');
  console.log('container check: a candidate in a container was graded, and is gone');
} finally {
  spawnSync('docker', ['image', 'rm', '--force', IMAGE], { stdio: 'ignore' });
  rmSync(folder, { recursive: true, force: true });
}
