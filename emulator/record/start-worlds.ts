import { configFrom, keptWorld } from '../keeping/kept-config.ts';
import { loadDeviator } from '../load-deviator.ts';
import { type ClockSettings, createClock } from '../runtime/clock.ts';
import { arePending, effectsSettled } from '../runtime/effects.ts';
import type { Snapshot } from '../runtime/keeper.ts';
import { bytesOf, makeAgain } from '../runtime/make-images.ts';
import { openHost } from '../runtime/open-host.ts';
import { snapshotOf, statesOf } from '../runtime/snapshots.ts';
import { nowIn, portsOf, setAlarm, type WorldHost } from '../runtime/world-host.ts';
import { captureState, rowsOf, type StateRow, stateFrom } from '../storage/state-rows.ts';
import { resumeConduct } from '../world/deviations.ts';
import type { PictureRecipe } from '../world/ports.ts';
import type { Entry as World } from '../worlds/entry.ts';
import type { Worlds } from '../worlds.ts';
import { resumeWorld } from '../worlds.ts';
import type { EntryInput, EntryOf, Session } from './session.ts';
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
  const pictures: [string, unknown][] = [];
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
    now: packedSnapshot(snapshotOf(host)),
    ready: packedSnapshot(host.ready),
    saved: [...snapshots].map(([name, snapshot]) => [name, packedSnapshot(snapshot)]),
    pictures,
    journal: { last: journal.last(), exchanges: journal.find({}), findings: [...journal.findings()] },
  };
}

function packedSnapshot({ state, clock, requests }: Snapshot) {
  return { clock, requests, rows: [...rowsOf(captureState(state))] };
}

function snapshotFrom({ clock, requests, rows }: EntryOf<'world'>['now']): Snapshot {
  return { clock: clock as ClockSettings, requests, state: stateFrom(rows as StateRow[]) };
}

/** Puts the worlds with which a session begins into an emulator. */
export async function resumeStart(worlds: Worlds, session: Session): Promise<void> {
  const starts = session.entries.filter((entry) => entry.do === 'world');
  for (const start of starts) await putPictures(worlds, session, start);
  const hosts = new Map<string, WorldHost>();
  for (const start of starts) {
    const parent = start.parent === null ? null : (hosts.get(start.parent) ?? null);
    hosts.set(start.name, await resumeOne(worlds, start, parent));
  }
}

async function resumeOne(worlds: Worlds, start: EntryOf<'world'>, parent: WorldHost | null): Promise<WorldHost> {
  const { name } = start;
  const ports = portsOf(worlds.ports, name);
  const { config } = configFrom(start.config);
  const now = snapshotFrom(start.now);
  const world = keptWorld(start.config, now.state.now);
  world.state = now.state;
  const ready = snapshotFrom(start.ready);
  const saved = new Map(start.saved.map(([of, snapshot]) => [of, snapshotFrom(snapshot)]));
  const all = [now, ready, ...saved.values()].map(({ state }) => state);
  if (all.some(({ deviations, choices }) => deviations.size + choices.size > 0)) {
    world.deviator = await loadDeviator();
    resumeConduct(world);
  }
  const clock = createClock(now.clock, now.state.now, ports.wall);
  const host = openHost({ name, world, clock, journalLimit: config.journal_limit, ready }, ports);
  host.requests = now.requests;
  for (const { keys } of all) for (const secret of keys.keys()) world.secrets.add(secret);
  host.room.note(world.state);
  host.room.noteReady(host.ready.state);
  for (const { state } of saved.values()) host.room.noteSnapshot(state, 1);
  const { exchanges, last, findings } = start.journal;
  host.journal.resume(exchanges as never, last, findings as never);
  resumeWorld(worlds, host, config, parent, saved);
  return host;
}

/** What cannot be made again comes first, since the rest may have to be made of it. */
async function putPictures(worlds: Worlds, { bytes }: Session, { pictures }: EntryOf<'world'>): Promise<void> {
  const { blobs, images } = worlds.ports;
  const byRecipe = pictures.filter(([, recipe]) => recipe !== null) as [string, PictureRecipe][];
  for (const [digest, recipe] of pictures)
    if (recipe === null) blobs.put(digest, bytes.get(digest) ?? new Uint8Array());
  for (const [digest, recipe] of byRecipe) {
    const made = bytes.get(digest) ?? (await makeAgain({ images, blobs }, digest, recipe));
    blobs.put(digest, made, recipe);
  }
}
