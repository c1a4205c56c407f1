import { describe, expect, it } from 'vitest';
import { createMemory } from '../domain/memory/memory.ts';
import type { Exchange } from '../domain/test-control/exchange.ts';
import { createJournal } from './journal.ts';
import { createJournalShelf } from './journal-shelf.ts';

function exchange(path: string, parts: Partial<Exchange> = {}): Exchange {
  return {
    serial: 0,
    at: 0,
    route: null,
    method: 'GET',
    path,
    query: '',
    key: null,
    keyId: null,
    requestHeaders: {},
    requestBody: null,
    status: 200,
    responseHeaders: {},
    responseBody: null,
    requestId: null,
    because: null,
    fault: null,
    ...parts,
  };
}

function journalOf(limit: number, ...paths: string[]) {
  const journal = createJournal(limit, createJournalShelf(createMemory()));
  for (const path of paths) journal.record(exchange(path, { requestId: `req${path}` }), 0);
  return journal;
}

describe('a journal', () => {
  it.each([
    [0, []],
    [1, ['/c']],
    [2, ['/b', '/c']],
    [3, ['/a', '/b', '/c']],
    [9, ['/a', '/b', '/c']],
  ])('with a limit of %d keeps the newest, oldest first: %j', (limit, kept) => {
    const journal = journalOf(limit, '/a', '/b', '/c');
    expect(journal.find({}).map(({ path }) => path)).toEqual(kept);
    expect(journal.last()).toBe(limit === 0 ? 0 : 3);
    expect(journal.byRequestId('req/a') !== undefined).toBe(kept.includes('/a'));
  });

  it('never holds more than its limit, however many exchanges there are', () => {
    const paths = Array.from({ length: 1_000 }, (_, index) => `/${index}`);
    const journal = journalOf(7, ...paths);
    expect(journal.find({}).map(({ serial }) => serial)).toEqual([994, 995, 996, 997, 998, 999, 1_000]);
  });

  it('finds exchanges after a serial', () => {
    expect(
      journalOf(9, '/a', '/b', '/c')
        .find({}, 1)
        .map(({ path }) => path),
    ).toEqual(['/b', '/c']);
  });

  it('returns at most three near misses: the nearest, and among equal ones the newest', () => {
    const journal = journalOf(9, '/a', '/b', '/a', '/b', '/a');
    const near = journal.nearMisses({ path: '/b', status: 500 });
    expect(near.map(({ exchange: { serial }, unmet }) => [serial, unmet])).toEqual([
      [4, ['status']],
      [2, ['status']],
      [5, ['path', 'status']],
    ]);
    expect(journal.nearMisses({ path: '/b' }).map(({ exchange: { serial } }) => serial)).toEqual([5, 3, 1]);
  });

  it('calls back after each exchange until it is stopped', () => {
    const journal = journalOf(2);
    const seen: number[] = [];
    const stop = journal.onRecord(() => seen.push(journal.last()));
    journal.record(exchange('/a'), 0);
    journal.record(exchange('/b'), 0);
    stop();
    journal.record(exchange('/c'), 0);
    expect(seen).toEqual([1, 2]);
  });

  it('keeps findings of dropped exchanges, and at most a thousand', () => {
    const journal = createJournal(1, createJournalShelf(createMemory()));
    for (let count = 0; count < 1_500; count += 1) journal.record(exchange('/a', { query: 'key=pk_live_…' }), 0);
    expect(journal.findings()).toHaveLength(1_000);
    expect(journal.findings()[0]).toMatchObject({ rule: 'key-in-url', exchange: 1 });
  });

  it('reports every finding, including those that it does not keep', () => {
    let heard = 0;
    const journal = createJournal(1, createJournalShelf(createMemory()), (_, found) => {
      heard += found.length;
    });
    for (let count = 0; count < 1_500; count += 1) journal.record(exchange('/a', { query: 'key=pk_live_…' }), 0);
    expect(heard).toBe(1_500);
  });

  it('is empty and counts from 1 after it was cleared', () => {
    const journal = journalOf(2, '/a', '/b', '/c');
    journal.record(exchange('/a', { query: 'key=pk_live_…' }), 0);
    journal.clear();
    expect([journal.find({}), journal.findings(), journal.last()]).toEqual([[], [], 0]);
    journal.record(exchange('/d'), 0);
    expect(journal.find({}).map(({ serial, path }) => [serial, path])).toEqual([[1, '/d']]);
  });
});
