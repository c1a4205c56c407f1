import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createCache, createGate } from './cache.ts';

describe('a cache', () => {
  it('makes a thing once per name', async () => {
    const cache = createCache<number>(10);
    let made = 0;
    const make = async () => {
      made += 1;
      return made;
    };
    expect(await Promise.all([cache('a', 1, make), cache('a', 1, make), cache('b', 1, make)])).toEqual([1, 1, 2]);
  });

  it('drops the least recently used if everything together exceeds the limit, but never the newest', async () => {
    const cache = createCache<string>(10);
    const log: string[] = [];
    const ask = (name: string, weight: number) =>
      cache(name, weight, async () => {
        log.push(name);
        return name;
      });
    await ask('a', 4);
    await ask('b', 4);
    await ask('a', 4);
    await ask('c', 4);
    await ask('a', 4);
    await ask('b', 4);
    expect(log).toEqual(['a', 'b', 'c', 'b']);
    await ask('huge', 99);
    await ask('huge', 99);
    expect(log.slice(4)).toEqual(['huge']);
  });

  it('makes a thing again if it failed', async () => {
    const cache = createCache<string>(10);
    await expect(cache('a', 1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await cache('a', 1, async () => 'yes')).toBe('yes');
  });
});

describe('a gate', () => {
  it('lets a limited number run at the same time, and the others in their order, even after a failure', async () => {
    const gate = createGate(2);
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const work = (number: number) =>
      gate(() => {
        begun.push(number);
        return new Promise<void>((resolve, reject) =>
          ends.push(number === 0 ? () => reject(new Error('no')) : resolve),
        );
      });
    const all = [0, 1, 2, 3].map((number) => work(number).catch(() => null));
    await Promise.resolve();
    expect(begun).toEqual([0, 1]);
    ends[0]?.();
    await all[0];
    expect(begun).toEqual([0, 1, 2]);
    ends[1]?.();
    ends[2]?.();
    await Promise.all([all[1], all[2]]);
    ends[3]?.();
    await all[3];
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  it('lets several run together only within the weight limit, but one of any weight alone', async () => {
    const gate = createGate(3, 10);
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const work = (name: string, weight: number) =>
      gate(() => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      }, weight);
    const [a] = [work('a', 4), work('b', 6), work('huge', 99), work('c', 1)];
    await setImmediate();
    expect(begun).toEqual(['a', 'b']);
    ends.get('a')?.();
    await a;
    await setImmediate();
    expect(begun).toEqual(['a', 'b']);
    ends.get('b')?.();
    await setImmediate();
    expect(begun).toEqual(['a', 'b', 'huge']);
    ends.get('huge')?.();
    await setImmediate();
    expect(begun).toEqual(['a', 'b', 'huge', 'c']);
  });
});
