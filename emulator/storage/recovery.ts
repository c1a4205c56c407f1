import { resumeConduct } from '../world/deviations.ts';
import type { Deviator } from '../world/world.ts';
import { type Entry, isChange, type WorldEntry } from './book.ts';
import { LOG_NAME } from './change-log.ts';
import { requireSound } from './check-recovered.ts';
import { SEGMENTS } from './checkpoint.ts';
import { Damage, DataProblem } from './data-problem.ts';
import type { FileSystem } from './file-system.ts';
import { BLOBS } from './kept-blobs.ts';
import { MANIFEST, type Manifest, PREVIOUS, readManifest, type WorldManifest } from './manifest.ts';
import { readChanges, type Stop } from './read-changes.ts';
import { stateFrom } from './read-state.ts';
import { applyEntry, type MakeWorld, type Replica } from './replay.ts';
import { damaged, readSegment, type Segment } from './segment.ts';

/** The content of a data directory: its worlds as of the last stored change. */
export type Recovered = {
  replicas: Map<number, Replica>;
  /** The number of the next change. */
  nextChange: number;
  next: Manifest['next'];
  /** The worlds that have changed since the checkpoint. */
  changed: Set<number>;
  /** What was fixed or omitted, for the user. */
  notices: string[];
  /** Whether everything could be read without using an older checkpoint. */
  isWhole: boolean;
  /** The acknowledged changes that are missing. */
  loss: string | null;
  /** The files of changes that could not be read completely. */
  stops: Stop[];
  /** The checksum of the last change. */
  lastSum: string;
  /** Unreadable files, which are moved aside and never deleted. */
  setAside: string[];
};

export type RecoveryParts = {
  files: FileSystem;
  makeWorld: MakeWorld;
  loadDeviator(): Promise<Deviator>;
  /** Starts with what can be read, even if acknowledged changes are missing. */
  acceptLoss?: boolean;
};

/** Throws if a folder is neither empty nor a data directory. */
export async function requireOwnFolder(files: FileSystem): Promise<void> {
  const names = await files.list('');
  const strange = names.filter((name) => !OWN.test(name));
  if (strange.length > 0)
    throw new DataProblem(
      `${files.name} is no data directory: it has ${strange.slice(0, 3).join(', ')}. Name an empty one, or one that is not there yet`,
    );
  // The manifest of a new directory is written before anything else.
  if (names.some((name) => LOG_NAME.test(name)) || (await holdsAnything(files)))
    throw damaged(files, MANIFEST, 'is missing');
}

async function holdsAnything(files: FileSystem): Promise<boolean> {
  for (const folder of [SEGMENTS, BLOBS]) if ((await files.list(folder)).length > 0) return true;
  return false;
}

const OWN =
  /^(?:(?:manifest\.json|manifest\.previous\.json|acknowledged|changes-\d+\.ndjson)(?:\.new)?|segments|blobs|set-aside|tls|lock(?:-.*)?|lost\+found|\..*)$/;

/**
 * The worlds of a manifest with the changes after it. If the checkpoint is damaged, the previous one and all changes
 * since then give the same result.
 */
export async function recoverAny(parts: RecoveryParts): Promise<{ manifest: Manifest; recovered: Recovered } | null> {
  const { files } = parts;
  const latest = await attempt(MANIFEST, parts);
  if (latest === null && (await files.read(PREVIOUS)) === null) return null;
  if (latest !== null && !(latest instanceof Damage)) return latest;
  const damage = latest ?? damaged(files, MANIFEST, 'is missing');
  const before = await attempt(PREVIOUS, parts).catch(() => null);
  if (before === null || before instanceof Damage) throw damage;
  const { manifest, recovered } = before;
  recovered.notices.unshift(
    `${damage.file} is damaged or missing: the checkpoint before it and the changes since were used instead`,
  );
  recovered.setAside.push(damage.file);
  recovered.isWhole = false;
  // The next checkpoint must use other file names than the damaged one.
  return { manifest: { ...manifest, checkpoint: manifest.checkpoint + 1 }, recovered };
}

async function attempt(
  file: string,
  parts: RecoveryParts,
): Promise<{ manifest: Manifest; recovered: Recovered } | Damage | null> {
  try {
    const manifest = await readManifest(parts.files, file);
    return manifest === null ? null : { manifest, recovered: await recover(manifest, parts) };
  } catch (error) {
    if (error instanceof Damage) return error;
    throw error;
  }
}

async function recover(manifest: Manifest, parts: RecoveryParts): Promise<Recovered> {
  const { entries, notices, loss, stops, lastSum, next: nextChange } = await readChanges(parts.files, manifest);
  if (loss !== null) acceptOrRefuse(parts, loss.problem, notices);
  const replicas = await readWorlds(manifest, parts);
  const deviator = needsDeviator(replicas, entries) ? await parts.loadDeviator() : null;
  const begin = (replica: Replica | undefined) => {
    if (replica === undefined) return;
    replica.world.deviator = deviator;
    resumeConduct(replica.world);
  };
  for (const replica of replicas.values()) begin(replica);
  const changes = entries.filter(isChange);
  for (const entry of changes) {
    make(parts, replicas, entry);
    if (entry.do === 'made') begin(replicas.get(entry.world));
  }
  // A world that was still being filled was never visible to anyone.
  for (const [id, { isEntered }] of replicas) if (!isEntered) replicas.delete(id);
  const changed = new Set(changes.map(({ world }) => world));
  const next = nextNumbers(manifest, entries);
  const read = { isWhole: loss === null, loss: loss?.problem ?? null, setAside: loss?.files ?? [], stops };
  const recovered = { replicas, next, changed, notices, nextChange, lastSum, ...read };
  requireSound(parts.files, recovered);
  return recovered;
}

function acceptOrRefuse({ files, acceptLoss }: RecoveryParts, loss: string, notices: string[]): void {
  if (acceptLoss !== true) throw lossOf(files, loss);
  notices.push(`${loss}: they are left out`);
}

/** Acknowledged changes are lost, which only the user can accept. */
export function lossOf({ name }: FileSystem, problem: string): DataProblem {
  return new DataProblem(
    `${name} is damaged: ${problem}. Put it back from a copy of the directory, or start with what can be read: --data-dir ${name} --accept-loss`,
  );
}

/** Whether a world has choices other than the default, templates or deviations at any time. */
function needsDeviator(replicas: ReadonlyMap<number, Replica>, entries: readonly Entry[]): boolean {
  const states = [...replicas.values()].flatMap(({ world, snapshots }) => [
    world.state,
    ...[...snapshots.values()].map(({ state }) => state),
  ]);
  const isAsked = (entry: Entry) =>
    'do' in entry &&
    (entry.do === 'bring' ||
      entry.rows !== undefined ||
      (entry.do === 'command' && SWITCHES.has(entry.command.verb)) ||
      (entry.do === 'made' && isUnusual(entry.config as { choices?: object; answers?: readonly unknown[] })));
  const isTemplated = [...replicas.values()].some(({ world }) => world.settings.answers.length > 0);
  const isChosen = states.some(({ deviations, choices }) => deviations.size + choices.size > 0);
  return isTemplated || isChosen || entries.some(isAsked);
}

function isUnusual({ choices = {}, answers = [] }: { choices?: object; answers?: readonly unknown[] }): boolean {
  return Object.keys(choices).length + answers.length > 0;
}

const SWITCHES: ReadonlySet<string> = new Set(['set_deviations', 'set_choices']);

function nextNumbers({ next }: Manifest, entries: readonly Entry[]): Manifest['next'] {
  const numbers = { ...next };
  for (const entry of entries) {
    if ('do' in entry && entry.do === 'made') numbers.world = Math.max(numbers.world, entry.world + 1);
    if ('snapshot' in entry) numbers.snapshot = Math.max(numbers.snapshot, entry.snapshot + 1);
  }
  return numbers;
}

function make({ files, makeWorld }: RecoveryParts, replicas: Map<number, Replica>, entry: Entry & WorldEntry): void {
  try {
    applyEntry(replicas, entry, makeWorld);
  } catch (error) {
    const name = replicas.get(entry.world)?.name ?? entry.world;
    const problem = `has the change ${entry.n} of the world ${name}, which cannot be made again (${(error as Error).message})`;
    throw damaged(files, 'the log of changes', problem);
  }
}

async function readWorlds(manifest: Manifest, parts: RecoveryParts): Promise<Map<number, Replica>> {
  const { files } = parts;
  const replicas = new Map<number, Replica>();
  const snapshots = new Map(manifest.snapshots.map((snapshot) => [snapshot.id, snapshot]));
  for (const row of manifest.worlds) {
    const replica = await replicaOf(row, parts);
    const wanted = [...(row.ready === null ? [] : [row.ready]), ...row.saved.map(([, id]) => id)];
    for (const id of wanted) {
      const snapshot = snapshots.get(id);
      if (snapshot === undefined) throw damaged(files, MANIFEST, `names no snapshot ${id}`);
      const { clock, requests } = snapshot;
      replica.snapshots.set(id, { state: await readState(files, snapshot.state), clock, requests });
    }
    replicas.set(replica.id, replica);
  }
  return replicas;
}

async function replicaOf(row: WorldManifest, { files, makeWorld }: RecoveryParts): Promise<Replica> {
  const { id, name, config, parent, isEntered, clock, requests, ready, saved } = row;
  const state = await readState(files, row.state);
  const world = makeWorld(config, state.now);
  world.state = state;
  const about = { id, name, config, parent, isEntered, clock, requests, ready };
  return { ...about, world, snapshots: new Map(), saved: new Map(saved) };
}

async function readState(files: FileSystem, segment: Segment) {
  const rows = await readSegment(files, segment);
  return stateFrom(rows, (row) => `${files.name} is damaged: ${segment.file}:${row + 2}`);
}
