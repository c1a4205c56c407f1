/** Makes a thing once for a name; the longest unused is given up when there are many. What failed is made anew. */
export function createCache<Thing>(limit: number): (name: string, make: () => Promise<Thing>) => Promise<Thing> {
  const known = new Map<string, Promise<Thing>>();
  return (name, make) => {
    const found = known.get(name) ?? make();
    known.delete(name);
    known.set(name, found);
    found.catch(() => known.delete(name));
    const [oldest] = known.keys();
    if (known.size > limit && oldest !== undefined) known.delete(oldest);
    return found;
  };
}

/** Lets so many run at once; the others wait, and each takes the place of one that has ended. */
export function createGate(most: number): <Thing>(work: () => Promise<Thing>) => Promise<Thing> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < most) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
