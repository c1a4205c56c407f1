import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { type LeftFolder, leftFolders, tryDataDir } from './data-dir-trial.ts';
import { rawMutations, structuredMutations } from './mutations.ts';
import { sessionFiles, trySession } from './session-trial.ts';
import { treeOf } from './tree.ts';
import { tryWorldFile, worldFiles } from './world-file-trial.ts';

/** The outcome of one changed file. */
export type Tried = { kind: Kind; outcome: string; faults: string[] };
type Kind = 'world file' | 'session' | 'data directory';

export type FileFuzz = { attempt(trial: number): Promise<Tried>; close(): void };

const trials = fc.record({
  kind: fc.oneof(
    { weight: 12, arbitrary: fc.constant<Kind>('world file') },
    { weight: 6, arbitrary: fc.constant<Kind>('data directory') },
    { weight: 2, arbitrary: fc.constant<Kind>('session') },
  ),
  base: fc.nat(),
  isStructured: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
  raw: rawMutations,
  structured: structuredMutations,
});

/**
 * Tries changed files, the same ones for the same seed. They are in a new folder, whose contents are compared after
 * each trial.
 */
export async function openFileFuzz(seed: number): Promise<FileFuzz> {
  const root = mkdtempSync(join(tmpdir(), 'tryon-fuzz-'));
  mkdirSync(join(root, 'outside'));
  writeFileSync(join(root, 'outside/mine'), 'mine');
  const [files, sessions] = [await worldFiles(), await sessionFiles()];
  const left: LeftFolder[] = await leftFolders(root);
  const { calls, restore } = watchConnections();
  let tree = treeOf(root, join(root, 'data'));
  return {
    attempt: async (trial) => {
      const [drawn] = fc.sample(trials, { numRuns: 1, seed: seed * 1_000_003 + trial });
      if (drawn === undefined) throw new Error('nothing was drawn');
      const { kind, base, isStructured, raw, structured } = drawn;
      const mutations = isStructured ? structured : raw;
      const dataDir = join(root, 'data');
      rmSync(dataDir, { recursive: true, force: true });
      const tried = await (kind === 'world file'
        ? tryWorldFile(files, { base, structured: isStructured, mutations }, dataDir)
        : kind === 'session'
          ? trySession(sessions, base, mutations)
          : tryDataDir(left, base, mutations, dataDir));
      const faults: string[] = [...tried.faults, ...calls.splice(0)];
      const after = treeOf(root, dataDir);
      if (after.join('\n') !== tree.join('\n')) faults.push('a file outside of the directory was touched');
      tree = after;
      return {
        kind,
        outcome: tried.outcome,
        faults: faults.map((fault) => `${fault}\n  at ${JSON.stringify(drawn).slice(0, 1_000)}`),
      };
    },
    close: () => {
      restore();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Records each connection that is opened until `restore`. No file may cause one. */
function watchConnections(): { calls: string[]; restore(): void } {
  const calls: string[] = [];
  const { connect } = net.Socket.prototype;
  net.Socket.prototype.connect = function (this: net.Socket, ...given: never[]) {
    const { host, port, path } = Object(given[0]);
    calls.push(`a connection is opened: ${path ?? `${host}:${port}`}`);
    return connect.apply(this, given as never);
  } as typeof connect;
  const restore = () => {
    net.Socket.prototype.connect = connect;
  };
  return { calls, restore };
}
