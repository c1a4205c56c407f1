import { collectGarbage } from '../../shared/collect-garbage.ts';
import { SECOND } from '../domain/values/time.ts';

/** What the collection when idle depends on. */
export type Process = { cpuMilliseconds(): number; memory(): { rss: number; heapUsed: number }; collect(): void };

/** A process that answers requests uses more CPU time in a second. */
const IDLE_CPU_MS = 100;
/**
 * The seconds without work after which to collect. V8 shrinks the young generation only when nothing has been allocated
 * for five seconds.
 */
const [FIRST, AGAIN] = [2, 8];
const MOST_GROWN_BYTES = 16 * 2 ** 20;
/** Collecting a larger heap would block requests for too long. */
const MOST_HEAP_BYTES = 256 * 2 ** 20;

/**
 * Keeps the memory of a long-running process small when there is no work: V8 lets the heap grow to a multiple of what is
 * in use before it collects, and then keeps it as large. Returns a function that ends this.
 */
export function keepHeapSmall(): () => void {
  const everySecond = collectWhenIdle({
    cpuMilliseconds: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000;
    },
    memory: () => process.memoryUsage(),
    collect: () => collectGarbage({ andReturn: true }),
  });
  const timer = setInterval(everySecond, SECOND).unref();
  return () => clearInterval(timer);
}

/** Returns a function to call every second. It collects if memory has grown and the process has become idle. */
export function collectWhenIdle({ cpuMilliseconds, memory, collect }: Process): () => void {
  let [cpu, idleSeconds, smallest] = [0, 0, 0];
  let isWanted = false;
  const isWorthwhile = () => {
    const { rss, heapUsed } = memory();
    return rss > smallest + MOST_GROWN_BYTES && heapUsed < MOST_HEAP_BYTES;
  };
  return () => {
    idleSeconds = cpuMilliseconds() - cpu < IDLE_CPU_MS ? idleSeconds + 1 : 0;
    if (idleSeconds === FIRST) isWanted = isWorthwhile();
    if (isWanted && (idleSeconds === FIRST || idleSeconds === AGAIN)) collect();
    if (isWanted && idleSeconds === AGAIN) smallest = memory().rss;
    cpu = cpuMilliseconds();
  };
}
