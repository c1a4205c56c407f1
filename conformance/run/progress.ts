export type Progress = { total: number; done: number; running: number; failures: number; last: string | null };

/** Receives the progress of a run, whenever an instance begins or ends. */
export type ProgressTeller = { running(now: number): void; ended(instance: string, hasFailed: boolean): void };

export function progressTeller(total: number, onProgress: (progress: Progress) => void = () => {}): ProgressTeller {
  let progress: Progress = { total, done: 0, running: 0, failures: 0, last: null };
  const tell = (changes: Partial<Progress>) => {
    progress = { ...progress, ...changes };
    onProgress(progress);
  };
  return {
    running: (now) => tell({ running: now }),
    ended: (instance, hasFailed) =>
      tell({ done: progress.done + 1, last: instance, failures: progress.failures + (hasFailed ? 1 : 0) }),
  };
}
