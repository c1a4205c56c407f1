import { assembleEmulator } from '../../emulator/create.ts';
import type { Emulator } from '../../emulator/index.ts';
import type { FakeWallClock } from '../../emulator/testing/fake-wall-clock.ts';
import type { WebhookSender } from '../../emulator/world/ports.ts';
import type { WorldState } from '../../emulator/world/state.ts';
import { simulatedImages } from './pictures.ts';
import { type SlowFiles, slowFiles } from './slow-files.ts';
import { CONFIG } from './world-config.ts';

/** An emulator whose clock, disk, network and pictures are simulated; it lives until its disk lets it die. */
export type Machine = {
  emulator: Emulator;
  /** Null if it keeps nothing. */
  files: SlowFiles | null;
  state(): WorldState;
  checkpoint(): Promise<void>;
  /** After this, it reports nothing. */
  end(): void;
  isEnded(): boolean;
};

export type MachineParts = {
  wall: FakeWallClock;
  send: WebhookSender['send'];
  onUnexpected(error: unknown): void;
  /** How an emulator is shown to those who use it. */
  shown?(emulator: Emulator): Emulator;
  /** Called before the machine is handed out. */
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
