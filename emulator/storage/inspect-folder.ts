import { ACKNOWLEDGED, LOG_NAME, readAcknowledged } from './change-log.ts';
import { segmentsOf } from './checkpoint.ts';
import { DataProblem } from './data-problem.ts';
import type { FileSystem } from './file-system.ts';
import { BLOBS, readBlob } from './kept-blobs.ts';
import { MANIFEST, type Manifest, PREVIOUS, readManifest } from './manifest.ts';
import { type Recovered, type RecoveryParts, recoverAny, requireOwnFolder } from './recovery.ts';
import { readSegment } from './segment.ts';

/** The state of a file in a data directory. Torn: its last line was not acknowledged yet when writing stopped. */
export type FileState = { file: string; state: 'whole' | 'torn' | 'damaged' | 'missing'; problem?: string };

/** The content of a data directory, and whether an emulator could start with it. */
export type Inspection = {
  /** Null if the emulator can start and no acknowledged change is missing. */
  problem: string | null;
  worlds: string[];
  jobs: number;
  assets: number;
  /** What a start would fix or leave out. */
  notices: string[];
  files: FileState[];
};

/** Reads a whole directory without changing anything. */
export async function inspectFolder(parts: RecoveryParts): Promise<Inspection> {
  const { files } = parts;
  const [found, problem] = await recovered(parts);
  const replicas = [...(found?.replicas.values() ?? [])];
  const states = await statesOf(files, found);
  const lost = states.find(({ file, state }) => state !== 'whole' && found !== null && isNeeded(found, file));
  const countOf = (table: 'jobs' | 'assets') => replicas.reduce((sum, { world }) => sum + world.state[table].size, 0);
  return {
    problem: problem ?? found?.loss ?? (lost && `${lost.file} is ${lost.state}`) ?? null,
    worlds: replicas.map(({ name }) => name),
    jobs: countOf('jobs'),
    assets: countOf('assets'),
    notices: found?.notices ?? [],
    files: states,
  };
}

async function recovered(parts: RecoveryParts): Promise<[Recovered | null, string | null]> {
  try {
    const found = await recoverAny({ ...parts, acceptLoss: true });
    if (found !== null) return [found.recovered, null];
    await requireOwnFolder(parts.files);
    throw new DataProblem(`${parts.files.name} is not a data directory: it is empty, or is not there`);
  } catch (error) {
    if (error instanceof DataProblem && (await parts.files.read(MANIFEST)) !== null) return [null, error.message];
    throw error;
  }
}

async function statesOf(files: FileSystem, found: Recovered | null): Promise<FileState[]> {
  const [manifests, segments] = [[] as FileState[], new Map<string, FileState>()];
  for (const name of [MANIFEST, PREVIOUS]) {
    let manifest: Manifest | null = null;
    const state = await stateOf(name, async () => {
      manifest = await readManifest(files, name);
    });
    if (manifest === null && state.state === 'whole') continue;
    manifests.push(state);
    for (const segment of manifest === null ? [] : segmentsOf(manifest))
      segments.set(segment.file, await stateOf(segment.file, () => readSegment(files, segment)));
  }
  const names = await files.list('');
  const stateOfLog = (file: string): FileState => {
    const stop = found?.stops.find(({ name }) => name === file);
    return { file, state: stop === undefined ? 'whole' : stop.isTorn && found?.loss === null ? 'torn' : 'damaged' };
  };
  const logs = names.filter((name) => LOG_NAME.test(name)).map(stateOfLog);
  const acknowledged: FileState[] = names.includes(ACKNOWLEDGED)
    ? [{ file: ACKNOWLEDGED, state: (await readAcknowledged(files)) === null ? 'damaged' : 'whole' }]
    : [];
  return [...manifests, ...segments.values(), ...logs, ...acknowledged, ...(await blobStates(files, found))];
}

async function stateOf(file: string, read: () => Promise<unknown>): Promise<FileState> {
  try {
    await read();
    return { file, state: 'whole' };
  } catch (error) {
    if (!(error instanceof DataProblem)) throw error;
    return { file, state: error.message.includes('is missing') ? 'missing' : 'damaged', problem: error.message };
  }
}

async function blobStates(files: FileSystem, found: Recovered | null): Promise<FileState[]> {
  const there = (await files.list(BLOBS)).sort();
  const missing = [...usedBy(found)].filter((digest) => !there.includes(digest));
  const states: FileState[] = missing.map((digest) => ({ file: `${BLOBS}/${digest}`, state: 'missing' }));
  for (const digest of there) {
    const bytes = await readBlob(files, digest);
    states.push({ file: `${BLOBS}/${digest}`, state: typeof bytes === 'string' ? bytes : 'whole' });
  }
  return states;
}

function usedBy(found: Recovered | null): Set<string> {
  const states = [...(found?.replicas.values() ?? [])].flatMap(({ world, snapshots }) => [
    world.state,
    ...[...snapshots.values()].map(({ state }) => state),
  ]);
  return new Set(states.flatMap(({ blobUses }) => [...blobUses.keys()]));
}

function isNeeded(found: Recovered, file: string): boolean {
  return usedBy(found).has(file.slice(BLOBS.length + 1));
}
