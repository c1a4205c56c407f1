import { createQueue } from '../../domain/queue.ts';

type Cache<Thing> = { (name: string, weight: number, make: () => Promise<Thing>): Promise<Thing>; clear(): void };

/** Makes a thing once per name, or again if it failed. Beyond the weight limit, the least recently used is dropped. */
export function createCache<Thing>(limit: number): Cache<Thing> {
  const known = new Map<string, { thing: Promise<Thing>; weight: number }>();
  let total = 0;
  const forget = (name: string) => {
    total -= known.get(name)?.weight ?? 0;
    known.delete(name);
  };
  const thingOf = (name: string, weight: number, make: () => Promise<Thing>) => {
    const thing = known.get(name)?.thing ?? make();
    forget(name);
    known.set(name, { thing, weight });
    total += weight;
    thing.catch(() => forget(name));
    for (const oldest of known.keys()) {
      if (total <= limit || known.size === 1) break;
      forget(oldest);
    }
    return thing;
  };
  const clear = () => {
    known.clear();
    total = 0;
  };
  return Object.assign(thingOf, { clear });
}

/** Runs work when it has room, possibly later. */
export type Gate = <Thing>(work: () => Promise<Thing>, weight?: number) => Promise<Thing>;

/** Lets `most` run at the same time, but several only within the weight limit; the others wait in their order. */
export function createGate(most: number, mostWeight = Number.POSITIVE_INFINITY): Gate {
  let [running, carried] = [0, 0];
  const waiting = createQueue<{ weight: number; begin(): void }>();
  const letIn = () => {
    for (let first = waiting.first(); first !== undefined; first = waiting.first()) {
      if (running === most || (running > 0 && carried + first.weight > mostWeight)) return;
      waiting.take();
      running += 1;
      carried += first.weight;
      first.begin();
    }
  };
  return async (work, weight = 0) => {
    await new Promise<void>((begin) => {
      waiting.add({ weight, begin });
      letIn();
    });
    try {
      return await work();
    } finally {
      running -= 1;
      carried -= weight;
      letIn();
    }
  };
}
