import { environmentOf } from '../../domain/account.ts';
import { type Asset, digestAsSent } from '../../domain/asset.ts';
import { orderOfChecks } from '../../domain/check-order.ts';
import { ApiError, invalidFields } from '../../domain/errors.ts';
import type { Job, SnapshotPart } from '../../domain/job.ts';
import type { Submission } from '../../domain/submission.ts';
import {
  matchesPlan,
  ORDINARY_OUTCOME,
  type Outcome,
  type Plan,
  type StageDurations,
} from '../../domain/test-control/plan.ts';
import { countMatches } from '../../domain/test-control/trigger.ts';
import { usageKey } from '../../domain/usage.ts';
import type { Instant } from '../../domain/values/time.ts';
import { put } from '../../domain/values/undo.ts';
import { lookUpAsset } from '../assets.ts';
import { retainBlob } from '../blobs.ts';
import type { Caller } from '../caller.ts';
import { findReplay, putClaim } from '../claims.ts';
import { isSpoilt, requireHairMask } from '../hair-mask.ts';
import { jobExpiry, putNewJob } from '../jobs.ts';
import { captureAt, ledgerOf, putLedger, requireLedger } from '../ledger.ts';
import { countSubmission, requireAdmission, requireQuota } from '../limits.ts';
import { schedule } from '../timers.ts';
import { type MagicImage, nextId, ownerAccount, type World } from '../world.ts';

export type SubmitArguments = { caller: Caller; submission: Submission; idempotencyKey: string | null };
export type SubmitResult = { replayed: boolean; job: Job };

/** Who submits what, as far as the limits depend on it. */
type Asker = { caller: Caller; submission: Pick<Submission, 'operation'> };

/** Spec 4.2, in the order of reading 20: replay, inputs, credits, limits, and then the job. */
export function submitJob(world: World, args: SubmitArguments): SubmitResult {
  const fingerprint = world.rules.fingerprint(args.submission);
  const earlier = findReplay(world, args, fingerprint);
  if (earlier !== null) {
    requireReplayable(world, args);
    return { replayed: true, job: earlier };
  }
  const { inputs, units } = requireAll(world, args);
  return { replayed: false, job: accept(world, args, fingerprint, inputs, units) };
}

/** The checks that can refuse a replay even though its job exists. */
function requireReplayable(world: World, args: SubmitArguments): void {
  for (const check of world.rules.checksOfReplay()) {
    if (check === 'limits') requireAdmission(world, args.caller);
    else requireInputs(world, args);
  }
}

function requireAll(world: World, args: SubmitArguments): { inputs: Asset[]; units: number | null } {
  let inputs: Asset[] = [];
  let units: number | null = null;
  for (const check of orderOfChecks(world.settings.readings)) {
    if (check === 'inputs') inputs = requireInputs(world, args);
    else if (check === 'credits') units = requireCredits(world, args);
    else requireLimits(world, args);
  }
  return { inputs, units };
}

function requireInputs(world: World, { caller, submission }: SubmitArguments): Asset[] {
  const assets = submission.inputs.map(({ assetId }, index) =>
    requireInput(world, caller, assetId, pathOf(world, submission, index)),
  );
  const source = sourceOf(submission, assets);
  assets.forEach((asset, index) => {
    if (asset !== source) requireHairMask(asset, source, pathOf(world, submission, index), world.settings.readings);
  });
  return assets;
}

/** The field in which a submission names an input (reading 11). */
function pathOf({ settings }: World, { inputs }: Submission, index: number): string {
  const isApart = inputs[index]?.role === 'hair_mask' && settings.readings.hair_mask_place === 'own_field';
  return isApart ? 'hair_mask.asset_id' : `inputs[${index}].asset_id`;
}

/** The source image, which every submission has. */
function sourceOf(submission: Submission, inputs: readonly Asset[]): Asset {
  const source = inputs[submission.inputs.findIndex(({ role }) => role === 'source')];
  if (source === undefined) throw new Error('a submission without a source came through its schema');
  return source;
}

function requireInput(world: World, caller: Caller, id: string, path: string): Asset {
  const asset = lookUpAsset(world, caller.owner, id);
  const state = world.rules.inputState(asset, world.state.now, world.settings.readings);
  const because = { section: '4.2', compared: { asset_id: id, state } };
  if (state === 'expired') throw new ApiError('asset_expired', { because: { rule: 'SUBMIT-INPUT-410', ...because } });
  if (asset === undefined || 'cause' in asset || state === 'missing') {
    throw new ApiError('asset_not_found', { because: { rule: 'SUBMIT-INPUT-404', ...because } });
  }
  if (state === 'not_an_input') {
    throw invalidFields([{ path, problem: 'names a result, not an uploaded input asset' }]);
  }
  return asset;
}

/** Refuses a submission that names a missing asset, whatever else is wrong with it. */
export function requireThere(world: World, caller: Caller, ids: readonly string[]): void {
  for (const id of ids) requireInput(world, caller, id, 'inputs');
}

function requireCredits(world: World, { caller, submission }: SubmitArguments): number | null {
  const ledger = ledgerOf(world, caller.owner);
  const environment = environmentOf(caller.owner);
  const units = world.rules.unitsToHold(ledger, submission.operation, environment);
  const price = units ?? world.rules.price(ledger, submission.operation, environment);
  if (price === null) return null;
  requireLedger(world);
  if (world.rules.isAffordable(ledger, price)) return units;
  const compared = { units: price, spendable_units: world.rules.spendableUnits(ledger), enforced: ledger.enforced };
  throw new ApiError('insufficient_credits', { because: { rule: 'CREDIT-402', section: '7', compared } });
}

/** Spec 8: the quota of the day and the admission limit. */
export function requireLimits(world: World, { caller, submission }: Asker): void {
  requireQuota(world, caller, submission.operation);
  requireAdmission(world, caller);
}

function accept(world: World, args: SubmitArguments, fingerprint: string, inputs: Asset[], units: number | null): Job {
  const { caller, submission, idempotencyKey } = args;
  const { now } = world.state;
  const { readings } = world.settings;
  world.room?.requirePictures(sourceOf(submission, inputs));
  const id = nextId(world, 'job');
  const plan = takePlan(world, args, inputs);
  const holdAt = plan?.holdAt ?? null;
  const source = sourceOf(submission, inputs);
  const magic = world.settings.magic.get(digestAsSent(source));
  const stages = stagesOf(world, magic?.stages, plan?.stages);
  hold(world, caller, units ?? 0);
  const charge = units === null ? null : ({ units, state: 'held' } as const);
  const job: Omit<Job, 'view'> = {
    id,
    owner: caller.owner,
    submission,
    idempotencyKey,
    stage: 'queued',
    stageSince: now,
    createdAt: world.rules.stamp(now),
    updatedAt: now,
    completedAt: null,
    expiresAt: readings.job_expires_at === 'from_start' ? jobExpiry(world, now) : null,
    inputs: submission.inputs,
    snapshot: takeSnapshot(world, submission, inputs),
    sourceDigest: digestAsSent(source),
    snapshotTimer: schedule(world, snapshotExpiry(world), 'snapshot-expiry', id),
    cancelRequested: false,
    stages,
    stageStatus: readings.stage_status,
    outcome: plan?.outcome ?? magic?.outcome ?? outcomeOf(world, inputs, source),
    holdAt,
    processed: null,
    output: null,
    error: null,
    results: [],
    charge: captureAt(world, { charge, owner: caller.owner }, 'acceptance'),
    timer: holdAt === 'queued' ? null : schedule(world, now + stages.queued, 'stage', id),
    timeoutTimer: readings.job_timeout === null ? null : schedule(world, now + readings.job_timeout, 'job-timeout', id),
  };
  const said = saidOf(world, plan, magic);
  const accepted = putNewJob(world, said === null ? job : { ...job, ...said });
  putClaim(world, args, { fingerprint, job: id });
  countAccepted(world, args, id);
  return accepted;
}

/** Most jobs use the stages of their World, and share the object. */
function stagesOf({ settings: { stages } }: World, magic: SaidStages, plan: SaidStages): StageDurations {
  return isSaid(magic) || isSaid(plan) ? { ...stages, ...magic, ...plan } : stages;
}

function isSaid(own: SaidStages): boolean {
  return own !== undefined && Object.keys(own).length > 0;
}

type SaidStages = Partial<StageDurations> | undefined;

/** Fields that only some jobs have: the plan, what decides the outcome, and by reading 42 the receivers of the event. */
function saidOf(
  { settings, state }: World,
  plan: Plan | undefined,
  magic: MagicImage | undefined,
): Pick<Job, 'plan' | 'decidedBy' | 'receivers'> | null {
  const isSettled = settings.readings.event_receivers === 'at_submission';
  if (plan === undefined && magic === undefined && !isSettled) return null;
  const enabled = () => [...state.endpoints.values()].filter((endpoint) => endpoint.enabled).map(({ id }) => id);
  const decidedBy = plan?.outcome ? 'plan' : magic?.outcome ? 'magic_image' : null;
  return {
    ...(plan !== undefined && { plan: plan.id }),
    ...(decidedBy !== null && { decidedBy }),
    ...(isSettled && { receivers: enabled() }),
  };
}

/** Reading 30: a job keeps its copy as long as an input is kept, unless the reading says otherwise. */
function snapshotExpiry({ rules, settings: { readings }, state: { now } }: World): Instant {
  const { snapshot_retention: retention } = readings;
  return retention === null ? rules.inputExpiry(readings, now) : now + retention;
}

function outcomeOf({ settings }: World, inputs: readonly Asset[], source: Asset): Outcome {
  const isLost = inputs.some((asset) => asset !== source && isSpoilt(asset, source, settings.readings));
  return isLost ? { status: 'failed', code: 'INPUT_UNPROCESSABLE', message: null } : ORDINARY_OUTCOME;
}

/** Every matching plan counts the job; the first one that takes effect decides it. */
function takePlan(world: World, args: SubmitArguments, inputs: readonly Asset[]): Plan | undefined {
  const { caller, submission, idempotencyKey } = args;
  if (world.state.plans.length === 0) return undefined;
  const subject = {
    operation: submission.operation,
    environment: environmentOf(caller.owner),
    key: caller.key,
    idempotencyKey,
    inputDigest: digestAsSent(sourceOf(submission, inputs)),
  };
  const { counted, chosen } = countMatches(world.state.plans, (plan) => matchesPlan(plan, subject), world.state.now);
  world.state.plans = counted;
  return chosen;
}

function takeSnapshot(world: World, submission: Submission, inputs: readonly Asset[]): SnapshotPart[] {
  return inputs.map(({ digest, width, height }, index) => {
    retainBlob(world, digest);
    return { role: submission.inputs[index]?.role ?? 'source', digest, width, height };
  });
}

function hold(world: World, caller: Caller, units: number): void {
  const account = ownerAccount(world, caller.owner);
  putLedger(world, account, world.rules.ledgerAfterAcceptance(account.ledger, units));
}

function countAccepted(world: World, { caller, submission: { operation } }: SubmitArguments, job: string): void {
  const { owner, key } = caller;
  const { now, usage, quotaUses } = world.state;
  const date = world.rules.usageDay(now);
  const name = usageKey(owner, date, operation);
  put(usage, name, { owner, date, operation, accepted: (usage.get(name)?.accepted ?? 0) + 1 });
  put(quotaUses, job, { owner, key, operation, at: now });
  countSubmission(world, { caller });
}
