import { createProgress } from '../report/terminal/progress.ts';
import type { Progress } from '../run/progress.ts';

/** Progress of a run goes to standard error, so that a pipe gets the report alone. */
export function showProgress(): (progress: Progress) => void {
  const shown = createProgress(process.stderr, { isTty: process.stderr.isTTY === true, now: () => performance.now() });
  let hasBegun = false;
  return ({ total, done, running, failures, last }) => {
    if (!hasBegun) shown.begin(total);
    hasBegun = true;
    shown.update(done, last === null || running === 0 ? [] : [last], failures);
    if (done === total) shown.end();
  };
}
