import type { WorldHost } from '../runtime/world-host.ts';

const MOST_KEYS = 10_000;

/** The keys of worlds that were removed, the newest of them: whoever still uses one is told what became of it. */
export type GoneKeys = {
  add(host: WorldHost): void;
  /** The name of the world that had a key. */
  worldOf(secret: string): string | undefined;
};

export function createGoneKeys(): GoneKeys {
  const worlds = new Map<string, string>();
  return {
    add: ({ name, world }) => {
      for (const secret of world.state.keys.keys()) {
        // Anew at the end: the first is the one that has been gone for longest.
        worlds.delete(secret);
        worlds.set(secret, name);
      }
      for (const secret of worlds.keys()) {
        if (worlds.size <= MOST_KEYS) break;
        worlds.delete(secret);
      }
    },
    worldOf: (secret) => worlds.get(secret),
  };
}
