import { ownKey } from '../../../shared/sessions/keys.ts';
import type { Row } from '../../../shared/sessions/machine.ts';
import { chance, pick, type Random, weighted } from '../../../shared/sessions/random.ts';
import type { Known } from '../known.ts';
import type { DrivenDeed } from '../operation.ts';
import { drawAtOnce } from './draw-at-once.ts';
import { switchableIn, type Tools } from './means.ts';

type Driven<Does extends DrivenDeed['does']> = Extract<DrivenDeed, { does: Does }> | null;

/** Each operation that needs a driver, or several requests, with its weight among the operations of the service. */
export const DRIVEN_ROWS: readonly Row<DrivenDeed, Known, Tools>[] = [
  { weight: 6, does: 'step', topic: 'jobs', draw: drawStep },
  { weight: 9, does: 'finish', topic: 'jobs', draw: drawFinish },
  { weight: 6, does: 'wait', topic: 'clock', draw: drawWait },
  { weight: 2, does: 'wait for its end', topic: 'clock', draw: drawWaitForEnd },
  { weight: 6, does: 'at once', topic: 'jobs', draw: drawAtOnce },
  { weight: 3, does: 'credits', topic: 'credits', draw: drawCredits },
  { weight: 1, does: 'without a feature', topic: 'keys', draw: drawWithoutFeature },
  { weight: 1, does: 'with a fault', topic: 'faults', draw: drawFault },
  { weight: 1, does: 'ping', topic: 'webhooks', draw: drawPing },
];

function drawStep(random: Random, { jobs }: Known): Driven<'step'> {
  const held = jobs.filter(({ stage, isDeleted }) => stage !== null && stage !== 'done' && !isDeleted);
  return held.length === 0 ? null : { does: 'step', of: pick(random, held).nth };
}

function drawFinish(random: Random, { jobs }: Known, tools: Tools): Driven<'finish'> {
  const live = jobs.filter(({ isDeleted, shownBy }) => !isDeleted && shownBy === null);
  if (live.length === 0) return null;
  const job = pick(random, live);
  const release = job.plan === undefined ? {} : { release: true as const };
  return { does: 'finish', of: job.nth, ...release, ...ownKey(random, tools, job.owner) };
}

function drawWait(random: Random, _: Known, { drivers }: Tools): Driven<'wait'> {
  if (!drivers.includes('clock')) return null;
  return { does: 'wait', for: pick(random, ['1100ms', '10s', '90s', '15m', '61m', '61m', '26h']) };
}

/** The last instant at which the object of a step exists, and the first at which it does not. */
function drawWaitForEnd(random: Random, { assets, jobs }: Known, { drivers }: Tools): Driven<'wait for its end'> {
  if (!drivers.includes('clock')) return null;
  const ended = jobs.flatMap(({ shownBy, isDeleted }) => (shownBy === null || isDeleted ? [] : [shownBy]));
  const ends = [...assets.filter(({ isDeleted }) => !isDeleted).map(({ nth }) => nth), ...ended];
  return ends.length === 0 ? null : { does: 'wait for its end', of: pick(random, ends), by: pick(random, [-30, 30]) };
}

export function drawCredits(random: Random, { world }: Known, { drivers }: Tools): Driven<'credits'> {
  if (!drivers.includes('credits') || world.credits === undefined) return null;
  const change = weighted(random, [
    [3, { adjust: pick(random, [-20, -5, 3, 8, 20]) }],
    [1, { threshold: pick(random, [0, 2, 5, 9]) }],
    [1, { test_funded: pick(random, [0, 2, 5]) }],
  ] as const);
  return { does: 'credits', change };
}

function drawWithoutFeature(random: Random, known: Known, tools: Tools): Driven<'without a feature'> {
  const there = switchableIn(tools);
  if (!tools.drivers.includes('tenants') || there.length === 0) return null;
  return { does: 'without a feature', feature: pick(random, there), ...someJob(random, known) };
}

function drawFault(random: Random, known: Known, { drivers, has }: Tools): Driven<'with a fault'> {
  if (!drivers.includes('faults')) return null;
  if (has.balance && chance(random, 0.5)) return { does: 'with a fault', fault: 'ledger_unreadable' };
  return { does: 'with a fault', fault: 'key_store_unreadable', ...someJob(random, known) };
}

function someJob(random: Random, { jobs }: Known): { of?: number } {
  return jobs.length === 0 ? {} : { of: pick(random, jobs).nth };
}

function drawPing(_: Random, { world, isEndpointOff }: Known, { drivers }: Tools): Driven<'ping'> {
  return world.replies !== null && drivers.includes('webhooks') && !isEndpointOff ? { does: 'ping' } : null;
}
