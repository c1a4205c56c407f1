// Grades candidates in containers as an implementer would: the container is started for the run and removed afterwards.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BASE_IMAGE } from '../../.config/image.mjs';
import { docker, withFolder } from './engine.mjs';

const CANDIDATE = 'tryon-kit-candidate:check';

/** A server that knows only one path: it breaks some rules and follows others. */
const SERVER = `import { createServer } from 'node:http';
createServer((request, response) => {
  request.resume();
  const isKnown = request.url === '/v1/usage';
  const error = { code: 'NOT_FOUND', message: 'no such path', request_id: crypto.randomUUID() };
  response.writeHead(isKnown ? 200 : 404, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(isKnown ? {} : { error }));
}).listen(8080, '0.0.0.0');
`;

export async function checkCandidate(image) {
  await withFolder(async (folder) => {
    writeFileSync(join(folder, 'server.mjs'), SERVER);
    const lines = [`FROM ${BASE_IMAGE}`, 'COPY server.mjs /server.mjs', 'CMD ["node", "/server.mjs"]', ''];
    writeFileSync(join(folder, 'Dockerfile'), lines.join('\n'));
    docker('build', '--quiet', '--tag', CANDIDATE, folder);
  });
  try {
    const kept = grade(CANDIDATE, '--key', 'pk_test_x', '--only', 'errors/unknown-paths');
    // With only a test key, a part of the rule is not tested. The result of the tested part is kept.
    assert.equal(kept.status, 3, kept.stdout + kept.stderr);
    assert.match(kept.stdout, /^INCOMPLETE .*\b1 (rule )?passed, 1 not tested/m);
    const broken = grade(CANDIDATE, '--key', 'pk_test_x', '--only', 'assets/upload-kinds');
    assert.equal(broken.status, 1, broken.stdout + broken.stderr);
    assert.match(broken.stdout, /UPLOAD-STATUS|UPLOAD-JPEG/);
    assert.equal(left(CANDIDATE), '', 'no container stays behind');
  } finally {
    docker('image', 'rm', '--force', CANDIDATE);
  }

  // The port of our own image is known, and it has drivers.
  const drivers = ['--env', 'TRYON_TOKEN=x', '--drivers', '/_emulator/v1', '--token', 'x'];
  const own = grade(image, ...drivers, '--only', 'idempotency/replay');
  assert.equal(own.status, 0, own.stdout + own.stderr);
  const unreachable = grade(image, '--port', '0', '--only', 'idempotency/replay');
  assert.equal(unreachable.status, 2);
  const absent = grade('tryon-kit-candidate:absent', '--key', 'pk_test_x');
  assert.equal(absent.status, 2);
  assert.match(absent.stderr, /--image tryon-kit-candidate:absent: .*build it/);
  assert.equal(left(image), '', 'no container stays behind');
}

function grade(image, ...words) {
  return spawnSync(process.execPath, ['dist/conformance-cli.js', 'run', '--image', image, ...words], {
    encoding: 'utf8',
    // The reaper would be one more image to pull. The check removes its own containers.
    env: { ...process.env, TESTCONTAINERS_RYUK_DISABLED: 'true' },
  });
}

const left = (image) => docker('ps', '--all', '--quiet', '--filter', `ancestor=${image}`);
