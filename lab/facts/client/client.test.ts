import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startEmulator } from '../../../conformance/run/self-test.ts';
import { HABITS } from '../../other-make/options.ts';
import { startOtherServer } from '../../other-make/start.ts';
import { ALL_FACTS } from './all-facts.ts';
import { type Facts, type Reader, readFacts } from './read-facts.ts';
import type { Access } from './service.ts';

/** The readers that need the least time for what they find. */
const QUICK = /^(?:uploads|submits|faultySkin|reads|assetLists|jobLists|usage|errors)$/;

/** Selects readers by name, and reads each only once. */
function readers(names: RegExp): Reader[] {
  return ALL_FACTS.filter(({ read }) => names.test(read.name)).map(({ read }) => ({ read, once: true }));
}

type Started = Access & { close(): Promise<void> };

async function factsOf(server: Started, some: readonly Reader[]): Promise<Facts> {
  return readFacts(server, some, (why) => expect.fail(why)).finally(server.close);
}

/** The facts that changed, with their new values. */
function changes(before: Facts, after: Facts): Facts {
  return Object.fromEntries(Object.entries(after).filter(([name, fact]) => fact !== before[name]));
}

describe('The facts of a server', () => {
  it('can be read from the emulator, and are the same the second time', async () => {
    const facts = await factsOf(
      await startEmulator(),
      ALL_FACTS.filter(({ read }) => QUICK.test(read.name)),
    );
    expect(Object.keys(facts).length).toBeGreaterThan(120);
    expect(Object.entries(facts).filter(([, fact]) => fact === null || fact === 'varies')).toEqual([]);
  });

  it('show a different choice where it is visible, and nowhere else', async () => {
    const some = readers(/^(?:uploads|submits)$/);
    const usual = await factsOf(await startEmulator(), some);
    const readings = { upload_status: 202, time_digits: 'none', replay_location: 'absent' } as const;
    const other = await factsOf(await startEmulator({ readings }), some);
    expect(changes(usual, other)).toEqual({
      'upload.status': 202,
      times: '0 digits Z',
      'replay.location': 'absent',
      'replay.headers': 'content-type etag idempotency-replayed retry-after',
    });
  });

  it('show the habits of the other server that are not open questions', async () => {
    const some = readers(/^(?:uploads|assets|submits|reads|makeup|assetLists|usage|errors|events)$/);
    const usual = await factsOf(await startOtherServer({}), some);
    const found = changes(usual, await factsOf(await startOtherServer({ habits: HABITS }), some));
    expect(found).toMatchObject({
      'asset.etag': 'weak',
      'upload.text type': '415 TYPE_UNKNOWN',
      'content.disposition': 'attachment; filename="result.png"',
      '401.doc_url': 'https://other-make.example/errors',
      'event.further members': 'sequence source',
      'job.head': 200,
      'job.further members': 'progress',
      'assets.further members': 'object total',
      'cache-control': 'no-store, private',
      'options.allow': 'GET, HEAD, POST, DELETE, OPTIONS',
      'submit.202.retry-after': '5',
      'upload.location': 'path',
      'usage.shape': '{counts: {DATE: {skin.analyze: number}}, months: [string]}',
    });
    expect(found['submit.202.headers']).toContain('ratelimit-limit');
  });
});

it('The client that reads facts imports nothing of the kit or the emulator', () => {
  const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const imports = sources
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(new URL(file, import.meta.url), 'utf8').matchAll(/from '([^']*)'/g)])
    .map(([, from = '']) => from);
  expect(imports.length).toBeGreaterThan(20);
  expect(imports.filter((from) => !/^node:|^\.\/[\w/-]+\.ts$|^\.\.\/[\w-]+\.ts$/.test(from))).toEqual([]);
});
