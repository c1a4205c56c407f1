import { createSharpImages } from '../adapters/images/sharp-images.ts';
import { createMemoryBlobs } from '../adapters/memory-blobs.ts';
import { wallClock } from '../adapters/wall-clock.ts';
import { assembleEmulator } from '../create.ts';
import type { EmulatorOptions } from '../index.ts';
import type { HostPorts } from '../runtime/world-host.ts';
import type { Images, ProcessTask } from '../world/ports.ts';
import { clientOf, emulatorFor, facePng } from './client.ts';

type OpenPorts = Partial<Pick<HostPorts, 'images' | 'wall' | 'sender' | 'audit' | 'onWarning'>>;

/** A frozen emulator with access to its parts, for tests of state, bytes and late results. */
export async function openWorld(
  options: EmulatorOptions = {},
  { images = createSharpImages(), wall = wallClock, ...others }: OpenPorts = {},
) {
  const kept = new Set<string>();
  const unexpected: unknown[] = [];
  const { emulator, ring } = await assembleEmulator(
    { clock: 'frozen', listen: false, onUnexpected: (error) => void unexpected.push(error), ...options },
    { createBlobs: countedBlobs(kept), images, wall, ...others },
  );
  const host = ring.defaultHost();
  return { emulator, client: clientOf(emulator), host, ring, blobs: host.ports.blobs, kept, unexpected };
}

/** A blob store that exposes which digests it stores. */
function countedBlobs(kept: Set<string>): typeof createMemoryBlobs {
  return (...parts) => {
    const blobs = createMemoryBlobs(...parts);
    return {
      ...blobs,
      put: (digest, bytes, recipe) => {
        blobs.put(digest, bytes, recipe);
        kept.add(digest);
      },
      delete: (digest) => {
        kept.delete(digest);
        blobs.delete(digest);
      },
    };
  };
}

/** Images that are only processed, or inspected, when `open` is called. */
export function imagesBehindGate(gated: 'process' | 'inspect' = 'process'): { images: Images; open(): void } {
  const images = createSharpImages();
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const gate =
    gated === 'process'
      ? { process: (task: ProcessTask) => opened.then(() => images.process(task)) }
      : { inspect: (...given: Parameters<typeof images.inspect>) => opened.then(() => images.inspect(...given)) };
  return { images: { ...images, ...gate }, open: () => open() };
}

/** Long enough for a request, or a late result, to get as far as it can. */
export function aMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}

/** The bytes of the face that tests upload. */
export const FACE = (await facePng()).byteLength;

/** An emulator with its own memory limits, its control API, and what it stores. */
export async function withMemory(memory: EmulatorOptions['memory'], more: EmulatorOptions = {}) {
  const { emulator, client } = await emulatorFor({ memory, onUnexpected: () => {}, ...more });
  const control = (method: string, path: string, json?: unknown) =>
    client.call(method, `/_emulator/v1${path}`, json === undefined ? {} : { json });
  return { emulator, client, control, held: () => emulator.memory.read().held };
}

/** A different picture of the same length as the face: a PNG ends at its end marker, whatever follows. */
export async function otherFace(number: number): Promise<Uint8Array> {
  const face = Buffer.from(await facePng());
  return Buffer.concat([face, Buffer.from([number])]);
}
