import type * as z from 'zod';
import type { Readings } from '../../../shared/questions/generated/readings.ts';
import { type ApiError, invalidFields } from '../../domain/errors.ts';
import type { Submission } from '../../domain/submission.ts';
import { inputProblems } from '../../domain/values/bad-input.ts';
import type { Operation } from '../../domain/vocabulary.ts';
import type { World } from '../../world/world.ts';
import type { ApiRequest } from '../request.ts';
import { DUPLICATE_CONCERN } from './checks.ts';
import { parseIdempotencyKey } from './idempotency-key.ts';
import { readPlainBody } from './plain-body.ts';
import { submissionSchemas } from './schema.ts';
import { spellingOf } from './spelling.ts';

/** What a request submits, and with which key. */
export type SubmissionForm = { submission: Submission; idempotencyKey: string | null };

/** Checks content type, fields and key; each problem is a 400 that names it. */
export function parseForm(
  { headers, host: { world } }: Pick<ApiRequest, 'headers' | 'host'>,
  { operation, bytes, readings }: { operation: Operation; bytes: Uint8Array; readings: Readings },
): SubmissionForm {
  if (!world.rules.typeIsJson(headers['content-type'] ?? '')) throw notJson();
  const text = textOf(bytes);
  const body = parseJson(text);
  const submission = parseSubmission(world, operation, body, readings);
  const spelling = spellingOf(text, body, readings);
  const idempotencyKey = parseIdempotencyKey(headers['idempotency-key'], readings);
  return { submission: spelling.length > 0 ? { ...submission, spelling } : submission, idempotencyKey };
}

/** The assets that a body names as inputs, as far as it can be parsed. */
export function inputIdsIn(bytes: Uint8Array): string[] {
  try {
    const inputs: unknown = JSON.parse(Buffer.from(bytes).toString()).inputs;
    const ids: unknown[] = Array.isArray(inputs) ? inputs.map((input) => input?.asset_id) : [];
    return ids.filter((id) => typeof id === 'string');
  } catch {
    return [];
  }
}

function notJson(): ApiError {
  const fields = [{ path: 'Content-Type', problem: 'must be application/json' }];
  return invalidFields(fields, undefined, { about: 'media_type' });
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw invalidFields([{ path: 'body', problem: 'is not UTF-8' }]);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidFields([{ path: 'body', problem: 'is not JSON' }]);
  }
}

/** Schemas are created once for each set of readings. */
const schemasOf = new WeakMap<Readings, ReturnType<typeof submissionSchemas>>();

function parseSubmission({ rules }: World, operation: Operation, body: unknown, readings: Readings): Submission {
  const more = rules.fieldProblems(operation, body);
  const plain = more.length === 0 ? readPlainBody(operation, body, readings) : null;
  if (plain !== null) return plain;
  const schemas = schemasOf.get(readings) ?? submissionSchemas(readings);
  schemasOf.set(readings, schemas);
  const parsed = schemas[operation].safeParse(body);
  if (parsed.success && more.length > 0) throw invalidFields(more);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const problems = inputProblems(schemas[operation], parsed.error).map(({ path, problem }) => ({ path, problem }));
  const fields = [...more, ...problems];
  if (!issues.every(isDuplicateConcern)) throw invalidFields(fields);
  const because = { rule: 'SKIN-CONCERNS-SET-400', section: '4.2', compared: { fields } };
  throw invalidFields(fields, because, { kind: 'duplicate_concern' });
}

function isDuplicateConcern(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'custom' && issue.params?.['kind'] === DUPLICATE_CONCERN;
}
