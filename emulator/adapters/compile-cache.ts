import type { WallClock } from '../world/ports.ts';

/** The part of `node:module` that keeps compiled code; Node 20 has none of it. */
export type CompileCache = { enableCompileCache?(): unknown; flushCompileCache?(): void };

/** By then a start is over, and the first requests are answered. */
const KEPT_AFTER = 2_000;

/**
 * Has Node keep what it compiles for the next start, which then takes 30 ms of CPU less. Node writes it when the process
 * ends by itself: it is written earlier as well, because a process that is killed would leave nothing.
 */
export function keepCompiled({ enableCompileCache, flushCompileCache }: CompileCache, wall: WallClock): void {
  if (enableCompileCache === undefined) return;
  enableCompileCache();
  if (flushCompileCache !== undefined) wall.callAt(wall.now() + KEPT_AFTER, flushCompileCache);
}
