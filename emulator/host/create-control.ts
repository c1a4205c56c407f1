import { readConsoleFile } from '../adapters/console-folder.ts';
import type { PictureFolder } from '../adapters/picture-file.ts';
import { version } from '../adapters/version.ts';
import { coverageOfAll } from '../behaviours/coverage-of.ts';
import { controlService } from '../control/app.ts';
import type { Safety } from '../control/safety.ts';
import type { NamedWorldInput } from '../control/schemas/world-input.ts';
import type { Service } from '../world/wire.ts';
import type { Settings } from '../world/world.ts';
import { createWorld, hostMeantBy, listWorlds, removeWorld, settingsOf, type Worlds, worldMeantBy } from './worlds.ts';

export type HostParts = Safety & { worlds: Worlds; files: PictureFolder; onUnexpected(error: unknown): void };

/** What is served besides the service itself, loaded with the first request for it. */
export function createControl(below: string, { worlds, files, ...parts }: HostParts): Service {
  return controlService(below, {
    ...parts,
    version: version(),
    worlds: {
      create: (input) => createWorld(worlds, input as NamedWorldInput, files),
      list: () => listWorlds(worlds),
      remove: (name) => removeWorld(worlds, name),
      coverage: () => coverageOfAll(worlds),
    },
    hostFor: (key, name) => hostMeantBy(worlds, key, name),
    worldFor: (key, name) => worldMeantBy(worlds, key, name),
    memory: () => worlds.ports.memory.report(),
    profile: (world) => {
      const { readings, stages } = settingsOf(worlds, world);
      return { version: version(), world, readings, stages };
    },
    serviceDocument: (world) => describeWorld(settingsOf(worlds, world)),
    readConsoleFile,
  });
}

async function describeWorld(settings: Settings): Promise<object> {
  const { describeService } = await import('./describe-service.ts');
  return describeService(settings, '/');
}
