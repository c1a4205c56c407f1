/** A piece of work, and whether nobody else may work meanwhile. */
export type Work = { alone: boolean; run(): Promise<void> };

export type ScheduleOptions = { atOnce: number; isStopped(): boolean; onChange?(running: number): void };

/** Runs everything: what can go side by side first, so many at once, then the rest one by one. */
export async function runAll(work: readonly Work[], { atOnce, isStopped, onChange }: ScheduleOptions): Promise<void> {
  const beside = work.filter(({ alone }) => !alone);
  const alone = work.filter((one) => one.alone);
  let running = 0;
  let next = 0;
  const worker = async () => {
    for (let one = beside[next]; one !== undefined; one = beside[next]) {
      next += 1;
      if (isStopped()) return;
      running += 1;
      onChange?.(running);
      await one.run();
      running -= 1;
      onChange?.(running);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, beside.length) }, worker));
  for (const one of alone) {
    if (isStopped()) return;
    onChange?.(1);
    await one.run();
  }
}

/** The order of a run: the same seed gives the same order, and another seed another one. */
export function shuffled<Item>(items: readonly Item[], draw: () => number): Item[] {
  const order = [...items];
  for (let index = order.length - 1; index > 0; index -= 1) {
    const other = Math.floor(draw() * (index + 1));
    const [one, two] = [order[index], order[other]];
    if (one !== undefined && two !== undefined) [order[index], order[other]] = [two, one];
  }
  return order;
}
