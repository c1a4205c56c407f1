import { NotMade } from '../../domain/pixels/not-made.ts';
import { createGate } from './cache.ts';

export type PoolWorker<Order, Answer> = {
  /** Sends an order; its answer is returned with the same number. */
  send(number: number, order: Order): void;
  onAnswer(call: (number: number, answer: Answered<Answer>) => void): void;
  /** Calls back once when it has ended, for any reason. */
  onEnd(call: (cause: unknown) => void): void;
  /** Sets whether it keeps the process alive. */
  hold(isHeld: boolean): void;
  end(): Promise<void>;
};

export type Answered<Answer> = { done: Answer } | { error: unknown };

export type WorkerPool<Order, Answer> = {
  /** Rejects with `NotMade` if it was cancelled before it began, or if worker after worker dies with it. */
  run(order: Order, signal: AbortSignal): Promise<Answer>;
  /** Ends the workers and cancels their orders. Later orders start new workers. */
  close(): Promise<void>;
};

/** The number of workers, and of orders in progress per worker and in total. Other orders wait. */
export type PoolLimits = { workers: number; inHandOfOne: number; inHand: number };

/** The result of an order; `lost`: its worker has died. */
type Outcome<Answer> = Answered<Answer> | { lost: unknown };
type Hand<Order, Answer> = {
  worker: PoolWorker<Order, Answer>;
  tasks: Map<number, (outcome: Outcome<Answer>) => void>;
  idle: NodeJS.Timeout | undefined;
};

/** A worker that dies once or twice probably does so for reasons other than the order. */
const MOST_TRIES = 3;

/** A worker without orders ends after this time, since it holds memory. */
const IDLE_MS = 5_000;

/** Distributes orders to workers. A new worker is started only if all others are busy. */
export function createWorkerPool<Order, Answer>(
  { workers, inHandOfOne, inHand }: PoolLimits,
  start: () => PoolWorker<Order, Answer>,
): WorkerPool<Order, Answer> {
  const gate = createGate(Math.min(inHand, workers * inHandOfOne));
  const hands = new Set<Hand<Order, Answer>>();
  let serial = 0;
  let closings = 0;

  function openHand(): Hand<Order, Answer> {
    const hand: Hand<Order, Answer> = { worker: start(), tasks: new Map(), idle: undefined };
    hands.add(hand);
    hand.worker.onAnswer((number, answer) => {
      const finish = hand.tasks.get(number);
      hand.tasks.delete(number);
      hand.worker.hold(hand.tasks.size > 0);
      if (hand.tasks.size === 0) endWhenIdle(hand);
      finish?.(answer);
    });
    hand.worker.onEnd((lost) => {
      if (hands.delete(hand)) for (const finish of hand.tasks.values()) finish({ lost });
    });
    return hand;
  }
  function endWhenIdle(hand: Hand<Order, Answer>): void {
    hand.idle = setTimeout(() => {
      hands.delete(hand);
      void hand.worker.end();
    }, IDLE_MS).unref();
  }
  function freeHand(): Hand<Order, Answer> {
    const [least] = [...hands].sort((one, other) => one.tasks.size - other.tasks.size);
    const isBest = least !== undefined && (least.tasks.size === 0 || hands.size === workers);
    return isBest ? least : openHand();
  }
  const attempt = (order: Order): Promise<Outcome<Answer>> =>
    new Promise((resolve) => {
      const { worker, tasks, idle } = freeHand();
      clearTimeout(idle);
      serial += 1;
      tasks.set(serial, resolve);
      worker.hold(true);
      worker.send(serial, order);
    });
  return {
    run: (order, signal) => {
      const begun = closings;
      const isCancelled = () => signal.aborted || closings > begun;
      return gate(() => answerOf(() => attempt(order), isCancelled));
    },
    close: async () => {
      closings += 1;
      const ended = [...hands];
      hands.clear();
      for (const { tasks } of ended) for (const finish of tasks.values()) finish({ error: new NotMade('cancelled') });
      await Promise.all(ended.map(({ worker }) => worker.end()));
    },
  };
}

/** The answer to an order, which is retried if its worker died. */
async function answerOf<Answer>(attempt: () => Promise<Outcome<Answer>>, isCancelled: () => boolean): Promise<Answer> {
  let cause: unknown;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    if (isCancelled()) throw new NotMade('cancelled');
    const outcome = await attempt().catch((error: unknown) => ({ unstarted: error }));
    if ('done' in outcome) return outcome.done;
    if ('error' in outcome) throw outcome.error;
    if ('unstarted' in outcome) throw new NotMade('lost', outcome.unstarted);
    cause = outcome.lost;
  }
  throw new NotMade('lost', cause);
}
