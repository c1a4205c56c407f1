import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemory, USUAL_BOUNDS } from '../domain/memory/memory.ts';
import { NoRoom } from '../domain/memory/no-room.ts';
import type { BlobSource, BlobStore } from '../world/ports.ts';
import { createMemoryBlobs } from './memory-blobs.ts';

const bytes = (size: number) => new Uint8Array(size);

const madeOf = (...parts: string[]): BlobSource => ({ parts, load: async () => bytes(0) });

function storeOf(bound: number) {
  const memory = createMemory({ ...USUAL_BOUNDS, picture_bytes: bound });
  const blobs = createMemoryBlobs(memory);
  const held = () => memory.report().held.picture_bytes;
  const given = () => memory.report().given_up;
  const there = (...digests: string[]) => digests.filter((digest) => blobs.get(digest) !== undefined);
  return { memory, blobs, held, given, there };
}

describe('a blob store that is full', () => {
  it('drops pictures that can be made again, least recently read first, and nothing else', () => {
    const { blobs, held, given, there } = storeOf(100);
    blobs.put('source', bytes(40));
    for (const name of ['a', 'b', 'c']) blobs.put(name, bytes(20), madeOf('source'));
    blobs.get('a');
    blobs.put('upload', bytes(30));
    expect(there('source', 'a', 'b', 'c', 'upload')).toEqual(['source', 'a', 'upload']);
    expect([held(), given()]).toEqual([90, { pictures: 2, bytes: 40 }]);
    expect(blobs.sourceOf('b')?.parts).toEqual(['source']);
  });

  it('refuses what can never fit, without dropping anything for it', () => {
    const { blobs, there } = storeOf(100);
    blobs.put('source', bytes(50));
    blobs.put('a', bytes(20), madeOf('source'));
    expect(() => blobs.requireRoom(51)).toThrow(NoRoom);
    expect(() => blobs.put('upload', bytes(51))).toThrow(
      /no room for more bytes of pictures: 70 used, 51 more needed, limit 100/,
    );
    expect(there('source', 'a', 'upload')).toEqual(['source', 'a']);
  });

  it('adds a new picture that does not fit as a dropped one', () => {
    const { blobs, held, there, given } = storeOf(100);
    blobs.put('source', bytes(90));
    blobs.put('a', bytes(20), madeOf('source'));
    expect([there('source', 'a'), held(), given().pictures]).toEqual([['source'], 90, 1]);
  });

  it('drops no picture whose source or mask is missing', () => {
    const { blobs, there } = storeOf(100);
    blobs.put('source', bytes(20));
    blobs.put('mask', bytes(20));
    blobs.put('a', bytes(20), madeOf('source', 'mask'));
    blobs.put('b', bytes(20), madeOf('source'));
    blobs.delete('mask');
    blobs.put('upload', bytes(50));
    expect(there('source', 'a', 'b', 'upload')).toEqual(['source', 'a', 'upload']);
  });

  it('keeps the inputs of a dropped picture until the picture is removed or loaded again', () => {
    const { blobs, there, held } = storeOf(100);
    blobs.put('source', bytes(50));
    blobs.put('a', bytes(20), madeOf('source'));
    blobs.put('upload', bytes(40));
    blobs.delete('source');
    expect(there('source', 'a')).toEqual(['source']);
    blobs.delete('upload');
    blobs.keepAgain('a', bytes(20));
    expect([there('source', 'a'), held()]).toEqual([['a'], 20]);
    blobs.delete('a');
    expect(held()).toBe(0);
  });

  it('drops no picture from which another one has to be made', () => {
    const { blobs, there, held } = storeOf(100);
    blobs.put('source', bytes(40));
    blobs.put('b', bytes(20), madeOf('source'));
    blobs.put('c', bytes(20), madeOf('b'));
    blobs.get('b');
    blobs.put('upload', bytes(40));
    expect([there('source', 'b', 'c', 'upload'), held()]).toEqual([['source', 'b', 'upload'], 100]);
    expect(() => blobs.put('more', bytes(10))).toThrow(NoRoom);
  });

  it('does not keep reloaded bytes that nothing needs any more', () => {
    const { blobs, held, given } = storeOf(60);
    blobs.put('source', bytes(50));
    blobs.put('a', bytes(20), madeOf('source'));
    blobs.delete('a');
    blobs.keepAgain('a', bytes(20));
    expect([held(), given()]).toEqual([50, { pictures: 0, bytes: 0 }]);
  });
});

type Act = { does: 'upload' | 'draw' | 'delete' | 'read'; which: number; of: number };

/** Performs one operation on a store, by digest, with the source if it is known. */
function perform(blobs: BlobStore, sizes: Map<string, number>, { does, which, of }: Act): void {
  const digest = `${does === 'upload' ? 'upload' : 'drawn'}-${which}`;
  const size = 5 + ((which * 7) % 20);
  if (does === 'delete') for (const name of [`upload-${which}`, `drawn-${which}`]) blobs.delete(name);
  if (does === 'read' && blobs.get(digest) === undefined && blobs.sourceOf(digest) !== undefined)
    blobs.keepAgain(digest, bytes(size));
  if (does === 'upload' || does === 'draw') {
    sizes.set(digest, size);
    const made = does === 'draw' && blobs.get(`upload-${of}`) !== undefined ? madeOf(`upload-${of}`) : undefined;
    blobs.put(digest, bytes(size), made);
  }
}

/** The same, but ignores that there is no room. */
function performOrRefuse(blobs: BlobStore, sizes: Map<string, number>, act: Act): void {
  try {
    perform(blobs, sizes, act);
  } catch (error) {
    if (!(error instanceof NoRoom)) throw error;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

describe('the counts of a blob store', () => {
  const act = fc.record({
    does: fc.constantFrom('upload' as const, 'draw' as const, 'delete' as const, 'read' as const),
    which: fc.nat(9),
    of: fc.nat(9),
  });

  it('equal the stored objects, never exceed the limit, and dropped pictures can be created again', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 120 }), (acts) => {
        const { blobs, held, given } = storeOf(90);
        const sizes = new Map<string, number>();
        const counted = () => {
          const all = [...sizes].map(([name, size]) => ({ size, bytes: blobs.get(name), made: blobs.sourceOf(name) }));
          const there = all.filter((one) => one.bytes !== undefined);
          const gone = all.filter((one) => one.bytes === undefined && one.made !== undefined);
          for (const { made } of gone) expect(made?.parts.map((part) => blobs.get(part))).not.toContain(undefined);
          const givenUp = { pictures: gone.length, bytes: sum(gone.map(({ size }) => size)) };
          return { held: sum(there.map(({ size }) => size)), givenUp };
        };
        for (const one of acts) {
          performOrRefuse(blobs, sizes, one);
          expect({ held: held(), givenUp: given() }).toEqual(counted());
          expect(held()).toBeLessThanOrEqual(90);
        }
        for (const digest of sizes.keys()) blobs.delete(digest);
        expect([held(), given()]).toEqual([0, { pictures: 0, bytes: 0 }]);
      }),
      { numRuns: 300, seed: 29 },
    );
  });
});
