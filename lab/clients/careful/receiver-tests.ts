/** Tests for the client that receives webhooks. Its sleeps advance the clock of a frozen world. */
import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { Client, Receiver } from './receiver.ts';

const { TRYON_URL: url = '', TRYON_CLIENT_REPORT: file } = process.env;
const faces = await fetch(`${url}/_emulator/fixtures/faces/afro.png`);
const face = new Uint8Array(await faces.arrayBuffer());

// biome-ignore lint/suspicious/noExplicitAny: the control API has no types here.
async function control(method: string, path: string, body?: object, key = ''): Promise<any> {
  const answer = await fetch(`${url}/_emulator/v1${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', 'X-API-Key': key },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  assert.ok(answer.ok, `${method} ${path} was answered with ${answer.status}`);
  return answer.status === 204 ? null : answer.json();
}

/** Appends a line to the file for what the client reports. */
function report(line: object) {
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`);
}

report({ reports: ['ends'] });

async function resultOf(client: Client, id: string) {
  const job = await client.result(id);
  report({ job: job.id, ended: job.status });
  return job;
}

async function setUp(context: TestContext) {
  const world = await control('POST', '/worlds', { clock: 'frozen' });
  const key: string = world.keys.test;
  const receiver = new Receiver();
  const server = await receiver.listen();
  context.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const endpoint = await control('POST', '/endpoints', { url: `http://127.0.0.1:${port}/hooks` }, key);
  receiver.secret = endpoint.secret;
  const sleep = async (seconds: number) => {
    await control('POST', '/clock/advance', { by: `${seconds}s` }, key);
  };
  return { key, receiver, client: new Client(url, key, receiver, sleep) };
}

test('reads the result of a job', async (context) => {
  const { client } = await setUp(context);
  const job = await resultOf(client, await client.submit(face));
  assert.equal(job.status, 'succeeded');
});

test('handles each job at most once', async (context) => {
  const { client, receiver, key } = await setUp(context);
  const ids = [await client.submit(face), await client.submit(face)];
  for (const id of ids) assert.equal((await resultOf(client, id)).id, id);
  await control('POST', '/clock/advance', { by: '1h' }, key);
  assert.equal(new Set(receiver.handled).size, receiver.handled.length);
});

test('reports a job that failed', async (context) => {
  const { client, key } = await setUp(context);
  await control('POST', '/plans', { outcome: { status: 'failed', code: 'PROCESSING_FAILED' } }, key);
  const job = await resultOf(client, await client.submit(face));
  assert.equal(job.status, 'failed');
  assert.equal(job.error.code, 'PROCESSING_FAILED');
});
