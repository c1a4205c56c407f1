// A suite of twenty tests, each of which takes a job from its upload to its end.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

const { TRYON_URL: url, TRYON_TEST_KEY: key } = process.env;
const face = readFileSync('face.png');
const call = (path, type, body, headers = {}) =>
  fetch(new URL(path, url), {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'X-API-Key': key, ...(type && { 'Content-Type': type }), ...headers },
    body,
  });

console.log('TAP version 14\n1..20');
for (let test = 1; test <= 20; test += 1) {
  const asset = await (await call('/v1/assets', 'image/png', face)).json();
  const order = { inputs: [{ asset_id: asset.id, role: 'source' }], concerns: ['acne', 'pore'] };
  const headers = { 'Idempotency-Key': randomUUID() };
  let job = await (await call('/v1/skin/analyses', 'application/json', JSON.stringify(order), headers)).json();
  while (!['succeeded', 'failed', 'cancelled'].includes(job.status))
    job = await (await call(`/v1/jobs/${encodeURIComponent(job.id)}`)).json();
  assert.equal(job.status, 'succeeded');
  console.log(`ok ${test} - takes job ${test} to its end`);
}
