import { environmentOf } from '../../domain/account.ts';
import type { Asset } from '../../domain/asset.ts';
import { ApiError, invalidFields } from '../../domain/errors.ts';
import type { Job, SnapshotPart } from '../../domain/job.ts';
import type { Submission } from '../../domain/submission.ts';
import { matchesPlan, ORDINARY_OUTCOME, type Outcome, type Plan } from '../../domain/test-control/plan.ts';
import { countMatches } from '../../domain/test-control/trigger.ts';
import { dailyQuota, usageKey } from '../../domain/usage.ts';
import { MINUTE, secondsUntil, utcDay } from '../../domain/values/time.ts';
import { put } from '../../domain/values/undo.ts';
import { lookUpAsset } from '../assets.ts';
import { retainBlob } from '../blobs.ts';
import type { Caller } from '../caller.ts';
import { isSpoilt, requireHairMask } from '../hair-mask.ts';
import { putNewJob } from '../jobs.ts';
import { requireLedger } from '../ledger.ts';
import { schedule } from '../timers.ts';
import { nextId, ownerAccount, type World } from '../world.ts';

export type SubmitArguments = { caller: Caller; submission: Submission; idempotencyKey: string | null };
export type SubmitResult = { replayed: boolean; job: Job };

/** Spec 4.2, in the order of reading 20: a replay, the inputs, the credits, the limits, and then the job. */
export function submitJob(world: World, args: SubmitArguments): SubmitResult {
  const fingerprint = world.rules.fingerprint(args.submission);
  const earlier = findReplay(world, args, fingerprint);
  if (earlier !== null) return { replayed: true, job: earlier };

  const inputs = requireInputs(world, args);
  const units = requireCredits(world, args);
  requireQuota(world, args);
  requireAdmission(world, args);
  return { replayed: false, job: accept(world, args, fingerprint, inputs, units) };
}

function claimName(world: World, { caller, idempotencyKey, submission }: SubmitArguments): string {
  return world.rules.claimName(caller.owner, caller.key, idempotencyKey ?? '', submission.operation);
}

function findReplay(world: World, args: SubmitArguments, fingerprint: string): Job | null {
  const claim = args.idempotencyKey === null ? undefined : world.state.claims.get(claimName(world, args));
  if (claim === undefined) return null;
  const job = world.state.jobs.get(claim.job);
  const verdict = world.rules.replay(claim, fingerprint, job !== undefined);
  const compared = {
    claimed_by: claim.job,
    same_request: claim.fingerprint === fingerprint,
    job_is_there: job !== undefined,
  };
  if (verdict === 'conflict') {
    throw new ApiError('idempotency_key_reused', { because: { rule: 'IDEM-REUSED-409', section: '4.2', compared } });
  }
  if (verdict === 'deleted' || job === undefined) {
    throw new ApiError('job_deleted', { because: { rule: 'IDEM-DELETED-410', section: '3', compared } });
  }
  return job;
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

/** Where a submission names an input (reading 11). */
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
  const state = world.rules.inputState(asset, world.state.now);
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

function requireCredits(world: World, { caller, submission }: SubmitArguments): number | null {
  const { ledger } = ownerAccount(world, caller.owner);
  const units = world.rules.unitsToHold(ledger, submission.operation, environmentOf(caller.owner));
  if (units === null) return null;
  requireLedger(world);
  if (world.rules.isAffordable(ledger, units)) return units;
  const compared = { units, spendable_units: world.rules.spendableUnits(ledger), enforced: ledger.enforced };
  throw new ApiError('insufficient_credits', { because: { rule: 'CREDIT-402', section: '7', compared } });
}

function requireQuota(world: World, { caller, submission }: SubmitArguments): void {
  const { now, switches, usage } = world.state;
  const { operation } = submission;
  const used = usage.get(usageKey(caller.owner, utcDay(now), operation))?.quotaUsed ?? 0;
  const quota = switches.dailyQuota ?? dailyQuota(world.settings.readings, environmentOf(caller.owner), operation);
  const opensAt = world.rules.quotaOpensAt(quota, used, now);
  if (opensAt === null) return;
  const because = { rule: 'QUOTA-429', section: '8', compared: { used_today: used } };
  throw new ApiError('rate_limited', { retryAfterSeconds: secondsUntil(opensAt, now), because });
}

function requireAdmission(world: World, { caller }: SubmitArguments): void {
  const { now } = world.state;
  const admission = world.state.admissions.get(caller.key);
  const opensAt = world.rules.admissionOpensAt(world.state.switches.admissionPerMinute, admission, now);
  if (opensAt === null) return;
  const because = { rule: 'ADMISSION-429', section: '8', compared: { admitted_this_minute: admission?.count ?? 0 } };
  throw new ApiError('rate_limited', { retryAfterSeconds: secondsUntil(opensAt, now), because });
}

function accept(world: World, args: SubmitArguments, fingerprint: string, inputs: Asset[], units: number | null): Job {
  const { caller, submission, idempotencyKey } = args;
  const { now } = world.state;
  const id = nextId(world, 'job');
  const plan = takePlan(world, args, inputs);
  const holdAt = plan?.holdAt ?? null;
  const source = sourceOf(submission, inputs);
  const magic = world.settings.magic.get(source.digest);
  const stages = { ...world.settings.stages, ...magic?.stages, ...plan?.stages };
  const job = putNewJob(world, {
    id,
    owner: caller.owner,
    submission,
    idempotencyKey,
    stage: 'queued',
    stageSince: now,
    createdAt: now,
    updatedAt: now,
    completedAt: null,
    expiresAt: null,
    inputs: submission.inputs,
    snapshot: takeSnapshot(world, submission, inputs),
    sourceDigest: source.digest,
    snapshotTimer: schedule(world, world.rules.inputExpiry(world.settings.readings, now), 'snapshot-expiry', id),
    cancelRequested: false,
    stages,
    outcome: plan?.outcome ?? magic?.outcome ?? outcomeOf(world, inputs, source),
    holdAt,
    processed: null,
    output: null,
    error: null,
    results: [],
    charge: units === null ? null : { units, state: 'held' },
    timer: holdAt === 'queued' ? null : schedule(world, now + stages.queued, 'stage', id),
  });
  if (idempotencyKey !== null) put(world.state.claims, claimName(world, args), { fingerprint, job: id });
  hold(world, caller, units ?? 0);
  countAccepted(world, args);
  return job;
}

function outcomeOf({ settings }: World, inputs: readonly Asset[], source: Asset): Outcome {
  const isLost = inputs.some((asset) => asset !== source && isSpoilt(asset, source, settings.readings));
  return isLost ? { status: 'failed', code: 'INPUT_UNPROCESSABLE', message: null } : ORDINARY_OUTCOME;
}

/** Every plan that matches counts the job; the first that takes effect decides it. */
function takePlan(world: World, args: SubmitArguments, inputs: readonly Asset[]): Plan | undefined {
  const { caller, submission, idempotencyKey } = args;
  const subject = {
    operation: submission.operation,
    environment: environmentOf(caller.owner),
    key: caller.key,
    idempotencyKey,
    inputDigest: sourceOf(submission, inputs).digest,
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
  put(world.state.accounts, account.name, {
    ...account,
    ledger: world.rules.ledgerAfterAcceptance(account.ledger, units),
  });
}

function countAccepted(world: World, { caller, submission: { operation } }: SubmitArguments): void {
  const { owner, key } = caller;
  const { now, usage, admissions } = world.state;
  const date = world.rules.usageDay(now);
  const name = usageKey(owner, date, operation);
  const row = usage.get(name) ?? { owner, date, operation, accepted: 0, quotaUsed: 0 };
  put(usage, name, { ...row, accepted: row.accepted + 1, quotaUsed: row.quotaUsed + 1 });
  const window = Math.floor(now / MINUTE) * MINUTE;
  const before = admissions.get(key);
  put(admissions, key, { window, count: before?.window === window ? before.count + 1 : 1 });
}
