import { NotMade } from '../../domain/pixels/not-made.ts';
import { createQueue, type Queue } from '../../domain/queue.ts';

/** A thread as the pool needs it. */
export type PoolWorker<Order, Answer> = {
  /** Sends an order, whose answer comes back under its number. */
  send(number: number, order: Order): void;
  onAnswer(call: (number: number, answer: Answered<Answer>) => void): void;
  /** Calls back once, however it ended. */
  onEnd(call: (cause: unknown) => void): void;
  /** Whether the process lives on for it. */
  hold(isHeld: boolean): void;
  end(): Promise<void>;
};

export type Answered<Answer> = { done: Answer } | { error: unknown };

export type WorkerPool<Order, Answer> = {
  /** Rejects with `NotMade` where it was cancelled before it began, or where worker after worker ends at it. */
  run(order: Order, signal: AbortSignal): Promise<Answer>;
  /** Ends the workers, and cancels what they had to do. What is run after that gets new ones. */
  close(): Promise<void>;
};

/** How many workers, and how many orders in hand: of one worker, and of all. The others wait. */
export type PoolLimits = { workers: number; inHandOfOne: number; inHand: number };

type Task<Order, Answer> = {
  order: Order;
  signal: AbortSignal;
  tries: number;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
};

type Hand<Order, Answer> = { worker: PoolWorker<Order, Answer>; tasks: Map<number, Task<Order, Answer>> };

type Pool<Order, Answer> = {
  limits: PoolLimits;
  start(): PoolWorker<Order, Answer>;
  hands: Set<Hand<Order, Answer>>;
  waiting: Queue<Task<Order, Answer>>;
  /** What a worker had in hand when it ended: it comes before what waits. */
  again: Task<Order, Answer>[];
  serial: number;
};

/** That a worker ends once or twice is hardly the fault of what it had in hand. */
const MOST_TRIES = 3;

/** Hands orders to workers, each of which is started when there is nobody else to take an order. */
export function createWorkerPool<Order, Answer>(
  limits: PoolLimits,
  start: () => PoolWorker<Order, Answer>,
): WorkerPool<Order, Answer> {
  const pool: Pool<Order, Answer> = { limits, start, hands: new Set(), waiting: createQueue(), again: [], serial: 0 };
  return {
    run: (order, signal) =>
      new Promise((resolve, reject) => {
        pool.waiting.add({ order, signal, tries: 0, resolve, reject });
        handOut(pool);
      }),
    close: () => close(pool),
  };
}

function handOut<Order, Answer>(pool: Pool<Order, Answer>): void {
  while (hasRoom(pool)) {
    const task = pool.again.shift() ?? pool.waiting.take();
    if (task === undefined) return;
    if (task.signal.aborted) task.reject(new NotMade('cancelled'));
    else give(pool, task);
  }
}

function hasRoom<Order, Answer>({ limits, hands }: Pool<Order, Answer>): boolean {
  let inHand = 0;
  for (const { tasks } of hands) inHand += tasks.size;
  return inHand < Math.min(limits.inHand, limits.workers * limits.inHandOfOne);
}

function give<Order, Answer>(pool: Pool<Order, Answer>, task: Task<Order, Answer>): void {
  pool.serial += 1;
  task.tries += 1;
  try {
    const { worker, tasks } = freeHand(pool);
    tasks.set(pool.serial, task);
    worker.hold(true);
    worker.send(pool.serial, task.order);
  } catch (cause) {
    task.reject(new NotMade('lost', cause));
  }
}

/** The one with the least to do, and a new one where everybody has something. */
function freeHand<Order, Answer>(pool: Pool<Order, Answer>): Hand<Order, Answer> {
  const { hands, limits } = pool;
  const [least] = [...hands].sort((one, other) => one.tasks.size - other.tasks.size);
  const isBest = least !== undefined && (least.tasks.size === 0 || hands.size === limits.workers);
  return isBest ? least : openHand(pool);
}

function openHand<Order, Answer>(pool: Pool<Order, Answer>): Hand<Order, Answer> {
  const hand: Hand<Order, Answer> = { worker: pool.start(), tasks: new Map() };
  pool.hands.add(hand);
  hand.worker.onAnswer((number, answer) => finish(pool, hand, number, answer));
  hand.worker.onEnd((cause) => lose(pool, hand, cause));
  return hand;
}

function finish<Order, Answer>(
  pool: Pool<Order, Answer>,
  { worker, tasks }: Hand<Order, Answer>,
  number: number,
  answer: Answered<Answer>,
): void {
  const task = tasks.get(number);
  tasks.delete(number);
  worker.hold(tasks.size > 0);
  if ('done' in answer) task?.resolve(answer.done);
  else task?.reject(answer.error);
  handOut(pool);
}

/** What a worker had in hand when it ended is tried again by another. */
function lose<Order, Answer>(pool: Pool<Order, Answer>, hand: Hand<Order, Answer>, cause: unknown): void {
  if (!pool.hands.delete(hand)) return;
  const tasks = [...hand.tasks.values()];
  for (const task of tasks) if (task.tries >= MOST_TRIES) task.reject(new NotMade('lost', cause));
  pool.again = [...tasks.filter(({ tries }) => tries < MOST_TRIES), ...pool.again];
  handOut(pool);
}

async function close<Order, Answer>(pool: Pool<Order, Answer>): Promise<void> {
  const hands = [...pool.hands];
  const left = [...hands.flatMap(({ tasks }) => [...tasks.values()]), ...pool.again];
  for (let task = pool.waiting.take(); task !== undefined; task = pool.waiting.take()) left.push(task);
  pool.hands.clear();
  pool.again = [];
  for (const { reject } of left) reject(new NotMade('cancelled'));
  await Promise.all(hands.map(({ worker }) => worker.end()));
}
