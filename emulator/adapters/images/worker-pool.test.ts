import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { NotMade } from '../../domain/pixels/not-made.ts';
import { createWorkerPool, type PoolLimits, type PoolWorker } from './worker-pool.ts';

type FakeWorker = PoolWorker<string, string> & {
  /** Its current orders. */
  orders: Map<number, string>;
  isHeld: boolean;
  isEnded: boolean;
  answer(order: string): void;
  fail(order: string): void;
  die(): void;
};

function fakeWorker(): FakeWorker {
  let [answered, ended]: [Parameters<FakeWorker['onAnswer']>[0], (cause: unknown) => void] = [() => {}, () => {}];
  const orders = new Map<number, string>();
  const taken = (order: string) => {
    const [number] = [...orders].find(([, one]) => one === order) ?? [-1];
    orders.delete(number);
    return number;
  };
  const worker: FakeWorker = {
    orders,
    isHeld: false,
    isEnded: false,
    send: (number, order) => void orders.set(number, order),
    onAnswer: (call) => {
      answered = call;
    },
    onEnd: (call) => {
      ended = call;
    },
    hold: (isHeld) => {
      worker.isHeld = isHeld;
    },
    end: async () => {
      await setImmediate();
      worker.die();
    },
    answer: (order) => answered(taken(order), { done: `${order} done` }),
    fail: (order) => answered(taken(order), { error: new Error(`${order} failed`) }),
    die: () => {
      worker.isEnded = true;
      ended(new Error('it died'));
    },
  };
  return worker;
}

function poolOf(limits: PoolLimits) {
  const workers: FakeWorker[] = [];
  const pool = createWorkerPool<string, string>(limits, () => {
    const worker = fakeWorker();
    workers.push(worker);
    return worker;
  });
  const never = new AbortController().signal;
  const run = (order: string, signal = never) => pool.run(order, signal).catch((error: unknown) => error);
  const inHand = () => workers.filter(({ isEnded }) => !isEnded).map(({ orders }) => [...orders.values()]);
  const worker = (index: number) => {
    const found = workers[index];
    if (found === undefined) throw new Error(`there are ${workers.length} workers`);
    return found;
  };
  return { pool, workers, run, inHand, worker };
}

const LIMITS = { workers: 2, inHandOfOne: 2, inHand: 3 };

describe('a pool of workers', () => {
  it('starts no worker before it has an order, and no more than the limit', async () => {
    const { run, inHand } = poolOf(LIMITS);
    expect(inHand()).toEqual([]);
    for (const order of ['a', 'b', 'c', 'd']) void run(order);
    await setImmediate();
    expect(inHand()).toEqual([['a', 'c'], ['b']]);
  });

  it('gives waiting orders in their order to the worker with the least to do', async () => {
    const { run, inHand, worker } = poolOf(LIMITS);
    const [a, b] = [run('a'), run('b'), run('c'), run('d'), run('e')];
    await setImmediate();
    worker(1).answer('b');
    await setImmediate();
    worker(0).fail('a');
    await setImmediate();
    expect(inHand()).toEqual([['c', 'e'], ['d']]);
    expect(await b).toBe('b done');
    expect(await a).toEqual(new Error('a failed'));
  });

  it('reuses an idle worker, and keeps the process alive only for a worker with orders', async () => {
    const { run, workers, worker } = poolOf(LIMITS);
    void run('a');
    await setImmediate();
    expect(worker(0).isHeld).toBe(true);
    worker(0).answer('a');
    await setImmediate();
    expect(worker(0).isHeld).toBe(false);
    void run('b');
    await setImmediate();
    expect([workers.length, worker(0).isHeld]).toEqual([1, true]);
  });

  it('ends a worker that has had no order for some time, and no other', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { run, inHand, worker } = poolOf(LIMITS);
    for (const order of ['a', 'b', 'c']) void run(order);
    await setImmediate();
    worker(0).answer('a');
    vi.advanceTimersByTime(6_000);
    await setImmediate();
    expect(inHand()).toEqual([['c'], ['b']]);
    worker(0).answer('c');
    vi.advanceTimersByTime(4_000);
    void run('d');
    await setImmediate();
    vi.advanceTimersByTime(4_000);
    await setImmediate();
    expect(inHand()).toEqual([['d'], ['b']]);
    worker(0).answer('d');
    vi.advanceTimersByTime(5_000);
    void run('e');
    await setImmediate();
    expect(inHand()).toEqual([['b'], ['e']]);
    expect(worker(0).orders.size).toBe(0);
  });

  it('retries the orders of a dead worker before all waiting ones', async () => {
    const { run, inHand, worker } = poolOf({ workers: 1, inHandOfOne: 2, inHand: 2 });
    const [a] = [run('a'), run('b'), run('c')];
    await setImmediate();
    worker(0).die();
    await setImmediate();
    expect(inHand()).toEqual([['a', 'b']]);
    worker(1).answer('a');
    await setImmediate();
    expect(await a).toBe('a done');
    expect(inHand()).toEqual([['b', 'c']]);
  });

  it('rejects an order with which worker after worker dies, and continues with the others', async () => {
    const { run, inHand, worker } = poolOf({ workers: 1, inHandOfOne: 1, inHand: 1 });
    const [a, b] = [run('a'), run('b')];
    await setImmediate();
    for (const index of [0, 1, 2]) {
      worker(index).die();
      await setImmediate();
    }
    const lost = await a;
    expect(lost).toBeInstanceOf(NotMade);
    expect(lost).toMatchObject({ why: 'lost', cause: new Error('it died') });
    expect(inHand()).toEqual([['b']]);
    worker(3).answer('b');
    await setImmediate();
    expect(await b).toBe('b done');
  });

  it('reports that no worker can be started', async () => {
    const cause = new Error('no more threads');
    const pool = createWorkerPool<string, string>(LIMITS, () => {
      throw cause;
    });
    await expect(pool.run('a', new AbortController().signal)).rejects.toMatchObject({ why: 'lost', cause });
  });

  it('does not begin a cancelled order, and returns the result of one that had begun', async () => {
    const { run, inHand, worker } = poolOf({ workers: 1, inHandOfOne: 1, inHand: 1 });
    const stop = new AbortController();
    const [a, b, c] = [run('a', stop.signal), run('b', stop.signal), run('c')];
    await setImmediate();
    stop.abort();
    worker(0).answer('a');
    await setImmediate();
    expect(inHand()).toEqual([['c']]);
    worker(0).answer('c');
    await setImmediate();
    expect([await a, await b, await c]).toEqual(['a done', expect.objectContaining({ why: 'cancelled' }), 'c done']);
  });

  it('ends its workers and cancels their orders when it is closed, and starts new workers afterwards', async () => {
    const { pool, run, inHand, worker } = poolOf({ workers: 1, inHandOfOne: 1, inHand: 1 });
    const [a, b] = [run('a'), run('b')];
    await setImmediate();
    await pool.close();
    expect([worker(0).isEnded, inHand()]).toEqual([true, []]);
    for (const left of [await a, await b]) expect(left).toMatchObject({ why: 'cancelled' });
    const c = run('c');
    await setImmediate();
    worker(1).answer('c');
    await setImmediate();
    expect(await c).toBe('c done');
  });
});
