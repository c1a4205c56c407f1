/** Tests for the client of skin analyses. Its sleeps advance the clock of a frozen world. */
import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { test } from 'node:test';
import { Client, JobError, type Order } from './analyze.ts';

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

async function setUp() {
  const world = await control('POST', '/worlds', { clock: 'frozen' });
  const key: string = world.keys.test;
  const stored = new Map<string, Uint8Array>();
  const sleep = async (seconds: number) => {
    await control('POST', '/clock/advance', { by: `${seconds}s` }, key);
  };
  return {
    key,
    stored,
    client: new Client(url, key, sleep, (name, bytes, asset) => {
      report({ asset, bytes: bytes.length });
      stored.set(name, bytes);
    }),
  };
}

/** Appends a line to the file for what the client reports. */
function report(line: object) {
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`);
}

report({ reports: ['ends', 'pictures'] });

async function analyze(client: Client, order: Order) {
  try {
    const result = await client.analyze(face, order);
    report({ job: result.job, ended: 'succeeded' });
    return result;
  } catch (error) {
    if (error instanceof JobError) report({ job: error.job, ended: 'failed' });
    throw error;
  }
}

test('returns a score of each concern and stores the pictures', async () => {
  const { client, stored } = await setUp();
  const result = await analyze(client, { concerns: ['acne', 'redness', 'pore'], pictures: ['acne'] });
  if (result.type !== 'skin.analysis') return;
  assert.deepEqual(Object.keys(result.scores).sort(), ['acne', 'pore', 'redness']);
  for (const score of Object.values(result.scores)) assert.ok(score === null || Number.isFinite(score));
  assert.equal(result.pictures.length, stored.size);
  for (const bytes of stored.values()) assert.ok(bytes.length > 20);
});

test('analyzes two faces one after the other', async () => {
  const { client } = await setUp();
  const first = await analyze(client, { concerns: ['acne'] });
  const second = await analyze(client, { concerns: ['acne'] });
  assert.equal(first.type, second.type);
});

test('reports why a job failed', async () => {
  const { client, key } = await setUp();
  await control('POST', '/plans', { outcome: { status: 'failed', code: 'INPUT_UNPROCESSABLE' } }, key);
  await assert.rejects(
    analyze(client, { concerns: ['acne'] }),
    (error) => error instanceof JobError && error.code === 'INPUT_UNPROCESSABLE',
  );
});
