/** The part of `node:module` that keeps compiled code; Node 20 has none of it. */
export type CompileCache = { enableCompileCache?(): unknown; flushCompileCache?(): void };

/** By then a start is over, and the first requests are answered. */
const KEPT_AFTER = 2_000;

/**
 * Makes Node keep what it compiles from now on for the next start. Node writes it when the process ends by itself: it is
 * written earlier as well, because a process that is killed would leave nothing.
 */
export function keepCompiled(
  { enableCompileCache, flushCompileCache }: CompileCache,
  callAfter = (milliseconds: number, call: () => void) => void setTimeout(call, milliseconds).unref(),
): void {
  if (enableCompileCache === undefined) return;
  enableCompileCache();
  if (flushCompileCache !== undefined) callAfter(KEPT_AFTER, flushCompileCache);
}
