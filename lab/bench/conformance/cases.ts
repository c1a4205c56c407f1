/** The same trivial cases for each tool: three requests, the second of which needs an answer of the first. */
export const CASES = 200;

const numbers = Array.from({ length: CASES }, (_, index) => index + 1);

export function scenarioFile(): string {
  return numbers
    .map(
      (number) => `---
scenario: bench/case-${number}
about: reads a job, submits another, and reads that one
covers: [JOB-READ-200, SUBMIT-202]
steps:
  - {id: first, call: GET /v1/jobs/job_1, expect: {JOB-READ-200: {status: 200, body.id: job_1}}}
  - {id: second, call: POST /v1/skin/analyses, headers: {Idempotency-Key: "key-${number}"},
     json: {concerns: [acne], inputs: [{asset_id: "\${first.body.inputs[0].asset_id}", role: source}]},
     expect: {SUBMIT-202: {status: 202, body.status: queued}}}
  - {id: third, call: "GET /v1/jobs/\${second.body.id}", expect: {JOB-READ-200: {status: 200, body.status: queued}}}
`,
    )
    .join('');
}

export function stepCiFile(url: string): string {
  const tests = numbers.map(
    (number) => `  case-${number}:
    steps:
      - name: first
        http:
          url: ${url}/v1/jobs/job_1
          method: GET
          captures: { asset: { jsonpath: '$.inputs[0].asset_id' } }
          check: { status: 200, jsonpath: { '$.id': job_1 } }
      - name: second
        http:
          url: ${url}/v1/skin/analyses
          method: POST
          headers: { Content-Type: application/json, Idempotency-Key: key-${number} }
          json: { concerns: [acne], inputs: [{ asset_id: '\${{captures.asset}}', role: source }] }
          captures: { job: { jsonpath: '$.id' } }
          check: { status: 202, jsonpath: { '$.status': queued } }
      - name: third
        http:
          url: ${url}/v1/jobs/\${{captures.job}}
          method: GET
          check: { status: 200, jsonpath: { '$.status': queued } }
`,
  );
  return `version: '1.1'\nname: bench\ntests:\n${tests.join('')}`;
}

export function vitestFile(url: string): string {
  return `import request from 'supertest';
import { expect, it } from 'vitest';

const api = request('${url}');

it.each(${JSON.stringify(numbers)})('case %i', async (number) => {
  const first = await api.get('/v1/jobs/job_1');
  expect(first.status).toBe(200);
  expect(first.body.id).toBe('job_1');
  const [{ asset_id }] = first.body.inputs;
  const body = { concerns: ['acne'], inputs: [{ asset_id, role: 'source' }] };
  const second = await api.post('/v1/skin/analyses').set('Idempotency-Key', \`key-\${number}\`).send(body);
  expect(second.status).toBe(202);
  expect(second.body.status).toBe('queued');
  const third = await api.get(\`/v1/jobs/\${second.body.id}\`);
  expect(third.status).toBe(200);
  expect(third.body.status).toBe('queued');
});
`;
}

/** The floor: one script, one request after the other, and no more than is needed. */
export function scriptFile(url: string): string {
  return `import assert from 'node:assert/strict';

for (const number of ${JSON.stringify(numbers)}) {
  const first = await fetch('${url}/v1/jobs/job_1');
  assert.equal(first.status, 200);
  const { id, inputs } = await first.json();
  assert.equal(id, 'job_1');
  const second = await fetch('${url}/v1/skin/analyses', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': \`key-\${number}\` },
    body: JSON.stringify({ concerns: ['acne'], inputs: [{ asset_id: inputs[0].asset_id, role: 'source' }] }),
  });
  assert.equal(second.status, 202);
  const third = await fetch(\`${url}/v1/jobs/\${(await second.json()).id}\`);
  assert.equal(third.status, 200);
  assert.equal((await third.json()).status, 'queued');
}
`;
}
