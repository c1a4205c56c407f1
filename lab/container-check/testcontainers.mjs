// Uses tryon-kit/testcontainers as a test does, from the bundle in the package.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { fixtures } from '../../dist/fixtures.js';
import { TryOnEmulatorContainer } from '../../dist/testcontainers.js';
import { docker } from './engine.mjs';

export async function checkTestcontainers(image) {
  // The reaper would be one more image to pull. The check removes its own containers.
  process.env.TESTCONTAINERS_RYUK_DISABLED = 'true';
  await useOne(image);
  await failWell(image);
  assert.equal(docker('ps', '--all', '--quiet', '--filter', `ancestor=${image}`), '', 'no container stays behind');
}

async function useOne(image) {
  const accounts = [{ name: 'acme', keys: [{ secret: 'pk_test_acme' }] }];
  const stages = { queued: '1s', picked_up: '1s', preparing: '1s', processing: '1s' };
  const emulator = await new TryOnEmulatorContainer(image)
    .withSeed('one')
    .withClock('frozen')
    .withConfig({ accounts, stages })
    .withDeviations('replay-answers-202')
    .withExtraHosts([{ host: 'host.docker.internal', ipAddress: 'host-gateway' }])
    .start();
  try {
    const key = emulator.getApiKey('test');
    assert.equal(key, 'pk_test_acme');
    assert.throws(() => emulator.getApiKey('live'), /there is no live key/);
    const on = (await emulator.deviations.list()).filter((deviation) => deviation.on);
    assert.equal(on.map(({ id }) => id).join(), 'replay-answers-202');
    await followOneJob(emulator, key);
    await useAWorld(emulator);
    await assert.rejects(
      emulator.plans.add({ nht: 1 }),
      /did you mean nth\?[\s\S]*The container printed:[\s\S]*listening on/,
    );
    await emulator.restart();
    assert.equal(await emulator.clock.now(), '2026-01-01T00:00:00.000Z', 'it is found after a restart, too');
  } finally {
    await emulator.stop();
  }
}

async function followOneJob(emulator, key) {
  const hooks = await receiver();
  try {
    const { id: endpoint } = await emulator.webhooks.register({ url: `http://host.docker.internal:${hooks.port}/` });
    await emulator.plans.add({ outcome: { status: 'failed', code: 'PROCESSING_FAILED' } });
    const job = await submit(emulator.getBaseUrl(), key);
    const { now } = await emulator.clock.advance({ until: 'idle' });
    assert.equal(now, '2026-01-01T00:00:04.000Z', 'stages and clock are as the test said');
    assert.equal((await emulator.jobs.read(job)).status, 'failed');
    const [{ attempts }] = await emulator.webhooks.deliveries(endpoint);
    assert.deepEqual(
      [hooks.types, attempts[0].status],
      [['job.failed'], 200],
      'an event finds its way to this machine',
    );
    await emulator.journal.verify({ request: { route: 'POST /v1/skin/analyses' }, exactly: 1 });
  } finally {
    hooks.close();
  }
}

async function useAWorld(emulator) {
  const before = await emulator.clock.now();
  const world = await emulator.world({ clock: 'frozen' });
  await world.clock.advance('8h');
  assert.equal(await emulator.clock.now(), before, 'a world has a clock of its own');
  const usage = () => fetch(`${emulator.getBaseUrl()}/v1/usage`, { headers: { 'X-API-Key': world.keys.test } });
  assert.equal((await usage()).headers.get('Emulator-Now'), '2026-01-01T08:00:00.000Z');
  await world.dispose();
  assert.equal((await usage()).status, 401, 'its keys are unknown when it has gone');
}

async function failWell(image) {
  const start = (change) => change(new TryOnEmulatorContainer(image)).start();
  await assert.rejects(
    start((container) => container.withConfig({ sede: 1 })),
    /ended before it answered\nThe container printed:[\s\S]*emulator\.yaml:2:3: sede is not a known field; did you mean seed\?/,
  );
  await assert.rejects(
    start((container) => container.withCommand(['--no-control']).withStartupTimeout(1_500)),
    /not accessible[\s\S]*The container printed:[\s\S]*control +off/,
  );
  await assert.rejects(new TryOnEmulatorContainer('tryon-kit/emulator:absent').start(), /:absent: .*build it/);
}

/**
 * Receives events as a user's program would. It listens on all interfaces, because a container cannot reach loopback.
 */
async function receiver() {
  const types = [];
  const server = createServer((request, response) => {
    types.push(request.headers['service-event-type']);
    request.resume().on('end', () => response.end());
  });
  await new Promise((resolve) => server.listen(0, '0.0.0.0', resolve));
  return { port: server.address().port, types, close: () => server.close() };
}

async function submit(url, key) {
  const headers = { 'X-API-Key': key, 'Idempotency-Key': 'one' };
  const post = async (path, type, body) => {
    const answer = await fetch(url + path, { method: 'POST', headers: { ...headers, 'Content-Type': type }, body });
    return answer.json();
  };
  const { id: asset_id } = await post('/v1/assets', 'image/png', fixtures.face('afro').bytes());
  const body = { inputs: [{ asset_id, role: 'source' }], concerns: ['acne'] };
  return (await post('/v1/skin/analyses', 'application/json', JSON.stringify(body))).id;
}
