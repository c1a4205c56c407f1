import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Emulator } from '../index.ts';
import { type Client, emulatorFor } from '../testing/client.ts';

type Row = { id: string; created_at: string; [field: string]: unknown };

/** The expected content of a list, newest first: a model that each page is compared with. */
type Shelf = {
  rows: Row[];
  /** Creates a new row at the current time. */
  insert(): Promise<void>;
  /** Deletes one row that can be deleted, if there is one. */
  remove(index: number): Promise<void>;
};

type Script = {
  batches: { rows: number; advance: number }[];
  limits: number[];
  between: { change: 'insert' | 'remove' | 'none'; index: number }[];
};

/** Few instants for many rows, so that most rows share theirs. */
const script: fc.Arbitrary<Script> = fc.record({
  batches: fc.array(fc.record({ rows: fc.integer({ min: 1, max: 5 }), advance: fc.constantFrom(0, 0, 1, 5_000) }), {
    minLength: 1,
    maxLength: 5,
  }),
  limits: fc.array(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 100 })), {
    minLength: 1,
    maxLength: 6,
  }),
  between: fc.array(
    fc.record({ change: fc.constantFrom('insert' as const, 'remove' as const, 'none' as const), index: fc.nat() }),
    { maxLength: 20 },
  ),
});

const newestFirst = (left: Row, right: Row) =>
  left.created_at === right.created_at ? (left.id < right.id ? 1 : -1) : left.created_at < right.created_at ? 1 : -1;

/**
 * Reads a list to its end, page by page, and compares each page with the content of the shelf after the last row seen.
 */
async function readThrough(
  client: Client,
  path: string,
  shelf: Shelf,
  matches: (row: Row) => boolean,
  { limits, between }: Script,
): Promise<void> {
  const atStart = shelf.rows.filter(matches).map(({ id }) => id);
  const seen: Row[] = [];
  let cursor: string | null = null;
  for (let page = 0; page === 0 || cursor !== null; page += 1) {
    const limit: number = limits[page % limits.length] ?? 1;
    const after = seen.at(-1);
    const rest = shelf.rows.filter((row) => matches(row) && (after === undefined || newestFirst(row, after) > 0));
    const { status, body } = await client.get(
      withQuery(path, { limit: String(limit), ...(cursor !== null && { cursor }) }),
    );
    expect(status).toBe(200);
    expect(body.data.map(({ id }: Row) => id)).toEqual(
      rest
        .toSorted(newestFirst)
        .slice(0, limit)
        .map(({ id }) => id),
    );
    expect(body.has_more).toBe(rest.length > limit);
    expect(typeof body.next_cursor).toBe(body.has_more ? 'string' : 'object');
    seen.push(...body.data);
    cursor = body.next_cursor;
    const { change = 'none', index = 0 } = between[page] ?? {};
    if (change === 'insert') await shelf.insert();
    if (change === 'remove') await shelf.remove(index);
  }
  const ids = seen.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const stillThere = new Set(shelf.rows.map(({ id }) => id));
  expect(atStart.filter((id) => stillThere.has(id) && !ids.includes(id))).toEqual([]);
  expect(seen.toSorted(newestFirst)).toEqual(seen);
}

function withQuery(path: string, parameters: Record<string, string>): string {
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(parameters)}`;
}

/** A filter of both lists, with the instant of the middle row as its limit. */
function sinceMiddle(rows: readonly Row[], name: 'created_gte' | 'created_lt'): [string, (row: Row) => boolean] {
  const at = rows[Math.floor(rows.length / 2)]?.created_at ?? '2026-01-01T00:00:00.000Z';
  return [`${name}=${at}`, (row) => (name === 'created_gte' ? row.created_at >= at : row.created_at < at)];
}

async function fill(emulator: Emulator, shelf: Shelf, { batches }: Script): Promise<void> {
  for (const { rows, advance } of batches) {
    for (let row = 0; row < rows; row += 1) await shelf.insert();
    await emulator.clock.advance(advance);
  }
}

function removeFrom(shelf: Shelf, gone: (row: Row) => boolean): void {
  shelf.rows = shelf.rows.filter((row) => !gone(row));
}

/** Uploads and, for each third row, a finished job with two results. */
function assetShelf(client: Client, emulator: Emulator): Shelf {
  let inserted = 0;
  const shelf: Shelf = {
    rows: [],
    insert: async () => {
      inserted += 1;
      const { body } = await client.upload();
      shelf.rows.push(body);
      if (inserted % 3 !== 0) return;
      const visualizations = ['mask', 'visual'].map((kind) => ({ concern: 'acne', kind }));
      const inputs = [{ asset_id: body.id, role: 'source' }];
      const job = await client.submit('/v1/skin/analyses', { inputs, concerns: ['acne'], visualizations });
      await emulator.clock.advance('10s');
      const { output } = (await client.get(`/v1/jobs/${job.body.id}`)).body;
      for (const { id } of output.visualizations) {
        shelf.rows.push({ ...(await client.get(`/v1/assets/${id}`)).body, job: job.body.id });
      }
    },
    remove: async (index) => {
      const row = shelf.rows[index % Math.max(1, shelf.rows.length)];
      if (row === undefined) return;
      const path = row['job'] === undefined ? `/v1/assets/${row.id}` : `/v1/jobs/${row['job']}`;
      expect((await client.call('DELETE', path)).status).toBe(204);
      removeFrom(shelf, ({ id, job }) => id === row.id || (job !== undefined && job === row['job']));
    },
  };
  return shelf;
}

/** Jobs of every operation, every third one cancelled. A job that has not ended is cancelled before it is removed. */
function jobShelf(client: Client): Shelf {
  const operations = ['makeup.apply', 'skin.analyze', 'hair.try_on'] as const;
  let inserted = 0;
  const shelf: Shelf = {
    rows: [],
    insert: async () => {
      inserted += 1;
      const { body } = await client.submitOn(operations[(inserted * 7) % 3] ?? 'skin.analyze');
      const cancelled = inserted % 3 === 0 ? await client.call('POST', `/v1/jobs/${body.id}/cancel`) : null;
      shelf.rows.push(cancelled?.body ?? body);
    },
    remove: async (index) => {
      const ended = shelf.rows.filter(({ status }) => status === 'cancelled');
      const row = ended[index % Math.max(1, ended.length)];
      if (row === undefined) return;
      expect((await client.call('DELETE', `/v1/jobs/${row.id}`)).status).toBe(204);
      removeFrom(shelf, ({ id }) => id === row.id);
    },
  };
  return shelf;
}

type Filter = (rows: readonly Row[]) => [query: string, matches: (row: Row) => boolean];

const BY_TIME: [string, Filter][] = [
  ['no filter', () => ['', () => true]],
  ['created_gte', (rows) => sinceMiddle(rows, 'created_gte')],
  ['created_lt', (rows) => sinceMiddle(rows, 'created_lt')],
];

function byField(name: string, value: string): [string, Filter] {
  return [`${name}=${value}`, () => [`${name}=${value}`, (row) => row[name] === value]];
}

describe('4.1 GET /v1/assets', () => {
  it.each([
    ...BY_TIME,
    byField('purpose', 'input'),
    byField('purpose', 'result'),
    [
      'job_id',
      (rows: readonly Row[]) => {
        const job = rows.find((row) => row['job'] !== undefined)?.['job'] ?? 'job_none';
        return [`job_id=${job}`, (row: Row) => row['job'] === job];
      },
    ] as [string, Filter],
  ])('returns every asset exactly once, with any page sizes and changes between pages: %s', async (_, filter) => {
    await fc.assert(
      fc.asyncProperty(script, async (steps) => {
        const { emulator, client } = await emulatorFor();
        const shelf = assetShelf(client, emulator);
        await fill(emulator, shelf, steps);
        const [query, matches] = filter(shelf.rows);
        await readThrough(client, `/v1/assets?${query}`.replace(/\?$/, ''), shelf, matches, steps);
      }),
      { numRuns: 10 },
    );
  });
});

describe('4.3 GET /v1/jobs', () => {
  it.each([
    ...BY_TIME,
    byField('status', 'queued'),
    byField('status', 'cancelled'),
    byField('operation', 'makeup.apply'),
  ])('returns every job exactly once, with any page sizes and changes between pages: %s', async (_, filter) => {
    await fc.assert(
      fc.asyncProperty(script, async (steps) => {
        const { emulator, client } = await emulatorFor({
          stages: { queued: '30d' },
          readings: { input_retention: '60d' },
        });
        const shelf = jobShelf(client);
        await fill(emulator, shelf, steps);
        const [query, matches] = filter(shelf.rows);
        await readThrough(client, `/v1/jobs?${query}`.replace(/\?$/, ''), shelf, matches, steps);
      }),
      { numRuns: 10 },
    );
  });
});
