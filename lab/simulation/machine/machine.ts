import { assembleEmulator } from '../../../emulator/create.ts';
import type { Emulator } from '../../../emulator/index.ts';
import type { FakeWallClock } from '../../../emulator/testing/fake-wall-clock.ts';
import type { WebhookSender } from '../../../emulator/world/ports.ts';
import type { WorldState } from '../../../emulator/world/state.ts';
import { simulatedImages } from './pictures.ts';
import { type SlowFiles, slowFiles } from './slow-files.ts';
import { CONFIG } from './world-config.ts';

/** An emulator with a simulated clock, disk, network and image library. It lives until its disk makes it die. */
export type Machine = {
  emulator: Emulator;
  /** Null if it stores nothing. */
  files: SlowFiles | null;
  state(): WorldState;
  checkpoint(): Promise<void>;
  /** Ends it; it makes no more calls afterwards. */
  end(): void;
  isEnded(): boolean;
};

export type MachineParts = {
  wall: FakeWallClock;
  send: WebhookSender['send'];
  onUnexpected(error: unknown): void;
  /** Wraps the emulator for its users. */
  shown?(emulator: Emulator): Emulator;
  /** Called before the machine is returned. */
  onReady?(machine: Machine): void;
};

export async function startMachine(
  files: SlowFiles | null,
  { wall, send, onUnexpected, shown = (emulator) => emulator, onReady }: MachineParts,
): Promise<Machine> {
  let isEnded = false;
  let beHeard = () => {};
  const ready = new Promise<void>((resolve) => {
    beHeard = resolve;
  });
  const sender: WebhookSender = {
    send: async (request) => {
      await ready;
      return isEnded ? new Promise(() => {}) : send(request);
    },
    close: async () => {},
  };
  const { emulator, ring, keeping } = await assembleEmulator(
    {
      ...CONFIG,
      listen: false,
      onUnexpected: (error) => {
        if (!isEnded) onUnexpected(error);
      },
    },
    { wall, images: simulatedImages(), sender, onWarning: () => {}, ...(files !== null && { dataFiles: files }) },
  );
  const machine: Machine = {
    emulator: shown(emulator),
    files,
    state: () => ring.defaultHost().world.state,
    checkpoint: async () => keeping?.data.checkpoint(),
    end: () => {
      isEnded = true;
    },
    isEnded: () => isEnded,
  };
  onReady?.(machine);
  beHeard();
  return machine;
}

export function freshFiles(before?: ReadonlyMap<string, Uint8Array>): SlowFiles {
  return slowFiles(before);
}
