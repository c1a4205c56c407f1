import { expect, it } from 'vitest';
import { viewOf } from '../effects/http/view.ts';
import { seen } from './testing/steps.ts';
import { wordsOf } from './words.ts';

function words(id: string, message: string, request_id: string): string | null {
  const body = { error: { code: 'JOB_NOT_FOUND', message, request_id } };
  return wordsOf(viewOf(seen('GET /v1/jobs/x', { status: 404, body }, 0).exchange), [id]);
}

it.each([
  ['names the id', 'no job_a~1', 'no job_b~2'],
  ['names the id as a path has it', 'no /v1/jobs/job_a%7E1', 'no /v1/jobs/job_b%7E2'],
  ['names its own id', 'see r-one.', 'see r-two.'],
  ['says when', 'no, at 2026-01-01T00:00:00.5+00:00', 'no, at 2026-01-01T00:00:01Z'],
])('is equal if the message %s', (_, one, other) => {
  const [first, second] = one.includes('%7E') ? ['job_a%7E1', 'job_b%7E2'] : ['job_a~1', 'job_b~2'];
  expect(words(first, one, 'r-one')).toBe(words(second, other, 'r-two'));
});

it('is equal if the id of one request occurs within a number or a word', () => {
  expect(words('job_a', 'no (see section 7.24, note a4)', '4')).toBe(
    words('job_b', 'no (see section 7.24, note a4)', '5'),
  );
});

it('differs if the message does', () => {
  expect(words('job_a', 'not here', 'r-one')).not.toBe(words('job_b', 'not yours', 'r-two'));
});
