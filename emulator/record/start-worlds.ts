import type { Answerers } from '../adapters/answerers.ts';
import type { ConfigInput } from '../control/schemas/config-input.ts';
import { allStates, type Entry as World } from '../host/entry.ts';
import { loadDeviator } from '../host/load-deviator.ts';
import { arePending, effectsSettled } from '../runtime/effects.ts';
import { bytesOf } from '../runtime/make-images.ts';
import { snapshotOf } from '../runtime/snapshots.ts';
import { nowIn, setAlarm, type WorldHost } from '../runtime/world-host.ts';
import { DataProblem } from '../storage/data-problem.ts';
import { keepSnapshot } from '../storage/keep-snapshot.ts';
import type { EntryInput } from './session.ts';
import type { SessionWriter } from './tape.ts';

/** Loads modules that are otherwise loaded on first use, so that the time for this is not part of a session. */
export async function preload({ beside }: Answerers): Promise<void> {
  await Promise.all([
    beside?.load(),
    loadDeviator(),
    import('../host/world-files.ts'),
    import('../http/openapi/document.ts'),
  ]);
}

type Filled = Pick<ConfigInput, 'from' | 'assets' | 'jobs'>;

/** Whether a configuration fully determines its worlds: it names no file, whose content may differ elsewhere. */
export function isSelfContained({ worlds = {}, ...config }: ConfigInput): boolean {
  const namesFile = (row: object) => JSON.stringify(row).includes('"file":');
  return [config, ...Object.values(worlds)].every(
    ({ from, assets = [], jobs = [] }: Filled) =>
      from === undefined && !assets.some(namesFile) && !jobs.some(namesFile),
  );
}

/** Resolves when no work is in progress, whose results would appear in the recording without a cause. */
export async function comeToRest(hosts: readonly WorldHost[]): Promise<void> {
  for (;;) {
    await Promise.all(hosts.map(({ effects }) => effectsSettled(effects)));
    for (const host of hosts) nowIn(host);
    if (hosts.every((host) => host.closed || !arePending(host.effects) || host.effects.failed.size > 0)) return;
  }
}

/** Makes the clock of a world and its timers follow the turns of a session. */
export function goByTurns(host: WorldHost): void {
  host.clock.change({}, nowIn(host));
  host.alarm.setTo(null);
  setAlarm(host);
}

type Pictured = Pick<World, 'host' | 'snapshots'>;

/** The maximum number of bytes of dropped pictures that are loaded again for a recording. */
const MOST_LOADED = 256 * 1024 * 1024;

/** The pictures of worlds by digest, including dropped ones. Throws if these are too large. */
export async function collectPictures(
  worlds: readonly Pictured[],
  most = MOST_LOADED,
): Promise<Map<string, Uint8Array>> {
  const pictures = new Map<string, Uint8Array>();
  let loaded = 0;
  for (const world of worlds)
    for (const digest of digestsIn(world)) {
      if (pictures.has(digest)) continue;
      const { ports } = world.host;
      const isInMemory = ports.blobs.get(digest) !== undefined;
      const bytes = await bytesOf(ports, digest);
      if (bytes === undefined) continue;
      if (!isInMemory) loaded += bytes.byteLength;
      if (loaded > most) throw new DataProblem(tooManyBytes(most));
      pictures.set(digest, bytes);
    }
  return pictures;
}

function tooManyBytes(most: number): string {
  const what = `more than ${most} bytes of the pictures with which it would begin are not in memory`;
  const room = 'start with room for them (memory.picture_bytes, --memory picture_bytes=SIZE)';
  return `the recording cannot begin: ${what}; ${room}, or remove worlds and snapshots first`;
}

function digestsIn(world: Pictured): Set<string> {
  return new Set(allStates(world).flatMap(({ blobUses }) => [...blobUses.keys()]));
}

/** The current state of a world, with everything that it can be restored to. */
export function worldEntry(
  world: World,
  collected: ReadonlyMap<string, Uint8Array>,
  { keep }: SessionWriter,
): Extract<EntryInput, { do: 'world' }> {
  const { host, snapshots, config, parent } = world;
  const pictures = [...digestsIn(world)].map((digest): [string, null] => {
    const bytes = host.ports.blobs.get(digest) ?? collected.get(digest);
    if (bytes !== undefined) keep(digest, bytes);
    return [digest, null];
  });
  const { journal } = host;
  return {
    do: 'world',
    name: host.name,
    parent: parent?.name ?? null,
    config: config.now as Record<string, unknown>,
    now: keepSnapshot(snapshotOf(host)),
    ready: keepSnapshot(host.ready),
    saved: [...snapshots].map(([name, snapshot]) => [name, keepSnapshot(snapshot)]),
    pictures,
    journal: { last: journal.last(), exchanges: journal.find({}), findings: [...journal.findings()] },
  };
}
