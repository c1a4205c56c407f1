import type { Turn } from './turns.ts';
import * as the from './turns.ts';
import { limit, unitsFor } from './turns-of-account.ts';
import * as lists from './turns-of-lists.ts';

/** States that a job and its things may be in, and how they come about. */
export const STATES: readonly (readonly Turn[])[] = [
  [the.queued],
  [the.heldAt],
  [the.endedWell, the.balance, the.finish],
  [the.endedBadly, the.balance, the.finish],
  [the.queued, the.balance, the.cancel],
  [the.heldAt, the.cancel],
  [the.heldAt, the.cancel, the.readJob, the.cancel, the.readJob, the.finish],
  [the.ended, the.finish, the.readResult, the.deleteJob],
  [the.upload, the.submitOnIt, the.finish, the.deleteAsset],
  [the.upload, the.heldOnIt, the.deleteAsset],
];

const endOfAsset = (by: number) => the.nearEnd(by, (known) => the.lastAsset(known)?.nth);
export const endOfJob = (by: number) => the.nearEnd(by, (known) => the.shownBy(known)?.shownBy);

/** Moments at which they are looked at. */
export const MOMENTS: readonly (readonly Turn[])[] = [
  ...[[], [], [the.wait('61m')], [the.wait('26h')], [endOfAsset(-30)], [endOfAsset(30)]],
  ...[[endOfJob(-90)], [endOfJob(-1800)], [endOfJob(30)], [endOfJob(90_000)]],
];

/** One unit less is left than a job costs, or the balance is negative. */
const outOfUnits: readonly Turn[] = [the.balance, unitsFor(-1), the.wait('1100ms')];
const inDebt: readonly Turn[] = [the.balance, unitsFor(-100), the.wait('1100ms')];

/** For things that live side by side, moments that follow each other. */
export const MOMENTS_OF_POPULATIONS: readonly (readonly (readonly Turn[])[])[] = [
  [[the.wait('1100ms')], [the.wait('3m')], [the.wait('61m')], [the.wait('26h')], [the.midnight(30)]],
  [[endOfAsset(-30)], [endOfAsset(30)], [endOfJob(-90)], [endOfJob(-1800)], [endOfJob(30)], [the.wait('5h')]],
  [[the.wait('26h')], [endOfAsset(30)], [endOfJob(90_000)]],
];

/** After these, moments at which units or limits are used up. */
export const MOMENTS_OF_UNITS: readonly (readonly Turn[])[] = [
  ...[outOfUnits, inDebt, [limit({ daily_quota: 1 })], [limit({ admission_per_minute: 1 })]],
];

export const LOOKS: readonly Turn[] = [
  ...[
    the.readJob,
    the.taggedRead,
    the.otherTagRead,
    the.unknownTagRead,
    the.readPicture,
    the.readResult,
    the.readAsset,
    lists.list,
  ],
  ...[lists.resultsOfJob, lists.listJobs, the.usage, the.readInput, the.assetContent, the.partOfPicture],
];
export const CHANGES: readonly Turn[] = [
  ...[the.again, the.reused, the.respelled, the.otherInput, the.nearKey],
  ...[the.cancel, the.deleteResult, the.submitOnIt, the.deleteAsset],
];
