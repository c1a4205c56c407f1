/** A piece of work, and whether nobody else may work meanwhile. */
export type Work = { alone: boolean; run(): Promise<void> };

export type WorkOptions = { atOnce: number; isStopped(): boolean; onChange?(running: number): void };

/** Does everything: what can go side by side first, so many at once, then the rest one by one. */
export async function doWork(work: readonly Work[], { atOnce, isStopped, onChange }: WorkOptions): Promise<void> {
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
