import type { Answerers, Beside } from './adapters/answerers.ts';
import type { PictureFolder } from './adapters/picture-file.ts';
import { answerFetch } from './adapters/wire-request.ts';
import type { NamedWorldInput } from './control/schemas/world-input.ts';
import type { WorldControl } from './control/world-control.ts';
import type { HostParts } from './host/create-control.ts';
import { createWorld, defaultWorld, findWorld, hostFor, listWorlds, removeWorld, type Worlds } from './host/worlds.ts';
import type { KeyRing } from './http/key-ring.ts';
import type { Recorder } from './record/recorder.ts';
import type { Service } from './world/wire.ts';

/** The worlds of an emulator, for use in code. */
export type EmulatorWorlds = {
  /** Creates a separate world, for example for one test. Its keys lead every client that uses them to it. */
  create(world?: NamedWorldInput): Promise<WorldControl>;
  get(name: string): WorldControl | undefined;
  list(): WorldControl[];
  remove(name: string): Promise<void>;
};

export function worldsOf(worlds: Worlds, { shown, call }: Recorder): EmulatorWorlds {
  const found = (control: WorldControl | undefined) => control && shown(control);
  return {
    create: call('worlds.create', async (input?: NamedWorldInput) => shown(await createWorld(worlds, input))),
    get: (name) => found(findWorld(worlds, name)),
    list: () => listWorlds(worlds).map(shown),
    remove: call('worlds.remove', (name: string) => removeWorld(worlds, name)),
  };
}

export function ringOf(worlds: Worlds): KeyRing {
  return { hostFor: (key, world) => hostFor(worlds, key, world), defaultHost: () => defaultWorld(worlds).host };
}

/** Answers requests without a socket, until the emulator is closed. */
export function fetchOf(answerers: Answerers, url: string, ended: AbortSignal) {
  return async (target: string | URL | Request, init?: RequestInit): Promise<Response> => {
    if (ended.aborted) throw new TypeError('fetch failed: the emulator is closed');
    return answerFetch(answerers, target instanceof Request ? target : new Request(new URL(target, url), init));
  };
}

/** Paths below this one belong to the emulator, not to the service. */
const CONTROL = '/_emulator';

export function folderOf(files: string | undefined): PictureFolder {
  return files === undefined ? null : { folder: files };
}

export function besideService(parts: HostParts): Beside {
  let control: Promise<Service> | null = null;
  const load = async () => {
    const { createControl } = await import('./host/create-control.ts');
    return createControl(CONTROL, parts);
  };
  return {
    below: CONTROL,
    load: () => {
      control ??= load();
      return control;
    },
  };
}
