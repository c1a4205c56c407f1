import type { FileControl } from '../control/files/file-control.ts';
import { reportOf } from '../control/snapshot-control.ts';
import { ControlRefusal } from '../domain/test-control/control-refusal.ts';
import { BadInput } from '../domain/values/bad-input.ts';
import { clockProblem } from '../domain/values/time.ts';
import type { Snapshot } from '../runtime/keeper.ts';
import { bytesOf } from '../runtime/make-images.ts';
import { forgetSnapshot, markReady, requireRoomFor, restore, takeSnapshot } from '../runtime/snapshots.ts';
import { nowIn, type WorldHost } from '../runtime/world-host.ts';
import { DataProblem } from '../storage/data-problem.ts';
import { readWorldFile, type WorldFile, worldFileBytes } from '../storage/world-file.ts';
import { resumeConduct } from '../world/deviations.ts';
import { configFrom, keptWorld } from './keeping/kept-config.ts';
import { loadDeviator } from './load-deviator.ts';

type FileParts = {
  host: WorldHost;
  saved: Map<string, Snapshot>;
  /** The settings of the world outside of its state, from its last import on. */
  config: { now: object };
  isTakenElsewhere(secret: string): boolean;
};

export function controlFiles({ host, saved, config, isTakenElsewhere }: FileParts): FileControl {
  return {
    export: async ({ snapshot: name } = {}) => {
      const snapshot = name === undefined ? takeSnapshot(host) : saved.get(name);
      if (snapshot === undefined)
        throw new ControlRefusal(404, `there is no snapshot ${name} of the world ${host.name}`);
      const pictures = new Map<string, Uint8Array>();
      for (const digest of snapshot.state.blobUses.keys()) {
        const bytes = await bytesOf(host.ports, digest);
        if (bytes !== undefined) pictures.set(digest, bytes);
      }
      return worldFileBytes({ name: host.name, config: config.now, ...snapshot, blobs: pictures });
    },
    import: async (bytes, { snapshot: name } = {}) => {
      if (!(bytes instanceof Uint8Array))
        throw new BadInput('The world', [{ path: 'file', problem: 'must be a Uint8Array with the bytes of a file' }]);
      const file = readFile(bytes);
      const { state } = file;
      const { answers = [] } = file.config as { answers?: readonly unknown[] };
      if (state.deviations.size + state.choices.size + answers.length > 0) host.world.deviator ??= await loadDeviator();
      requireConduct(host, file);
      // From here on everything is synchronous, so that the intermediate state is never visible.
      const snapshot: Snapshot = { state, clock: file.clock, requests: file.requests };
      requireKeysFree(state, isTakenElsewhere);
      requireRoomFor(host, snapshot);
      putPictures(host, file);
      for (const secret of state.keys.keys()) host.world.secrets.add(secret);
      nowIn(host);
      const brought = { at: host.world.state.now, do: 'bring' as const, name: name ?? null, snapshot };
      if (name === undefined) {
        host.world.plain = keptWorld(file.config, state.now).plain;
        config.now = file.config;
        host.ports.keeper?.note(host, { ...brought, config: file.config });
        restore(host, snapshot);
        markReady(host);
      } else {
        const replaced = saved.get(name);
        saved.set(name, snapshot);
        host.room.noteSnapshot(state, 1);
        host.ports.keeper?.note(host, { ...brought, config: null });
        if (replaced !== undefined) forgetSnapshot(host, replaced);
      }
      return reportOf(name ?? host.name, snapshot);
    },
  };
}

function readFile(bytes: Uint8Array): WorldFile {
  try {
    const file = readWorldFile('The file', bytes);
    const said = configFrom(file.config);
    const made = [...file.state.choices].map(([name, { choice }]) => [name, choice]);
    const later = configFrom({ ...file.config, choices: Object.fromEntries(made) });
    for (const name of [...said.dropped, ...later.dropped]) file.state.choices.delete(name);
    const problem = clockProblem(file.state.now);
    if (problem !== null) throw new DataProblem(`the present of the world ${problem}`);
    return file;
  } catch (error) {
    if (error instanceof DataProblem || error instanceof BadInput) throw notTaken(error.message);
    throw error;
  }
}

function notTaken(problem: string): BadInput {
  return new BadInput('The world', [{ path: 'file', problem }]);
}

/** Tries the deviations and choices of a world file before it replaces a world. */
function requireConduct({ world: { deviator } }: WorldHost, { config, state }: WorldFile): void {
  try {
    resumeConduct({ ...keptWorld(config, state.now), state, deviator });
  } catch (error) {
    throw notTaken(`The file: its deviations and choices cannot be resumed: ${(error as Error).message}`);
  }
}

function requireKeysFree({ keys }: WorldFile['state'], isTaken: (secret: string) => boolean): void {
  const taken = [...keys.keys()].find(isTaken);
  if (taken !== undefined)
    throw notTaken(`the key ${taken} of the file belongs to another world: remove that world, or import into it`);
}

/** Stores all of them or none. */
function putPictures(host: WorldHost, file: WorldFile): void {
  const { blobs, isBlobUsed } = host.ports;
  try {
    for (const [digest, bytes] of file.blobs) blobs.put(digest, bytes);
  } catch (error) {
    for (const digest of file.blobs.keys()) if (!isBlobUsed(digest)) blobs.delete(digest);
    throw error;
  }
}
