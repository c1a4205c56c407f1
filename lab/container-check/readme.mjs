// Runs every code block of docker/README.md that the other steps do not run, and the one on the front page.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { addressOf, ask, until, withContainer, withFolder } from './engine.mjs';

const README = readFileSync('docker/README.md', 'utf8');

export async function checkReadme(image) {
  await runStories(image);
  runTests(image);
  gradeAnImage(image);
  await runFrontPage(image);
}

/** Runs it in the background, on a free port. */
async function runFrontPage(image) {
  const [words = ''] = readFileSync('README.md', 'utf8').match(/(?<=^\$ docker run ).*/m) ?? [];
  const args = words.replace('tryon-kit/emulator', image).replace('127.0.0.1:4010:', '127.0.0.1::').split(' ');
  await withContainer(args, (container) =>
    until('an emulator that answers', async () => {
      const headers = { 'X-API-Key': 'pk_test_demo' };
      const answer = await fetch(`${addressOf(container)}/v1/usage`, { headers }).catch(() => null);
      return answer?.status === 200;
    }),
  );
}

/** Runs the shell blocks. The check changes only the image, the port and the name of the container. */
async function runStories(image) {
  const name = `tryon-readme-${process.pid}`;
  const port = await freePort();
  const stories = blocks('sh').map((text) =>
    text
      .replaceAll('tryon-kit/emulator', image)
      .replaceAll('127.0.0.1:4010', `127.0.0.1:${port}`)
      .replaceAll('my-emulator', name),
  );
  assert.equal(stories.length, 2);
  try {
    await withFolder(async (folder) => {
      for (const story of stories) {
        const { status, stdout, stderr } = spawnSync('bash', ['-euxo', 'pipefail', '-c', story], {
          cwd: folder,
          encoding: 'utf8',
        });
        assert.equal(status, 0, stdout + stderr);
      }
      assert.match(readFileSync(join(folder, 'report.html'), 'utf8'), /^<!doctype html>/);
    });
  } finally {
    ask('rm', '--force', '--volumes', name);
  }
}

function runTests(image) {
  const [snippet, ...others] = blocks('ts');
  assert.deepEqual(others, []);
  // The folder is inside the package, so that the snippet can resolve its imports.
  const folder = resolve('node_modules/.cache/docker-readme');
  mkdirSync(folder, { recursive: true });
  try {
    const entry = pathToFileURL(resolve('dist/testcontainers.js')).href;
    writeFileSync(join(folder, 'snippet.mts'), snippet.replace("'tryon-kit/testcontainers'", `'${entry}'`));
    const env = { ...process.env, TRYON_EMULATOR_IMAGE: image, TESTCONTAINERS_RYUK_DISABLED: 'true' };
    execFileSync(process.execPath, ['--import', 'tsx', join(folder, 'snippet.mts')], { env, stdio: 'inherit' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function gradeAnImage(image) {
  const [words = ''] = README.match(/(?<=^\$ tryon-conformance ).*/m) ?? [];
  const args = words.replace('tryon-kit/emulator', image).split(' ');
  const env = { ...process.env, TESTCONTAINERS_RYUK_DISABLED: 'true' };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/conformance-cli.js', ...args], {
    encoding: 'utf8',
    env,
  });
  assert.equal(status, 0, stdout + stderr);
}

function blocks(language) {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return [...README.matchAll(fence)].map(([, code]) => code);
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
