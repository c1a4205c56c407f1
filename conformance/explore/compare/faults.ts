import { lacksScope, ownerOf } from '../../../shared/sessions/known.ts';
import type { Submission } from '../../../shared/sessions/operation.ts';
import type { Known } from '../../sessions/known.ts';
import type { Operation } from '../../sessions/operation.ts';
import { ruleOfMistake } from '../../sessions/write/write-steps.ts';

type Asking = Operation & { key?: Parameters<typeof ownerOf>[0] };

/**
 * Returns the number of faults in a request. With two, the reported one is left open (reading 20), so only requests
 * with at most one are compared.
 */
export function faultsOf(operation: Operation, known: Known): number {
  const { key } = operation as Asking;
  const isRefused = ownerOf(key) === null;
  const faults = [isRefused, ruleOfMistake(operation) !== null, ...faultsOfThing(operation, known, key)];
  return faults.filter(Boolean).length;
}

function faultsOfThing(operation: Operation, known: Known, key: Asking['key']): boolean[] {
  if (operation.does === 'submit') return faultsOfSubmission(operation, known, key);
  const { of, thing } = operation as { of?: unknown; thing?: string };
  if (of === 'unknown') return [true, key === 'no_scope' && operation.does !== 'read'];
  if (thing === 'asset') {
    const asset = known.assets.find(({ nth }) => nth === of);
    return asset === undefined ? [] : [asset.isDeleted, isStranger(asset.owner, key)];
  }
  const job = known.jobs.find(({ nth, shownBy }) => nth === of || (shownBy !== null && shownBy === of));
  if (job === undefined) return [];
  const needsScope = operation.does === 'cancel' || operation.does === 'delete';
  return [job.isDeleted, isStranger(job.owner, key), needsScope && lacksScope(key, job), isLate(operation, known)];
}

/** Returns whether the state of the job causes a refusal. */
function isLate(operation: Operation, { jobs }: Known): boolean {
  const { of } = operation as { of?: unknown };
  const job = jobs.find(({ nth }) => nth === of);
  if (job === undefined) return false;
  if (operation.does === 'cancel') return job.stage === 'done' && job.end !== 'cancelled';
  return operation.does === 'delete' && operation.thing === 'job' && job.stage !== 'done';
}

function faultsOfSubmission(submission: Submission & { nth: number }, known: Known, key: Asking['key']): boolean[] {
  const { of, claim, nth } = submission;
  const asset = known.assets.find((one) => one.nth === of);
  const claimed = claim === nth ? undefined : known.jobs.find((one) => one.nth === claim);
  const isOther = claimed !== undefined && !isSameRequest(claimed, submission);
  return [
    of === 'unknown',
    asset?.isDeleted === true,
    asset !== undefined && isStranger(asset.owner, key),
    lacksScope(key, submission),
    claimed?.isDeleted ?? false,
    isOther,
    // Missing units may be reported first.
    known.world.credits !== undefined && (claimed === undefined || isOther),
  ].filter((isWrong, index, all) => isWrong && (index < all.length - 1 || all.slice(0, -1).some(Boolean)));
}

function isSameRequest(one: Submission, other: Submission): boolean {
  return (
    one.of === other.of && one.product === other.product && JSON.stringify(one.body) === JSON.stringify(other.body)
  );
}

function isStranger(owner: string, key: Asking['key']): boolean {
  const own = ownerOf(key);
  return own !== null && own !== owner;
}
