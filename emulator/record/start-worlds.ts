import type { Entry as World } from '../host/entry.ts';
import { arePending, effectsSettled } from '../runtime/effects.ts';
import { bytesOf } from '../runtime/make-images.ts';
import { snapshotOf, statesOf } from '../runtime/snapshots.ts';
import { nowIn, setAlarm, type WorldHost } from '../runtime/world-host.ts';
import { keepSnapshot } from '../storage/kept-snapshot.ts';
import type { PictureRecipe } from '../world/ports.ts';
import type { EntryInput } from './session.ts';
import type { SessionWriter } from './write-session.ts';

/** Resolves when nothing is under way in some worlds: what was begun before a recording would come into it from nowhere. */
export async function comeToRest(hosts: readonly WorldHost[]): Promise<void> {
  for (;;) {
    await Promise.all(hosts.map(({ effects }) => effectsSettled(effects)));
    for (const host of hosts) nowIn(host);
    if (hosts.every((host) => host.closed || !arePending(host.effects) || host.effects.failed.size > 0)) return;
  }
}

/** From here on the clock of a world and its timers go by the turns of a session. */
export function goByTurns(host: WorldHost): void {
  host.clock.change({}, nowIn(host));
  host.alarm.setTo(null);
  setAlarm(host);
}

/** Sees to it that the pictures of a world are there when it is captured. */
export async function havePictures(world: World): Promise<void> {
  const { host } = world;
  for (const digest of digestsIn(world)) await bytesOf(host.ports, digest);
}

function digestsIn({ host, snapshots }: World): Set<string> {
  const states = [...statesOf(host), ...[...snapshots.values()].map(({ state }) => state)];
  return new Set(states.flatMap(({ blobUses }) => [...blobUses.keys()]));
}

/** A world as it is, with all that it can be put back to. */
export function worldEntry(world: World, { keep }: SessionWriter): Extract<EntryInput, { do: 'world' }> {
  const { host, snapshots, config, parent } = world;
  const { blobs } = host.ports;
  const pictures: [string, PictureRecipe | null][] = [];
  for (const digest of digestsIn(world)) {
    const bytes = blobs.get(digest);
    if (bytes !== undefined) keep(digest, bytes);
    pictures.push([digest, blobs.recipeOf(digest) ?? null]);
  }
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
