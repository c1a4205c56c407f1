import { describe, expect, it } from 'vitest';
import { createLeftCalls } from './left-calls.ts';

const refused = async () => {
  throw new Error('there is no job');
};
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Watched calls, one of them in a nested object. */
function watched() {
  const left = createLeftCalls();
  let name = 'first';
  const calls = {
    get name() {
      return name;
    },
    rename: (other: string) => {
      name = other;
    },
    jobs: { release: refused, read: async (id: string) => id },
  };
  return { left, calls: left.watch(calls, 'world') };
}

describe('unawaited calls', () => {
  it('are calls that failed and were not awaited', async () => {
    const { left, calls } = watched();
    calls.jobs.release();
    await turn();
    expect(left.end()).toBe('world.jobs.release() was not awaited, and failed: there is no job');
  });

  it.each<[string, (promise: Promise<unknown>) => unknown]>([
    ['awaited', async (promise) => expect(promise).rejects.toThrow('no job')],
    ['caught', (promise) => promise.catch(() => {})],
    ['handled by then', (promise) => promise.then(null, () => {})],
    ['awaited with others', (promise) => Promise.all([promise]).catch(() => {})],
    ['given on by an async function', (promise) => (async () => promise)().catch(() => {})],
  ])('do not include calls that are %s', async (_, handle) => {
    const { left, calls } = watched();
    await handle(calls.jobs.release());
    await turn();
    expect(left.end()).toBeNull();
  });

  it('do not include calls that are awaited after they have failed', async () => {
    const { left, calls } = watched();
    const promise = calls.jobs.release();
    await turn();
    await expect(promise).rejects.toThrow('no job');
    expect(left.end()).toBeNull();
  });

  it('do not include calls that succeed', async () => {
    const { left, calls } = watched();
    calls.jobs.read('job_1');
    await turn();
    expect(left.end()).toBeNull();
    expect(await calls.jobs.read('job_2')).toBe('job_2');
  });

  it('do not change getters and synchronous calls', () => {
    const { calls } = watched();
    calls.rename('second');
    expect(calls.name).toBe('second');
  });
});
