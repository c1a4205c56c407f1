import { readFileSync } from 'node:fs';

/** How often the loop is looked at. */
const EVERY_MS = 1;
const OWN_TIME = '/proc/self/schedstat';

/**
 * How long this thread did nothing but one thing, at the longest, while something went on: between two looks at the loop in
 * real time, and of that what the thread itself has worked, which other work on the machine does not lengthen. Linux alone
 * tells that.
 */
export async function longestSliceDuring(act) {
  let [last, worked] = [performance.now(), ownMilliseconds()];
  const longest = { longestMs: 0, longestCpuMs: worked === null ? null : 0 };
  const look = () => {
    const [now, work] = [performance.now(), ownMilliseconds()];
    longest.longestMs = Math.max(longest.longestMs, now - last - EVERY_MS);
    if (work !== null) longest.longestCpuMs = Math.max(longest.longestCpuMs, work - worked);
    [last, worked] = [now, work];
  };
  const timer = setInterval(look, EVERY_MS);
  try {
    await act();
    look();
  } finally {
    clearInterval(timer);
  }
  return longest;
}

/** The main thread's time on a processor, in milliseconds. */
function ownMilliseconds() {
  try {
    return Number(readFileSync(OWN_TIME, 'latin1').split(' ')[0]) / 1e6;
  } catch {
    return null;
  }
}
