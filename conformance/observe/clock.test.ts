import { expect, it } from 'vitest';
import { boundsOf } from './clock.ts';
import { readTraffic } from './read/read-traffic.ts';
import { har, type SaidExchange } from './testing/har.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 5, 1) + seconds * 1_000).toISOString();
const SUBMIT = 'POST /v1/skin/analyses';
const read = async (...said: SaidExchange[]) => boundsOf((await readTraffic('t', har(...said), null)).passings);

it("The server's time is between the latest time shown so far and the next accepted job", async () => {
  const bounds = await read(
    [SUBMIT, { status: 202, body: { created_at: at(0) } }],
    ['GET /v1/usage', { body: {} }],
    ['GET /v1/jobs/job_1', { body: { created_at: at(0), updated_at: at(30) } }],
    [SUBMIT, { status: 202, body: { created_at: at(3_600) } }],
    ['GET /v1/usage', { body: {} }],
  );
  expect(bounds.slice(0, 4)).toEqual([
    { least: 0, passed: 0 },
    { least: 0, passed: 3_600_000 },
    { least: 30_000, passed: 3_600_000 },
    { least: 3_600_000, passed: 3_600_000 },
  ]);
  expect(bounds[4]?.least).toBe(3_600_000);
  expect(bounds[4]?.passed).toBeGreaterThan(1e13);
});

it('An exchange that overlaps the next submission may be later than that', async () => {
  const bounds = await read(
    ['GET /v1/usage', { body: {}, at: 0, took: 1_000 }],
    [SUBMIT, { status: 202, body: { created_at: at(10) }, at: 500 }],
  );
  expect(bounds[0]?.passed).toBeGreaterThan(1e12);
});
