import { expect } from 'vitest';
import type { Emulator } from '../index.ts';
import type { Client, Reply } from './client.ts';

/** How far to advance to reach each stage of a job, with the default durations (reading 34). */
export const UNTIL = { queued: '0s', picked_up: '1s', preparing: '1500ms', processing: '2s', ended: '4s' } as const;
export type StageName = keyof typeof UNTIL;

export const LIVE = 'pk_live_demo';

/**
 * What a client reacts to in a refusal: the status, the code, and the fields in `details` (reading 62). Also checks
 * that the refusal has the shape of section 7, and says whether and when to retry.
 */
export function refusalOf({ status, headers, body }: Reply): { status: number; code: string; fields: string[] } {
  if (status >= 400) {
    const { details } = body.error;
    expect(body).toEqual({
      error: {
        code: expect.stringMatching(/^[A-Z_]+$/),
        message: expect.stringMatching(/./),
        request_id: expect.stringMatching(/^req_[0-9a-z]+$/),
        retryable: status === 429 || status >= 500,
        ...(details !== undefined && { details: { fields: expect.any(Array) } }),
      },
    });
    expect(headers.get('content-type')).toBe('application/json');
    const hasWait = status === 429 || status === 503;
    expect(headers.get('retry-after') ?? '').toMatch(hasWait ? /^[1-9]\d*$/ : /^$/);
  }
  const named: { path: string }[] = body?.error?.details?.fields ?? [];
  return { status, code: body?.error?.code, fields: named.map(({ path }) => path) };
}

export function refusal(status: number, code: string, fields: string[] = []): ReturnType<typeof refusalOf> {
  return { status, code, fields };
}

/** A 400 that names exactly these fields. */
export function invalid(...fields: string[]): ReturnType<typeof refusalOf> {
  return refusal(400, 'INVALID_REQUEST', fields);
}

export function idsOf({ body }: Reply): string[] {
  return body.data.map(({ id }: { id: string }) => id);
}

/** Submits a job and lets it finish; returns the last read of it. */
export async function finishedJob(
  { emulator, client }: { emulator: Emulator; client: Client },
  operation: Parameters<Client['submitOn']>[0],
  options: Parameters<Client['submitOn']>[1] = {},
): Promise<Reply> {
  const accepted = await client.submitOn(operation, options);
  await emulator.clock.advance(UNTIL.ended);
  return client.get(`/v1/jobs/${accepted.body.id}`, options.key === undefined ? {} : { key: options.key });
}
