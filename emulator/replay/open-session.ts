import { borrowImages } from '../adapters/images/shared-images.ts';
import { wallClock } from '../adapters/wall-clock.ts';
import { type ConfigInput, configSchema } from '../control/schemas/config-input.ts';
import { type Assembled, assembleEmulator } from '../create.ts';
import { parseInput } from '../domain/values/bad-input.ts';
import { configFrom, keptWorld } from '../host/keeping/kept-config.ts';
import { resumeHost } from '../host/keeping/kept-worlds.ts';
import { loadDeviator } from '../host/load-deviator.ts';
import type { Worlds } from '../host/worlds.ts';
import type { EntryOf, Session } from '../record/session.ts';
import { comeToRest, goByTurns, isSelfContained, preload } from '../record/start-worlds.ts';
import { createClock } from '../runtime/clock.ts';
import type { Snapshot } from '../runtime/keeper.ts';
import { madeBy } from '../runtime/make-images.ts';
import { portsOf, type WorldHost } from '../runtime/world-host.ts';
import { DataProblem } from '../storage/data-problem.ts';
import { type KeptSnapshot, snapshotFrom } from '../storage/kept-snapshot.ts';
import { alwaysIn } from '../vary/varied.ts';
import { resumeConduct } from '../world/deviations.ts';
import { READS_NONE, type Stage } from './stage.ts';

/** An emulator in the state in which a recording began; what is outside of it is played from the recording. */
export async function openSession(session: Session, { outsideOf, begin }: Stage): Promise<Assembled> {
  const { token, host, allowHosts, control, always } = session.head.start;
  const config = configIn(
    session,
    session.entries.some((entry) => entry.do === 'world'),
  );
  const images = borrowImages();
  try {
    const assembled = await assembleEmulator(
      {
        ...config,
        listen: false,
        control,
        allowHosts,
        ...(token !== null && { token }),
        ...(host !== null && { host }),
        onUnexpected: () => {},
      },
      {
        images,
        wall: wallClock,
        onWarning: () => {},
        played: { outsideOf, resume: (worlds) => resumeStart(worlds, session), always: always && alwaysIn(always) },
      },
    );
    await preload(assembled.answerers);
    const hosts = [...assembled.worlds.entries.values()].map((entry) => entry.host);
    await comeToRest(hosts);
    begin();
    for (const one of hosts) goByTurns(one);
    return assembled;
  } catch (error) {
    await images.close();
    throw error;
  }
}

/** Only the options that affect answers: a session writes no files, and needs none, as it has their content. */
function configIn({ name, head }: Session, hasWorlds: boolean): ConfigInput {
  const { config } = head.start;
  try {
    parseInput(`${name}:1: start.config`, configSchema, config);
  } catch (error) {
    throw new DataProblem((error as Error).message);
  }
  if (hasWorlds) return withoutContents(config);
  if (isSelfContained(config)) return config;
  throw new DataProblem(`${name}:1: start.config names a file: ${READS_NONE}`);
}

/** The worlds are in the recording, so the files that the configuration names are not needed. */
function withoutContents(config: ConfigInput): ConfigInput {
  const { from: _, ...rest } = config;
  return { ...rest, assets: [], jobs: [], worlds: {} };
}

function snapshotAt(place: string, kept: KeptSnapshot): Snapshot {
  return snapshotFrom(kept, (row) => `${place}: row ${row + 1}`);
}

async function resumeStart(worlds: Worlds, session: Session): Promise<void> {
  const starts = session.entries.flatMap((entry, index) =>
    entry.do === 'world' ? [{ start: entry, place: `${session.name}:${session.lines[index]}` }] : [],
  );
  for (const { start } of starts) await putPictures(worlds, session, start);
  const hosts = new Map<string, WorldHost>();
  for (const { start, place } of starts) {
    const parent = start.parent === null ? null : (hosts.get(start.parent) ?? null);
    hosts.set(start.name, await resumeOne(worlds, start, parent, place));
  }
}

async function resumeOne(
  worlds: Worlds,
  start: EntryOf<'world'>,
  parent: WorldHost | null,
  place: string,
): Promise<WorldHost> {
  const { name } = start;
  const ports = portsOf(worlds.ports, name);
  const { config } = configFrom(start.config);
  const now = snapshotAt(place, start.now);
  const world = keptWorld(start.config, now.state.now);
  world.state = now.state;
  const ready = snapshotAt(place, start.ready);
  const saved = new Map(start.saved.map(([of, snapshot]) => [of, snapshotAt(place, snapshot)]));
  const all = [now, ready, ...saved.values()].map(({ state }) => state);
  const isTemplated = world.settings.answers.length > 0;
  if (isTemplated || all.some(({ deviations, choices }) => deviations.size + choices.size > 0)) {
    world.deviator = await loadDeviator();
    resumeConduct(world);
  }
  const clock = createClock(now.clock, now.state.now, ports.wall);
  const { requests } = now;
  const host = resumeHost(worlds, ports, { name, world, clock, requests, ready, config, parent, saved });
  const { exchanges, last, findings } = start.journal;
  host.journal.resume(exchanges as never, last, findings as never);
  return host;
}

/** Earlier versions recorded how some pictures are made instead of their bytes. */
async function putPictures(worlds: Worlds, { bytes }: Session, { pictures }: EntryOf<'world'>): Promise<void> {
  const { blobs, images } = worlds.ports;
  const isMissing = ([digest, recipe]: (typeof pictures)[number]) => !bytes.has(digest) && recipe !== null;
  for (const [digest] of pictures.filter((one) => !isMissing(one)))
    blobs.put(digest, bytes.get(digest) ?? new Uint8Array());
  for (const [digest, recipe] of pictures.filter(isMissing))
    if (recipe !== null) blobs.put(digest, await madeBy(recipe, blobs, digest).load(images));
}
