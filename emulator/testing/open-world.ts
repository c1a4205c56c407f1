import { createMemoryBlobs } from '../adapters/memory-blobs.ts';
import { createSharpImages } from '../adapters/sharp-images.ts';
import { wallClock } from '../adapters/wall-clock.ts';
import { type ConfigInput, parseConfig } from '../config.ts';
import { createApp } from '../http/app.ts';
import { routeNames } from '../http/routes.ts';
import type { BlobStore, Images, WallClock } from '../world/ports.ts';
import { createWorlds } from '../worlds.ts';

/** An emulator with its parts in the open: what the tests of state, bytes and late results look into. */
export async function openWorlds(
  config: ConfigInput = {},
  { images = createSharpImages(), wall = wallClock }: { images?: Images; wall?: WallClock } = {},
) {
  const { blobs, kept } = countedBlobs();
  const ports = { blobs, images, wall };
  const worlds = await createWorlds(parseConfig({ clock: 'frozen', ...config }), ports, routeNames(ports));
  const unexpected: unknown[] = [];
  const app = createApp({ ring: worlds.ring, images, blobs, onUnexpected: (error) => unexpected.push(error) });
  const fetch = async (path: string, init?: RequestInit) =>
    app.fetch(new Request(new URL(path, 'http://emulator.localhost'), init));
  return { worlds, control: worlds.default, host: worlds.ring.defaultHost(), fetch, kept, unexpected };
}

/** A blob store that tells which digests it keeps. */
function countedBlobs(): { blobs: BlobStore; kept: Set<string> } {
  const { put, get, delete: forget } = createMemoryBlobs();
  const kept = new Set<string>();
  const blobs: BlobStore = {
    get,
    put: (digest, bytes) => {
      kept.add(digest);
      put(digest, bytes);
    },
    delete: (digest) => {
      kept.delete(digest);
      forget(digest);
    },
  };
  return { blobs, kept };
}

/** Images that are made when `open` is called, and not before. */
export function gatedImages(): { images: Images; open(): void } {
  const { inspect, process } = createSharpImages();
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { images: { inspect, process: (task) => opened.then(() => process(task)) }, open: () => open() };
}

/** A machine's clock that a test moves. */
export function movableWall(start = Date.UTC(2026, 5, 1)): { wall: WallClock; move(milliseconds: number): void } {
  let now = start;
  const alarms = new Set<{ at: number; call: () => void }>();
  const move = (milliseconds: number) => {
    now += milliseconds;
    for (const alarm of alarms) {
      if (alarm.at > now) continue;
      alarms.delete(alarm);
      alarm.call();
    }
  };
  const callAt = (at: number, call: () => void) => {
    const alarm = { at, call };
    alarms.add(alarm);
    return { cancel: () => void alarms.delete(alarm) };
  };
  return { wall: { now: () => now, callAt, sleep: () => Promise.resolve() }, move };
}
