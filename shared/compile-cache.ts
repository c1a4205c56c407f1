/** The part of `node:module` that caches compiled code; Node 20 does not have it. */
export type CompileCache = { enableCompileCache?(): unknown; flushCompileCache?(): void };

/** By then the program has started and answered its first requests. */
const KEPT_AFTER = 2_000;

/** Node caches what it compiles from now on. Also written early: a killed process would write nothing. */
export function keepCompiled(
  { enableCompileCache, flushCompileCache }: CompileCache,
  callAfter = (milliseconds: number, call: () => void) => void setTimeout(call, milliseconds).unref(),
): void {
  if (enableCompileCache === undefined) return;
  enableCompileCache();
  if (flushCompileCache !== undefined) callAfter(KEPT_AFTER, flushCompileCache);
}
