import { describe, expect, it } from 'vitest';
import { changedAnswer } from './change.ts';
import { readOwnSuite } from './own-suite.ts';

const request = { method: 'GET', path: '/v1/jobs/job_1', header: { 'x-trace': 'abc' }, body: undefined };
const answer = { status: 200, header: { etag: '"1"' }, body: { id: 'job_1', inputs: [{ role: 'a' }, { role: 'b' }] } };

function changed(entry: string, to = answer) {
  const text = `extends: tryon-kit\nname: mine\ndraft: [${entry}]`;
  const { draft = [] } = readOwnSuite({ file: 'suite.yaml', text }, []) ?? {};
  const { by, ...after } = changedAnswer(draft, request, to);
  return by.length === 0 ? null : after;
}

describe("A change to an answer in a user's suite", () => {
  it.each([
    ['{set: {header.X-Trace: "${request.header.X-Trace}"}}', { header: { etag: '"1"', 'x-trace': 'abc' } }],
    ['{remove: header.ETag}', { header: {} }],
    ['{set: {body.more: "${answer.body.inputs[1].role}"}}', { body: { ...answer.body, more: 'b' } }],
    ['{set: {body.new.more: 1}}', { body: { ...answer.body, new: { more: 1 } } }],
    ['{set: {"body.inputs[*].role": x}}', { body: { id: 'job_1', inputs: [{ role: 'x' }, { role: 'x' }] } }],
    ['{remove: ["body.inputs[0]", body.id]}', { body: { inputs: [{ role: 'b' }] } }],
    ['{status: 201, set: {body: {left: 7}}, delay: 2s}', { status: 201, body: { left: 7 }, delay: 2000 }],
    ['{set: {header.X: "${request.header.X-Other}"}}', {}],
  ])('does what %s says', (entry, after) => expect(changed(entry)).toEqual({ ...answer, delay: 0, ...after }));

  it.each([
    ['{match: {route: job}, status: 500}', true],
    ['{match: {route: "GET /v1/jobs/{job_id}", status: 200}, status: 500}', true],
    ['{match: {route: "/v1/*", if: "answer.body.id == \'job_1\'"}, status: 500}', true],
    ['{match: {route: job, status: 404}, status: 500}', false],
    ['{match: {route: /v1/jobs}, status: 500}', false],
    ['{match: {method: POST, route: "/v1/jobs/{job_id}"}, status: 500}', false],
    ['{match: {if: "answer.body.id == 1"}, status: 500}', false],
  ])('applies or does not apply with %s: %s', (entry, isMeant) => expect(changed(entry) !== null).toBe(isMeant));
});
