import { SERVICE_ROWS } from '../../../shared/sessions/draw-service.ts';
import type { KnownAsset, KnownJob } from '../../../shared/sessions/known.ts';
import { drawOperations, type Machine, type Row } from '../../../shared/sessions/machine.ts';
import { chance, randomOf, someOf } from '../../../shared/sessions/random.ts';
import { featuresOf } from '../features.ts';
import { after, type Known, knownAfter } from '../known.ts';
import { type Deed, type Does, isRefusing, type Operation, type Session } from '../operation.ts';
import { DRIVEN_ROWS } from './draw-driven.ts';
import { drawWorld, newWorld, withUnitsForAll } from './draw-world.ts';
import { type Means, type Past, pastOf, type Tools, toolsOf } from './means.ts';
import { drawPlot } from './plots.ts';
import { populationPlot } from './population.ts';
import { toCompare } from './something-new.ts';
import type { Turn } from './turns.ts';

const ROWS: readonly Row<Deed, Known, Tools>[] = [...SERVICE_ROWS, ...DRIVEN_ROWS];

/** What is drawn of itself, by the names that a user has for them. */
export const OPERATIONS = ROWS.map(({ does }) => does as Does);

/** A session that depends on its seed, on what may be used and on what the sessions before it drew, and on nothing else. */
export function drawSession(seed: string, means: Means, steps: number, past: Past = pastOf(seed)): Session {
  const random = randomOf(seed);
  // What is mostly done differs from session to session: what needs much of one thing would hardly ever come up else.
  const favored = someOf(random, OPERATIONS, FAVORED);
  const drawn = means.hasPlots ? newWorld(random, means, past) : drawWorld(random, means, past.decks);
  const tools = toolsOf(means, past);
  const isPopulated = means.hasPlots === true && !isRefusing(drawn) && chance(random, POPULATED);
  const world = isPopulated ? withUnitsForAll(drawn) : drawn;
  const plot: Turn[] = isPopulated ? populationPlot(tools) : [];
  const machine: Machine<Deed, Known, Tools> = {
    ...(means.hasPlots ? { rows: [...ROWS, plotRow(plot)], after: noting(tools) } : { rows: ROWS, after }),
    tools,
    favor: ({ does }, known) => {
      if (plot.length > 0 && does !== PLOT) return 0;
      return isDrawn(does, known, tools) ? favor(does, known) * (favored.some((one) => one === does) ? MORE : 1) : 0;
    },
  };
  const usual = isRefusing(world) ? Math.min(steps, LENGTH_WITH_RETRIES) : steps;
  const length = isPopulated ? POPULATION : usual;
  const start = knownAfter({ world, operations: [] });
  const { operations, known, next } = drawOperations(machine, { random, known: start, first: 0, steps: length });
  const timed = operations.map((one) => (isRefusing(world) && one.does === 'wait' ? { ...one, for: '90s' } : one));
  const read = means.hasPlots ? readingBack(known, tools, next) : [];
  return { seed, world, operations: [...timed, ...read, ...endOf(known, next + read.length)] };
}

/** What was drawn counts as tried for the sessions to come. */
function noting({ tried }: Tools): typeof after {
  return (known, operation) => {
    tried.note(featuresOf(operation, known));
    return after(known, operation);
  };
}

const PLOT = 'a plot';

/** What belongs together is drawn one after the other. */
function plotRow(plot: Turn[]): Row<Deed, Known, Tools> {
  return {
    ...{ weight: PLOTS_OFTEN, does: PLOT, topic: 'jobs' },
    draw: (random, known, tools) => {
      if (plot.length === 0) for (const turn of drawPlot(random, known, tools)) plot.push(turn);
      for (let turn = plot.shift(); turn !== undefined; turn = plot.shift()) {
        const deed = turn(random, known, tools);
        if (deed === null) continue;
        const first = toCompare(deed, known);
        if (first !== null || chance(random, REPEATED)) plot.unshift(() => deed);
        return first ?? deed;
      }
      return null;
    },
  };
}

/** How often the same is done twice: what holds must hold for the second time as well. */
const REPEATED = 0.12;

/** Beside the weights of all others together. */
const PLOTS_OFTEN = 100;

const MORE = 4;
const SOON = 4;
const AGAIN: readonly string[] = ['read', 'delete', 'cancel', 'list', 'balance'] satisfies Does[];

/** Without a picture and a job there is not much to request. After a long time, existing objects are read again. */
function favor(does: string, { assets, jobs, sinceLongWait }: Known): number {
  if (does === 'upload' && assets.length < 2) return assets.length === 0 ? 12 : 3;
  if (does === 'submit' && jobs.length < 2) return 3;
  return sinceLongWait < SOON && AGAIN.includes(does) ? 4 : 1;
}

/** An operation that is selected alone needs a picture and a job. */
function isDrawn(does: string, { assets, jobs }: Known, { only }: Tools): boolean {
  if (only === null || only.some((one) => one === does)) return true;
  return (does === 'upload' && assets.length === 0) || (does === 'submit' && jobs.length === 0);
}

const FAVORED = 4;

/** The share of the sessions in which many things live side by side, and the length of these. */
const POPULATED = 0.7;
const POPULATION = 240;

/** Few events: an endpoint that fails twenty times for a day is disabled, and then nothing more is due. */
const LENGTH_WITH_RETRIES = 10;
const MOST_TRIED = 2;

/** How many of the jobs and of the assets are read in the end. */
const READ_BACK = 3;

/**
 * The objects of the session are read once more, regardless of its last operations. A job that has not ended shows
 * what it has cost until then.
 */
function readingBack({ assets, jobs }: Known, { has }: Tools, first: number): Operation[] {
  const held = jobs.filter(({ owner, stage }) => owner === 'own' && stage !== 'done' && stage !== null);
  const owned = <Thing extends KnownAsset | KnownJob>(things: readonly Thing[]) =>
    things.filter(({ owner }) => owner === 'own').slice(-READ_BACK);
  const deeds: Deed[] = [
    ...[...new Set([...held, ...owned(jobs)])].map(({ nth }): Deed => ({ does: 'read', thing: 'job', of: nth })),
    ...owned(jobs).flatMap(({ shownBy }): Deed[] =>
      shownBy === null ? [] : [{ does: 'read', thing: 'picture', of: shownBy }],
    ),
    ...owned(assets).map(({ nth }): Deed => ({ does: 'read', thing: 'asset', of: nth })),
    ...(has.balance ? [{ does: 'balance' } as const] : []),
    { does: 'usage' },
    ...(has.lists ? [{ does: 'list', thing: 'assets', query: {}, whole: false } as const] : []),
    ...(has.jobLists ? [{ does: 'list', thing: 'jobs', query: {}, whole: false } as const] : []),
  ];
  return deeds.map((deed, index) => ({ ...deed, nth: first + index }));
}

/** What came to the receiver is looked at when nothing more can come. */
function endOf({ world, jobs }: Known, nth: number): Operation[] {
  if (world.replies === null) return [];
  const tried = isRefusing(world) && jobs.length <= MOST_TRIED ? jobs.map((job) => job.nth) : [];
  const { primary, others } = world;
  const own = { primary, ...(others !== undefined && { others }) };
  return [{ nth, does: 'receive', jobs: tried, world: own }];
}
