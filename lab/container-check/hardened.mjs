// Runs the image without privileges on a read-only file system, and stops it with a signal.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BASE_IMAGE, VERSION } from '../../.config/image.mjs';
import { addressOf, ask, docker, HARDENED, until, withContainer, withFolder } from './engine.mjs';

const PUBLISHED = ['--publish', '127.0.0.1::4010'];
const MIB = 2 ** 20;

export async function checkHardened(image) {
  checkFacts(image);
  await checkRun(image);
  await checkConfig(image);
  checkWords(image);
}

function checkFacts(image) {
  const [{ Size, Config }] = JSON.parse(docker('image', 'inspect', image));
  const [base] = JSON.parse(docker('image', 'inspect', BASE_IMAGE));
  assert.equal(Config.User, 'node');
  assert.equal(Config.Labels['org.opencontainers.image.version'], VERSION);
  assert.match(Config.Labels['org.opencontainers.image.revision'], /^[0-9a-f]{40}$|^unknown$/);
  assert.deepEqual(Object.keys(Config.Volumes).sort(), ['/config', '/data']);
  const parts = docker('run', '--rm', '--entrypoint', 'sh', image, '-c', 'cd /node_modules && du -sm @img tryon-kit');
  const [own, all] = [Size - base.Size, Size].map((bytes) => (bytes / MIB).toFixed(0));
  console.log(
    `  size: ${all} MiB, of which ${own} are ours (${parts.replaceAll('\t', ' MiB ').replaceAll('\n', ', ')})`,
  );
}

async function checkRun(image) {
  const began = performance.now();
  await withContainer([...HARDENED, ...PUBLISHED, '--env', 'TRYON_TOKEN=my-own', image], async (id) => {
    const url = await until('an answer', async () => {
      const address = addressOf(id);
      const answer = await fetch(`${address}/v1/usage`, { headers: { 'X-API-Key': 'pk_test_demo' } }).catch(() => null);
      return answer?.status === 200 ? address : null;
    });
    console.log(
      `  cold start: ${(performance.now() - began).toFixed(0)} ms from docker run to the first answer; ${own(id)}`,
    );
    assert.equal((await fetch(`${url}/_emulator/v1/clock`)).status, 403, 'off loopback a control call needs the token');
    await until('the health check', () => docker('inspect', '--format', '{{.State.Health.Status}}', id) === 'healthy');

    const inside = (...words) => ask('exec', id, ...words);
    assert.equal(inside('id', '-u').out, '1000');
    assert.match(inside('touch', '/probe').err, /Read-only file system/);
    assert.deepEqual(inside('sh', '-c', 'pwd && touch probe && cat probe'), { code: 0, out: '/data', err: '' });
    assert.equal(inside('tryon-conformance', '--version').out, VERSION);
    assert.match(inside('tryon-emulator', 'clock', 'advance', '8h').out, /reached/);
    assert.doesNotMatch(docker('logs', id), /my-own/, 'a token that was given is not printed');

    docker('stop', id);
    assert.equal(docker('inspect', '--format', '{{.State.ExitCode}}', id), '0', 'SIGTERM ends it with 0');
  });
}

/** The time between the start of the process and its first log line, both from the engine. */
function own(id) {
  const began = Date.parse(docker('inspect', '--format', '{{.State.StartedAt}}', id));
  const [stamp = ''] = docker('logs', '--timestamps', id).split(' ');
  return `${Date.parse(stamp) - began} ms of them in the container`;
}

async function checkConfig(image) {
  await withFolder(async (folder) => {
    const file = join(folder, 'emulator.yaml');
    writeFileSync(file, 'accounts: [{name: mine, keys: [{secret: pk_test_mounted}]}]\n');
    const mounted = [...HARDENED, ...PUBLISHED, '--user', '4321:4321', '--volume', `${file}:/config/emulator.yaml:ro`];
    await withContainer([...mounted, image, '--clock', 'frozen', '--no-control'], async (id) => {
      await until(
        'the health check',
        () => docker('inspect', '--format', '{{.State.Health.Status}}', id) === 'healthy',
      );
      const printed = docker('logs', id);
      assert.match(printed, /pk_test_mounted/, 'a configuration that is mounted counts');
      assert.match(printed, /clock +frozen/, 'flags alone are those of start');
      assert.match(printed, /control +off/);
    });

    const run = (...words) => ask('run', '--rm', ...HARDENED, ...words);
    const absent = run(image, '--config', '/config/absent.yaml');
    assert.equal(absent.code, 2);
    assert.match(absent.err, /\/config\/absent\.yaml: there is no such file/);
    mkdirSync(join(folder, 'typo'));
    const typo = run('--volume', `${join(folder, 'typo')}:/config/emulator.yaml`, image);
    assert.equal(typo.code, 2);
    assert.match(typo.err, /is a folder; Docker creates one/);
    const unwritable = run(image, 'tryon-conformance', 'run', '--emulator', '--json', '/report.json');
    assert.equal(unwritable.code, 2);
    assert.match(unwritable.err, /--json \/report\.json: nothing can be written there/);
  });
}

function checkWords(image) {
  const run = (...words) => docker('run', '--rm', ...HARDENED, image, ...words);
  assert.equal(run('--version'), VERSION);
  assert.match(run('--help'), /Usage: tryon-emulator COMMAND/);
  assert.match(run('start', '--help'), /tryon-emulator start: run the emulator/);
  assert.match(run('tryon-emulator', 'start', '--help'), /tryon-emulator start: run the emulator/);
  assert.match(run('tryon-conformance', '--help'), /Usage: tryon-conformance/);
  assert.match(run('node', '--version'), /^v\d+/);
}
