import { DriverAbsent, DriverFailed } from '../../effects/drivers/drivers.ts';
import { StopInstance } from '../../effects/untestable.ts';
import { type OpenSession, openSession } from '../../run/open-session.ts';
import type { Loaded } from '../../suite/scenario/load-suite.ts';
import type { DriverName } from '../../suite/vocabulary.ts';
import type { Target } from '../../target/target.ts';
import { createRecorder, type Facts } from '../facts/facts.ts';
import { access, restricted } from './parts/access.ts';
import { admission, broke, credits, faults, overdrawn, quota, usageDays } from './parts/credits.ts';
import { events, retries } from './parts/events.ts';
import { atOnce, cancels, lives, stages } from './parts/jobs.ts';
import { lists, manyJobs } from './parts/lists.ts';
import { outputs } from './parts/outputs.ts';
import { pictureLimits } from './parts/pictures.ts';
import { forms, replays } from './parts/submissions.ts';
import { expiry, longWaits, memory } from './parts/time.ts';
import { uploads } from './parts/uploads.ts';
import { Lacking, openPlace, type Place, refuseLate } from './place.ts';

/** A part of the battery. `wish`: the account that it needs; `needs`: the drivers that it cannot do without. */
type Part = {
  play(place: Place): Promise<void>;
  needs?: readonly DriverName[];
  /** The prefixes of its labels, if they do not begin with its name. */
  labels?: readonly string[];
  wish?: Parameters<typeof openPlace>[3];
};

const OFF = { lists: false, cancel: false, delete: false, credits: false };
const HAIR_KEYS = { primary: {}, second: { scopes: ['hair.try_on'] }, outside: { allowlist: ['203.0.113.0/24'] } };

/** The parts in the order in which they are played. Those that take real time come last. */
export const PARTS: Readonly<Record<string, Part>> = {
  access: { play: access, labels: ['access', 'paths', 'strangers'] },
  uploads: { play: uploads },
  forms: { play: forms },
  replays: { play: replays },
  credits: { play: credits },
  outputs: { play: outputs },
  lists: { play: lists },
  cancels: { play: cancels },
  jobs: { play: lives },
  'picture limits': { play: pictureLimits, labels: ['limits'] },
  stages: { play: stages, needs: ['clock', 'jobs'] },
  'restricted account': {
    play: restricted,
    wish: { features: OFF, keys: HAIR_KEYS },
    needs: ['tenants'],
    labels: ['off'],
  },
  'account without units': { play: broke, labels: ['broke'], wish: { credits: 0, enforced: true }, needs: ['tenants'] },
  'overdrawn account': {
    play: overdrawn,
    labels: ['overdrawn'],
    wish: { credits: 1, enforced: false },
    needs: ['tenants'],
  },
  faults: { play: faults, needs: ['tenants', 'faults'] },
  admission: { play: admission, needs: ['tenants', 'clock', 'faults'] },
  quota: { play: quota, needs: ['tenants', 'clock', 'faults'] },
  'many jobs': { play: manyJobs, needs: ['tenants'] },
  'jobs at once': { play: atOnce, labels: ['at once'], needs: ['clock', 'jobs'] },
  expiry: { play: expiry, needs: ['clock'] },
  memory: { play: memory, needs: ['clock'] },
  'long waits': { play: longWaits, labels: ['job that'], needs: ['clock', 'jobs'] },
  'usage of days': { play: usageDays, labels: ['usage'], needs: ['tenants', 'clock'] },
  events: { play: events, needs: ['clock', 'webhooks'] },
  retries: { play: retries, needs: ['clock', 'webhooks'] },
};

export function partOf(label: string): string | undefined {
  const isOwn = (beginning: string) => label === beginning || new RegExp(`^${beginning}[/, ]`).test(label);
  return Object.entries(PARTS).find(([name, { labels = [name] }]) => labels.some(isOwn))?.[0];
}

/** How the reason begins if the server lacks drivers. */
export const NEEDS_DRIVERS = 'it needs the drivers';

/** A part that was not played to its end, and what it would have needed. */
export type Missed = { part: string; why: string };
export type Battery = { facts: Facts; missed: Missed[]; requests: number; reachable: boolean };

export type PlayOptions = {
  signal: AbortSignal;
  nonce: string;
  /** The parts to play; all by default. */
  only?: readonly string[];
  /** The parts to leave out. */
  without?: readonly string[];
  onPart?(part: string): void;
};

/** Plays the battery on a server. However the server behaves, the result has the facts that could be read. */
export async function playBattery(loaded: Loaded, target: Target, options: PlayOptions): Promise<Battery> {
  const chosen = { only: [], groups: [], shard: null, seed: 'battery', repeat: 1, atOnce: 1, erase: true };
  const open = await openSession(loaded, target, { ...chosen, nonce: options.nonce, signal: options.signal });
  try {
    return await playParts(open, options);
  } finally {
    await open.close();
  }
}

async function playParts(
  { session, found }: OpenSession,
  { only, without = [], onPart, signal }: PlayOptions,
): Promise<Battery> {
  const recorder = createRecorder();
  const missed: Missed[] = [];
  const parts = Object.entries(PARTS).filter(
    ([name]) => (only === undefined || only.includes(name)) && !without.includes(name),
  );
  for (const [name, part] of parts) {
    if (!found.reachable || signal.aborted) break;
    onPart?.(name);
    const lacks = (part.needs ?? []).filter((driver) => !session.offered.includes(driver));
    if (lacks.length > 0) missed.push({ part: name, why: `${NEEDS_DRIVERS} ${lacks.join(', ')}` });
    else await playPart(name, part, { session, recorder, missed });
  }
  if (!found.reachable) missed.push({ part: 'all', why: found.detail ?? 'the server does not answer' });
  const requests = session.allowance.requests();
  return { facts: recorder.facts(), missed, requests, reachable: found.reachable };
}

type Playing = { session: OpenSession['session']; recorder: ReturnType<typeof createRecorder>; missed: Missed[] };

async function playPart(name: string, { play, wish }: Part, { session, recorder, missed }: Playing): Promise<void> {
  try {
    refuseLate(session);
    const place = await openPlace(session, recorder, name, wish);
    try {
      await play(place);
    } finally {
      await place.close();
    }
  } catch (error) {
    missed.push({ part: name, why: whyMissed(error) });
  }
}

/** A missing feature of the server or a driver is not an error of the battery; every other error is. */
function whyMissed(error: unknown): string {
  if (error instanceof Lacking) return `it needs ${error.message}`;
  if (error instanceof StopInstance || error instanceof DriverAbsent || error instanceof DriverFailed)
    return error.message;
  throw error;
}
