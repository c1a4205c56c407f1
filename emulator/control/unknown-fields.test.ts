import { describe, expect, it } from 'vitest';
import { emulatorFor } from '../testing/client.ts';

describe('A control call with an unknown field', () => {
  it.each([
    ['POST', '/reset', { world: 'mine' }, 'The body of POST /reset is not valid:\n  world: is not a known field'],
    ['DELETE', '/plans', { id: 'plan_1' }, 'The body of DELETE /plans is not valid:\n  id: is not a known field'],
    ['POST', '/endpoints/we_1/ping', ['all'], 'The body of POST /endpoints/:id/ping is not valid:\n  body: '],
    ['GET', '/plans?status=failed', undefined, 'The query of GET /plans is not valid:\n  status: is not a known field'],
    ['GET', '/jobs?state=failed', undefined, 'The filter is not valid:\n  state: is not a known field'],
    ['POST', '/plans?times=3', {}, 'The query of POST /plans is not valid:\n  times: is not a known field'],
    ['GET', '/journal?status=404&status=500', undefined, 'status: is repeated'],
  ])('is refused and does nothing: %s %s %j', async (method, path, json, message) => {
    const { emulator, client } = await emulatorFor();
    emulator.plans.add({});
    const { status, body } = await client.call(method, `/_emulator/v1${path}`, json === undefined ? {} : { json });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)]);
    expect(emulator.plans.list()).toHaveLength(1);
  });

  it.each([{}, null])('accepts %j if it has no parameters', async (json) => {
    const { client } = await emulatorFor();
    expect((await client.call('POST', '/_emulator/v1/reset', { json })).status).toBe(204);
  });

  it.each([
    ['many levels', '['.repeat(1e7), 'body: is nested deeper than 100 levels'],
    [
      'a million fields',
      `{${Array.from({ length: 1e6 }, (_, n) => `"u${n}":1`)}}`,
      'body: has more than 200000 values',
    ],
    ['ten thousand fields', `{${Array.from({ length: 1e4 }, (_, n) => `"u${n}":1`)}}`, 'body: has 9950 more problems'],
  ])('is refused in a few words if it exceeds all limits: %s', async (_, text, message) => {
    const { client } = await emulatorFor();
    const { status, body } = await client.call('POST', '/_emulator/v1/plans', { body: text });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)]);
    expect(body.error.message.length).toBeLessThan(3_000);
  });
});

describe('An unknown control call', () => {
  it.each([
    ['PUT', '/clock', 'did you mean GET /clock or PATCH /clock? /_emulator/v1/openapi.json lists all calls'],
    ['POST', '/jobs/job_1/relaese', 'did you mean POST /jobs/:id/release? /_emulator'],
    ['GET', '/plan', 'did you mean GET /plans? /_emulator'],
    ['GET', '/%E0%A4', '/_emulator/v1/openapi.json lists all calls'],
    ['GET', '/nothing/like/it/at/all', '/_emulator/v1/openapi.json lists all calls'],
  ])('is refused with a suggestion: %s %s', async (method, path, meant) => {
    const { client } = await emulatorFor();
    const { status, body } = await client.call(method, `/_emulator/v1${path}`);
    expect([status, body.error.message]).toEqual([404, expect.stringContaining(`unknown control call; ${meant}`)]);
  });
});
