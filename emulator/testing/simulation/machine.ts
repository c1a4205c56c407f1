import { assembleEmulator } from '../../create.ts';
import type { Emulator } from '../../index.ts';
import type { WebhookSender } from '../../world/ports.ts';
import type { WorldState } from '../../world/state.ts';
import type { FakeWallClock } from '../fake-wall-clock.ts';
import { type LosingFiles, losingFiles } from '../losing-files.ts';
import { ACCOUNTS } from './books.ts';
import { simulatedImages } from './pictures.ts';

/** An emulator whose clock, disk, network and pictures are simulated; it lives until its disk lets it die. */
export type Machine = {
  emulator: Emulator;
  /** Null where it keeps nothing. */
  files: LosingFiles | null;
  state(): WorldState;
  checkpoint(): Promise<void>;
  /** Nobody hears of it any more. */
  end(): void;
  isEnded(): boolean;
};

export type MachineParts = { wall: FakeWallClock; send: WebhookSender['send']; onUnexpected(error: unknown): void };

export const START = '2026-01-05T08:00:00Z';

export async function startMachine(
  files: LosingFiles | null,
  { wall, send, onUnexpected }: MachineParts,
): Promise<Machine> {
  let isEnded = false;
  const sender: WebhookSender = {
    send: (request) => (isEnded ? new Promise(() => {}) : send(request)),
    close: async () => {},
  };
  const { emulator, ring, keeping } = await assembleEmulator(
    {
      clock: { mode: 'frozen', start: START },
      seed: 'simulation',
      accounts: ACCOUNTS,
      listen: false,
      emulator_now: false,
      journal_limit: 50,
      onUnexpected: (error) => {
        if (!isEnded) onUnexpected(error);
      },
    },
    { wall, images: simulatedImages(), sender, onWarning: () => {}, ...(files !== null && { dataFiles: files }) },
  );
  return {
    emulator,
    files,
    state: () => ring.defaultHost().world.state,
    checkpoint: async () => keeping?.data.checkpoint(),
    end: () => {
      isEnded = true;
    },
    isEnded: () => isEnded,
  };
}

export function freshFiles(before?: ReadonlyMap<string, Uint8Array>): LosingFiles {
  return losingFiles(before);
}
