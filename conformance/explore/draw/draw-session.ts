import { createDecks, type Decks } from '../../../shared/sessions/decks.ts';
import { chance, pick, type Random, someOf, weighted } from '../../../shared/sessions/random.ts';
import { seededDraws } from '../../plan/seeded-draws.ts';
import { after, type Known, knownAfter } from '../known.ts';
import { type Does, OPERATIONS, type Operation, type Session, type World } from '../operation.ts';
import { drawOperation } from './draw-operation.ts';
import type { Means } from './means.ts';

/** A session that hangs on its seed, on what may be used and on what the sessions before it drew, and on nothing else. */
export function drawSession(seed: string, means: Means, steps: number, decks: Decks = decksOf(seed)): Session {
  const random = seededDraws(seed);
  const tools = { ...means, decks };
  // What is mostly done differs from session to session: what needs much of one thing would hardly ever come up else.
  const favoured: readonly Does[] = someOf(random, OPERATIONS, FAVOURED);
  const world = drawWorld(random, means);
  const operations: Operation[] = [];
  let known: Known = knownAfter({ world, operations });
  const length = isRefusing(world) ? Math.min(steps, LENGTH_WITH_RETRIES) : steps;
  let next = 0;
  while (operations.length < length) {
    const drawn = drawOperation(random, known, tools, { nth: next, favoured });
    const operation: Operation = isRefusing(world) && drawn.does === 'wait' ? { ...drawn, for: '90s' } : drawn;
    operations.push(operation);
    known = after(known, operation);
    next += operation.does === 'at once' ? operation.parts.length + 1 : 1;
  }
  return { seed, world, operations: [...operations, ...endOf(known, next)] };
}

export function decksOf(seed: string): Decks {
  return createDecks(seededDraws(`${seed}\0decks`));
}

const FAVOURED = 4;

/** Few events: an endpoint that fails twenty times for a day is disabled, and then nothing more is due. */
const LENGTH_WITH_RETRIES = 10;
const MOST_TRIED = 2;

/** Whether the receiver takes nothing. */
function isRefusing({ replies }: World): boolean {
  return replies?.some(({ status }) => status !== 204) ?? false;
}

/** What came to the receiver is looked at when nothing more can come. */
function endOf({ world, jobs }: Known, nth: number): Operation[] {
  if (world.replies === null) return [];
  const tried = isRefusing(world) && jobs.length <= MOST_TRIED ? jobs.map((job) => job.nth) : [];
  return [{ nth, does: 'receive', jobs: tried }];
}

function drawWorld(random: Random, means: Means): World {
  const { drivers, features } = means;
  const hasTest = features['test-mode'] !== false;
  const primary = means.primary ?? (hasTest && chance(random, 0.25) ? 'test' : 'live');
  const isOfCredits = means.units === 'edges' && primary === 'live' && chance(random, 0.25);
  const isOfEvents = drivers.includes('webhooks') && drivers.includes('clock') && chance(random, 0.3);
  return {
    primary,
    isAlone: drivers.includes('tenants'),
    hasOwnUnits: means.units !== 'none',
    ...(isOfCredits && {
      credits: pick(random, [0, 3, 8, 12, 20, 25]),
      ...(chance(random, 0.5) && { threshold: pick(random, [0, 2, 5, 9]) }),
      ...(chance(random, 0.5) && { test_funded: pick(random, [2, 5, 8]) }),
    }),
    replies: isOfEvents ? drawReplies(random) : null,
    ...(isOfEvents &&
      chance(random, 0.3) && { events: [pick(random, ['job.succeeded', 'job.failed', 'job.cancelled'])] }),
  };
}

function drawReplies(random: Random): World['replies'] {
  return weighted(random, [
    [5, [{ status: 204 }]],
    [2, [{ status: 500 }]],
    [1, [{ status: 302, redirect: 'http://127.0.0.1:9/' }]],
    [1, [{ status: 410 }]],
    [1, [{ reset: true }]],
  ] as const);
}
