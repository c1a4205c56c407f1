import { createSharpImages } from '../adapters/images/sharp-images.ts';
import type { ConfigInput } from '../control/schemas/config-input.ts';
import { parseConfig } from '../control/schemas/read-config.ts';
import { assembleEmulator } from '../create.ts';
import { emptyWorld } from '../host/build-world.ts';
import type { Emulator } from '../index.ts';
import type { Keeper } from '../runtime/keeper.ts';
import type { WorldHost } from '../runtime/world-host.ts';
import type { Command } from '../world/commands.ts';
import type { BlobStore, Images } from '../world/ports.ts';
import type { World } from '../world/world.ts';
import { type Client, clientOf } from './client.ts';
import { createFakeWallClock, type FakeWallClock } from './fake-wall-clock.ts';

export type HostedWorld = {
  world: World;
  host: WorldHost;
  blobs: BlobStore;
  wall: FakeWallClock;
  /** Every change, in the form of the journal. */
  commands: Command[];
  emulator: Emulator;
  client: Client;
  /** The same world before anything had happened in it. */
  freshWorld(): World;
};

/** An emulator assembled from its parts, with a hand-moved wall clock and any image port. */
export async function hostedWorld(config: ConfigInput, images: Images = createSharpImages()): Promise<HostedWorld> {
  const wall = createFakeWallClock();
  const commands: Command[] = [];
  const keeper: Keeper = {
    note: (_, change) => {
      if (change.do === 'command') commands.push({ at: change.at, ...change.command } as Command);
    },
    made: () => {},
    entered: () => {},
    removed: () => {},
  };
  const onUnexpected = (error: unknown) => {
    throw error;
  };
  const options = { ...config, listen: false, onUnexpected };
  const { emulator, ring } = await assembleEmulator(options, { wall, images, keeper });
  const host = ring.defaultHost();
  const { blobs } = host.ports;
  const begin = host.world.state.now;
  const freshWorld = () => emptyWorld(parseConfig(config), begin);
  return { world: host.world, host, blobs, wall, commands, emulator, client: clientOf(emulator), freshWorld };
}
