import { createQueue } from '../../domain/queue.ts';

type Cache<Thing> = (name: string, weight: number, make: () => Promise<Thing>) => Promise<Thing>;

/**
 * Makes a thing once for a name. When all that is kept weighs more than the limit, the longest unused is given up, so
 * that many small things are kept and few large ones. What failed is made anew.
 */
export function createCache<Thing>(limit: number): Cache<Thing> {
  const known = new Map<string, { thing: Promise<Thing>; weight: number }>();
  let total = 0;
  const forget = (name: string) => {
    total -= known.get(name)?.weight ?? 0;
    known.delete(name);
  };
  return (name, weight, make) => {
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
}

/** Lets so many run at once; the others wait, and each takes the place of one that has ended. */
export function createGate(most: number): <Thing>(work: () => Promise<Thing>) => Promise<Thing> {
  let running = 0;
  const waiting = createQueue<() => void>();
  return async (work) => {
    if (running < most) running += 1;
    else await new Promise<void>((resolve) => waiting.add(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.take();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
