import type { Answerers } from '../adapters/answerers.ts';
import { loadDeviator } from '../host/load-deviator.ts';

/** Loads what is else loaded when it is first asked for: how long that takes is nobody's turn. */
export async function preload({ beside }: Answerers): Promise<void> {
  await Promise.all([
    beside?.load(),
    loadDeviator(),
    import('../host/world-files.ts'),
    import('../http/openapi/document.ts'),
  ]);
}
