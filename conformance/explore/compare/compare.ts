import { isDeepStrictEqual } from 'node:util';
import { type KnownJob, ownerOf } from '../../../shared/sessions/known.ts';
import { isByModel } from '../../judge/of-model.ts';
import { failsRule } from '../../judge/verdicts.ts';
import { after, type Known, knownAfter } from '../../sessions/known.ts';
import type { Operation, Session } from '../../sessions/operation.ts';
import { stepId } from '../../sessions/write/places-in-steps.ts';
import type { Registry } from '../../suite/rules/rule.ts';
import type { Played } from '../play-session.ts';
import { type Facts, factsOf, tagFacts } from './facts.ts';
import { faultsOf } from './faults.ts';
import { type Lives, livesIn } from './lives.ts';
import { bornIn, type Names, namesIn } from './names.ts';
import { sameFacts } from './same-facts.ts';

/** The first difference between two servers that the specification decides. */
export type Difference = {
  operation: Operation;
  /** The place of the difference: members of an answer, or a broken rule. */
  what: string;
  target: unknown;
  twin: unknown;
  rule: string | null;
};

/** Two plays of a session, the target first. */
export type Pair = { target: Played; twin: Played };

export type Found = { difference: Difference } | { stopped: string } | { same: true };

/** Compares each operation, as far as both sides got and the specification determines the result. */
export function compareSides({ world, operations }: Session, pair: Pair, registry: Registry): Found {
  const names = { target: namesIn(operations, pair.target), twin: namesIn(operations, pair.twin) };
  const lives = {
    target: livesIn(operations, pair.target, names.target),
    twin: livesIn(operations, pair.twin, names.twin),
  };
  let known = knownAfter({ world, operations: [] });
  const unsure = new Set<number>();
  for (const operation of operations) {
    for (const nth of withoutInput(known, (name) => isThereAt(name, operation, lives))) unsure.add(nth);
    const broken = brokenAt(operation, pair, registry);
    const compared = compareOperation(operation, known, { operations, pair, names, lives, unsure });
    if (compared !== null && 'difference' in compared) return compared;
    if (broken !== null) return { difference: broken };
    if (compared !== null) return compared;
    known = after(known, operation);
  }
  const last = operations.at(-1);
  const rest = last === undefined ? null : broken(last, pair.target, pair.twin, registry, () => true);
  return rest === null ? { same: true } : { difference: rest };
}

type Sides = {
  operations: readonly Operation[];
  pair: Pair;
  names: { target: Names; twin: Names };
  lives: { target: Lives; twin: Lives };
  /** Jobs whose input may not have been kept until they were processed, so their outcome is left open. */
  unsure: ReadonlySet<number>;
};

function isThereAt(name: string, { nth }: Operation, { target, twin }: Sides['lives']): boolean {
  return name !== 'unknown' && target.isThere(name, nth) && twin.isThere(name, nth);
}

/** Reading 30: the outcome of a job whose input lapsed before it was processed is not specified. */
function withoutInput({ jobs }: Known, isThere: (name: string) => boolean): number[] {
  return jobs.filter(({ stage, of }) => stage !== 'done' && !isThere(`asset ${of}`)).map(({ nth }) => nth);
}

type Facing = { target: Facts | null; twin: Facts | null };

function compareOperation(operation: Operation, known: Known, sides: Sides): Exclude<Found, { same: true }> | null {
  const { target, twin } = facing(operation, known, sides);
  if (target === null || twin === null) return halfSeen(operation, { target, twin }, sides.pair);
  if (operation.does === 'step')
    return isDeepStrictEqual(target, twin) ? null : { stopped: 'the target has other stages' };
  const lack = whyNotCompared(operation, target);
  if (lack !== null && !isDeepStrictEqual(target['status'], twin['status'])) return { stopped: lack };
  const what = sameFacts(operation, known, target, twin);
  return what === null ? null : { difference: { operation, what, target: target[what], twin: twin[what], rule: null } };
}

/** Results exist once their job has ended, whenever the session saw them. */
function isShown(name: string, { jobs }: Known): boolean {
  const [, nth] = / of job (\d+)$/.exec(name) ?? [];
  return nth === undefined || jobs.some((job) => job.nth === Number(nth) && job.stage === 'done' && !job.isUnclear);
}

/** Returns `an end` if the job may end in any way; null if its plan decides. */
function endsOf(name: string, { jobs }: Known): string | null {
  const job = jobs.find(({ nth }) => name === `job ${nth}`);
  return job === undefined || job.plan === undefined || job.plan.lasting || job.isUnclear ? 'an end' : null;
}

/** Returns why only one side got to the operation; null if neither did. */
function halfSeen(operation: Operation, { target, twin }: Facing, pair: Pair): { stopped: string } | null {
  // A concern that is not measured may have no picture.
  const hasOnlyResult = 'thing' in operation && (operation.thing === 'result' || operation.thing === 'picture');
  if (target === twin || hasOnlyResult) return null;
  const side = target === null ? 'target' : 'twin';
  return {
    stopped: `the ${side} did not come to ${operation.does}: ${pair[side].ended.detail ?? 'it was passed over'}`,
  };
}

/**
 * Returns the facts of each side: null for a side that did not get to the operation, and for both if the answer is not
 * determined.
 */
function facing(operation: Operation, known: Known, { operations, pair, names, lives, unsure }: Sides): Facing {
  const named = [names.target, names.twin].map((own) => new Set(own.values()));
  const isThere = (name: string) =>
    named.every((all) => all.has(name)) && isThereAt(name, operation, lives) && isShown(name, known);
  const isLapsed = (name: string) => lives.target.isGone(name, operation.nth) && lives.twin.isGone(name, operation.nth);
  if (!isDecided(operation, known, { isThere, isLapsed, unsure })) return { target: null, twin: null };
  const job = jobOf(operation, known);
  const body = job?.body ?? (operation.does === 'submit' ? operation.body : null);
  const isLoose = looseJob(operation, known);
  const { isAlone } = known.world;
  const born = {
    target: bornIn(operations, pair.target, names.target),
    twin: bornIn(operations, pair.twin, names.twin),
  };
  const ownUploads = uploadsOf(operation, known).filter(isThere);
  const isGone = (name: string, side: 'target' | 'twin') => lives[side].isGone(name, operation.nth);
  const factsAt = (side: 'target' | 'twin') =>
    factsOf(operation, pair[side].seen.get(stepId(operation.nth)), {
      names: names[side],
      body,
      isLoose,
      isAlone,
      isThere,
      isGone: (name) => isGone(name, side),
      endsOf: (name) => endsOf(name, known),
      bornAt: (name) => born[side].get(name),
      ownUploads,
    });
  const withTag = (side: 'target' | 'twin') => {
    const facts = factsAt(side);
    // How long the server knows that an input has expired is left open: 410 or 404.
    if (facts !== null && operation.does === 'submit' && isLapsed(`asset ${operation.of}`))
      return { 'an expired input is refused': Math.floor(Number(facts['status']) / 100) === 4 };
    return facts === null ? null : { ...facts, ...tagFacts(operation, operations, pair[side]) };
  };
  return { target: withTag('target'), twin: withTag('twin') };
}

/** Returns the assets that the caller has uploaded and not deleted. */
function uploadsOf(operation: Operation, { assets }: Known): string[] {
  const whose = ownerOf('key' in operation ? operation.key : undefined);
  return assets.filter(({ owner, isDeleted }) => owner === whose && !isDeleted).map(({ nth }) => `asset ${nth}`);
}

/** Returns why an answer is not compared: it depends on the load or the network rather than the rules. */
function whyNotCompared({ does }: Operation, { status }: Facts): string | null {
  if (status === null) return 'there was no answer';
  if (status === 401 && does !== 'with a fault') return 'the target refuses a key that is good';
  return does !== 'with a fault' && [429, 502, 503, 504].includes(Number(status))
    ? `the target answered ${status}`
    : null;
}

type Sure = {
  isThere(name: string): boolean;
  /** Certainly no longer kept, on both sides. */
  isLapsed(name: string): boolean;
  unsure: ReadonlySet<number>;
};

/** Returns whether the specification determines the answer, as far as the session reveals. */
function isDecided(operation: Operation, known: Known, { isThere, isLapsed, unsure }: Sure): boolean {
  if (faultsOf(operation, known) > 1) return false;
  const about = jobOf(operation, known);
  if (isOfDeleted(operation, about, known)) return true;
  if (isOfLapsedResult(operation, about, isLapsed)) return true;
  if (about !== undefined && (!isThere(`job ${about.nth}`) || unsure.has(about.nth))) return false;
  if (about !== undefined && isUnclear(operation, about)) return false;
  switch (operation.does) {
    case 'balance':
      return known.world.hasOwnUnits && isBillKnown(known) && unsure.size === 0;
    case 'receive':
      return (
        unsure.size === 0 && known.jobs.every(({ plan, stage }) => plan?.lasting === undefined || stage === 'done')
      );
    case 'list':
    case 'next page':
      return unsure.size === 0;
    case 'submit':
      return typeof operation.of !== 'number' || isThere(`asset ${operation.of}`) || isLapsed(`asset ${operation.of}`);
    case 'read':
    case 'delete': {
      const name = `asset ${operation.of}`;
      return operation.thing !== 'asset' || operation.of === 'unknown' || isThere(name) || isLapsed(name);
    }
    default:
      return true;
  }
}

/** Returns whether the thing was deleted, which makes it unavailable however long it would have been kept. */
function isOfDeleted(operation: Operation, about: KnownJob | undefined, { assets }: Known): boolean {
  if (operation.does !== 'read') return false;
  if (operation.thing === 'asset') return assets.some(({ nth, isDeleted }) => nth === operation.of && isDeleted);
  return about?.isDeleted === true && !about.isUnclear;
}

/** Spec 8: result assets expire with their job. */
function isOfLapsedResult(operation: Operation, about: KnownJob | undefined, isLapsed: Sure['isLapsed']): boolean {
  if (operation.does !== 'read' || about === undefined || about.isUnclear) return false;
  return (operation.thing === 'picture' || operation.thing === 'result') && isLapsed(`job ${about.nth}`);
}

/** Returns whether the refusal of a change depends on an unknown stage. */
function isUnclear({ does }: Operation, { isUnclear, stage }: KnownJob): boolean {
  return isUnclear || (stage === null && (does === 'cancel' || does === 'delete'));
}

/** Returns the job that an operation is about, directly or by the answer that contained it. */
function jobOf(operation: Operation, { jobs }: Known): KnownJob | undefined {
  const { of, claim, thing } = operation as { of?: unknown; claim?: number; thing?: string };
  if (operation.does === 'submit') return jobs.find(({ nth }) => nth === claim);
  if (thing === 'asset' || thing === 'assets' || thing === 'jobs') return undefined;
  return jobs.find(({ nth, shownBy }) => nth === of || (shownBy !== null && shownBy === of));
}

/** Whether a late cancel is billed is left open, so the bill is not always known. */
function isBillKnown({ jobs }: Known): boolean {
  return jobs.every((job) => !job.isGoingToEnd && !job.isUnclear && !job.isBillUnclear);
}

/**
 * If no one holds a job, only its fixed members are known until it was brought to its end. A replay may contain the job
 * as it was accepted, or as it is now.
 */
function looseJob(operation: Operation, known: Known): boolean {
  const job = jobOf(operation, known);
  if (job === undefined) return false;
  if (operation.does === 'submit') return true;
  return job.plan === undefined || (job.stage === null && operation.does !== 'finish');
}

/**
 * Finds a rule that the target fails at an operation. If the twin breaks it as well, this does not count, unless
 * earlier answers make the contrary certain.
 */
function brokenAt(operation: Operation, { target, twin }: Pair, registry: Registry): Difference | null {
  const own = target.seen.get(stepId(operation.nth))?.exchanges ?? [];
  return broken(operation, target, twin, registry, (exchanges) => exchanges.some((one) => own.includes(one)));
}

function broken(
  operation: Operation,
  target: Played,
  twin: Played,
  registry: Registry,
  isHere: (exchanges: readonly number[]) => boolean,
): Difference | null {
  const alike = new Set(twin.evidence.filter(({ outcome }) => outcome === 'violated').map(({ rule }) => rule));
  const found = target.evidence.find((one) => {
    const rule = registry.get(one.rule);
    return (
      rule !== undefined &&
      failsRule(rule, one) &&
      (isByModel(one) || !alike.has(rule.id)) &&
      isHere(one.exchanges.slice(-1))
    );
  });
  if (found === undefined) return null;
  const [mismatch] = found.mismatches;
  return {
    operation,
    what: mismatch?.pointer ?? '',
    target: mismatch?.seen ?? null,
    twin: mismatch?.expected ?? null,
    rule: found.rule,
  };
}
