import type { Instant } from '../domain/values/time.ts';
import { noteUndo, wholly } from '../domain/values/undo.ts';
import { setChoices, setDeviations } from './deviations.ts';
import { keepFirstState } from './jobs.ts';
import { countSubmission } from './limits.ts';
import type { Timer } from './state.ts';
import { isDueBy, nextTimer, unschedule } from './timers.ts';
import { addKey, changeAccount, changeKey } from './verbs/account-changes.ts';
import { addAccount, changeCredits, removeAccount } from './verbs/accounts.ts';
import { admitList } from './verbs/admit-list.ts';
import { cancelJob } from './verbs/cancel-job.ts';
import { claimKey } from './verbs/claim-key.ts';
import { deleteAsset } from './verbs/delete-asset.ts';
import { deleteJob } from './verbs/delete-job.ts';
import {
  pingEndpoint,
  registerEndpoint,
  removeEndpoint,
  resendDelivery,
  rotateSecret,
  setEndpointEnabled,
  updateEndpoint,
} from './verbs/endpoints.ts';
import { fireTimer } from './verbs/fire-timer.ts';
import { recordAnswer } from './verbs/record-answer.ts';
import { recordAttempt } from './verbs/record-attempt.ts';
import { recordProcessed } from './verbs/record-processed.ts';
import { addFault, addPlan, meetFault, removeFaults, removePlans, setSwitches } from './verbs/script.ts';
import { releaseJob, stepJob } from './verbs/steer-job.ts';
import { submitJob } from './verbs/submit-job.ts';
import { uploadAsset } from './verbs/upload-asset.ts';
import { WorkFailed } from './work-failed.ts';
import type { World } from './world.ts';

/** All changes of a World, except the passing of time. */
export const VERBS = {
  upload: uploadAsset,
  submit: submitJob,
  count_submission: countSubmission,
  keep_first_state: keepFirstState,
  claim_key: claimKey,
  admit_list: admitList,
  cancel: cancelJob,
  delete_asset: deleteAsset,
  delete_job: deleteJob,
  processed: recordProcessed,
  step_job: stepJob,
  release_job: releaseJob,
  add_account: addAccount,
  remove_account: removeAccount,
  change_credits: changeCredits,
  change_account: changeAccount,
  add_key: addKey,
  change_key: changeKey,
  add_plan: addPlan,
  remove_plans: removePlans,
  add_fault: addFault,
  remove_faults: removeFaults,
  meet_fault: meetFault,
  set_switches: setSwitches,
  set_deviations: setDeviations,
  set_choices: setChoices,
  register_endpoint: registerEndpoint,
  update_endpoint: updateEndpoint,
  remove_endpoint: removeEndpoint,
  enable_endpoint: setEndpointEnabled,
  rotate_secret: rotateSecret,
  ping_endpoint: pingEndpoint,
  resend_delivery: resendDelivery,
  attempted: recordAttempt,
  answer_read: recordAnswer,
};

/**
 * Changes that are refused if the World would exceed its memory limit. The others finish or remove something that
 * exists.
 */
const GROWING: ReadonlySet<string> = new Set<Verb>([
  'upload',
  'submit',
  'claim_key',
  'step_job',
  'add_account',
  'add_plan',
  'add_fault',
  'register_endpoint',
  'ping_endpoint',
  'resend_delivery',
]);

export type Verbs = typeof VERBS;
export type Verb = keyof Verbs;
export type Arguments<Name extends Verb> = Parameters<Verbs[Name]>[1];
export type Result<Name extends Verb> = ReturnType<Verbs[Name]>;

/** One change as plain data. Replaying the list of commands makes an equal World. */
export type Command = {
  [Name in Verb]: { at: Instant; verb: Name; with: Arguments<Name> };
}[Verb];

/**
 * Lets time pass until `at`, then makes the change, in one synchronous step, so that nothing can happen between a check
 * and the change that it permits.
 */
export function execute<Name extends Verb>(world: World, at: Instant, verb: Name, args: Arguments<Name>): Result<Name> {
  passTime(world, at);
  return change(world, verb, args);
}

/**
 * Makes a change at the current instant, completely or not at all. The counts of effects of deviations are kept even if
 * it is rolled back.
 */
export function change<Name extends Verb>(world: World, verb: Name, args: Arguments<Name>): Result<Name> {
  const { plans, faults, switches, deviations, choices } = world.state;
  return wholly(() => {
    noteUndo(() => Object.assign(world.state, { plans, faults, switches, deviations, choices }));
    const make = VERBS[verb] as (world: World, args: Arguments<Name>) => Result<Name>;
    const result = changed(world, () => make(world, args));
    if (GROWING.has(verb)) world.room?.requireRecords(world.state);
    return result;
  });
}

export function replay(world: World, commands: readonly Command[]): void {
  for (const command of commands) execute(world, command.at, command.verb, command.with);
}

/**
 * Does all work that is due up to an instant, in order, and sets the clock to it. If some work fails, it and all later
 * work stay due, and the clock stops there; `fired` contains the timers before it.
 */
export function passTime(world: World, until: Instant, fired: Timer[] = []): Timer[] {
  passSome(world, until, fired, Number.POSITIVE_INFINITY);
  return fired;
}

/**
 * The same, but at most `most` pieces of work. Returns whether all work is done; if not, the clock stays at the last
 * piece.
 */
export function passSome(world: World, until: Instant, fired: Timer[], most: number): boolean {
  for (let done = 0; done < most; done += 1) {
    const timer = fireNext(world, until);
    if (timer === undefined) {
      world.state.now = Math.max(world.state.now, until);
      return true;
    }
    fired.push(timer);
  }
  return false;
}

/** Does the first due piece of work at its own instant. Time never goes backwards. */
function fireNext(world: World, by: Instant): Timer | undefined {
  const timer = isDueBy(world, by) ? nextTimer(world) : undefined;
  if (timer === undefined) return undefined;
  world.state.now = Math.max(world.state.now, timer.due);
  try {
    wholly(() => {
      unschedule(world, timer.serial);
      changed(world, () => fireTimer(world, timer));
      world.room?.requireRecords(world.state);
    });
  } catch (error) {
    throw new WorkFailed(`${timer.kind} of ${timer.ref}`, timer.due, error);
  }
  return timer;
}

function changed<Outcome>(world: World, make: () => Outcome): Outcome {
  const { change: edge } = world.edges;
  return edge === null ? make() : edge(world, make);
}
