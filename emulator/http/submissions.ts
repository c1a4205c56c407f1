import type * as z from 'zod';
import type { Readings } from '../../shared/questions/generated/readings.ts';
import { invalidFields } from '../domain/errors.ts';
import { pathTo } from '../domain/routes.ts';
import type { Submission } from '../domain/submission.ts';
import { inputProblems } from '../domain/values/bad-input.ts';
import { type Operation, SCOPE_OF } from '../domain/vocabulary.ts';
import { doDueWork, execute } from '../runtime/world-host.ts';
import { readBody } from './body.ts';
import { jobAnswer } from './jobs.ts';
import type { Handler } from './request.ts';
import { requireScope } from './scope.ts';
import { requireStillThere } from './still-there.ts';
import { DUPLICATE_CONCERN, submissionSchemas } from './submission-schema.ts';

/** Spec 4.2, in the order of reading 20: scope, size, content type and fields; the verb decides the rest. */
export function submitJob(operation: Operation): Handler {
  return async (request) => {
    const { host, caller, headers } = request;
    const { readings } = host.world.settings;
    requireScope(request, SCOPE_OF[operation]);
    const bytes = await readBody(request, readings.submit_max_bytes);
    requireJsonType(headers['content-type']);
    const submission = parseSubmission(operation, parseJson(bytes), readings);
    const idempotencyKey = parseIdempotencyKey(headers['idempotency-key'], readings);
    requireStillThere(request);
    const { replayed, job: accepted } = execute(host, 'submit', { caller, submission, idempotencyKey });
    if (readings.accepted_job === 'as_it_is') doDueWork(host);
    const job = host.world.state.jobs.get(accepted.id) ?? accepted;
    const shown: Record<string, string> = { Location: pathTo('readJob', encodeURIComponent(job.id)) };
    if (replayed) shown['Idempotency-Replayed'] = 'true';
    return jobAnswer(host.world, replayed ? 200 : 202, job, shown);
  };
}

function requireJsonType(contentType: string | undefined): void {
  if (/^application\/json\s*(;|$)/i.test(contentType ?? '')) return;
  throw invalidFields([{ path: 'Content-Type', problem: 'must be application/json' }]);
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch (error) {
    const problem = error instanceof SyntaxError ? 'is not JSON' : 'is not UTF-8';
    throw invalidFields([{ path: 'body', problem }]);
  }
}

/** Schemas are made once for a set of readings. */
const schemasOf = new WeakMap<Readings, ReturnType<typeof submissionSchemas>>();

function parseSubmission(operation: Operation, body: unknown, readings: Readings): Submission {
  const schemas = schemasOf.get(readings) ?? submissionSchemas(readings);
  schemasOf.set(readings, schemas);
  const parsed = schemas[operation].safeParse(body);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const fields = inputProblems(schemas[operation], parsed.error).map(({ path, problem }) => ({ path, problem }));
  if (!issues.every(isDuplicateConcern)) throw invalidFields(fields);
  throw invalidFields(
    fields,
    { rule: 'SKIN-CONCERNS-SET-400', section: '4.2', compared: { fields } },
    { kind: 'duplicate_concern' },
  );
}

function isDuplicateConcern(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'custom' && issue.params?.['kind'] === DUPLICATE_CONCERN;
}

/** Reading 16: how long a key may be, and of what. */
export const IDEMPOTENCY_KEY_FORM = { minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' };
const VISIBLE = new RegExp(IDEMPOTENCY_KEY_FORM.pattern);

function isIdempotencyKey(header: string): boolean {
  return header.length <= IDEMPOTENCY_KEY_FORM.maxLength && VISIBLE.test(header);
}

function parseIdempotencyKey(header: string | undefined, readings: Readings): string | null {
  if (header === undefined && readings.idempotency_key === 'optional') return null;
  if (header !== undefined && isIdempotencyKey(header)) return header;
  const problem = header === undefined ? 'is missing' : 'must be 1 to 255 visible ASCII characters';
  throw invalidFields([{ path: 'Idempotency-Key', problem }]);
}
