import { environmentOf } from '../../domain/account.ts';
import type { Asset } from '../../domain/asset.ts';
import { type Check, orderOfChecks } from '../../domain/check-order.ts';
import { ApiError, invalidFields } from '../../domain/errors.ts';
import type { Job, SnapshotPart } from '../../domain/job.ts';
import type { Submission } from '../../domain/submission.ts';
import { matchesPlan, ORDINARY_OUTCOME, type Plan } from '../../domain/test-control/plan.ts';
import { countMatches } from '../../domain/test-control/trigger.ts';
import { dailyQuota, usageKey } from '../../domain/usage.ts';
import { MINUTE, secondsUntil, utcDay } from '../../domain/values/time.ts';
import { put } from '../../domain/values/undo.ts';
import { lookUpAsset } from '../assets.ts';
import { retainBlob } from '../blobs.ts';
import type { Caller } from '../caller.ts';
import { findReplay, putClaim } from '../claims.ts';
import { putNewJob } from '../jobs.ts';
import { requireLedger } from '../ledger.ts';
import { schedule } from '../timers.ts';
import { nextId, ownerAccount, type World } from '../world.ts';

export type SubmitArguments = { caller: Caller; submission: Submission; idempotencyKey: string | null };
export type SubmitResult = { replayed: boolean; job: Job };

/** Whose limits a submission counts to. */
type Asker = { caller: Caller; submission: Pick<Submission, 'operation'> };

/** Spec 4.2, in the order of reading 20: a replay, the inputs, the credits, the limits, and then the job. */
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

/** What a replay may be refused for, though its job is there. */
function requireReplayable(world: World, args: SubmitArguments): void {
  const { replay_over_limit, replay_after_input_gone } = world.settings.readings;
  if (replay_over_limit === 'refuse') requireAdmission(world, args);
  if (replay_after_input_gone === 'refuse') requireInputs(world, args);
}

function requireAll(world: World, args: SubmitArguments): { inputs: Asset[]; units: number | null } {
  let inputs: Asset[] = [];
  let units: number | null = null;
  const checks: Record<Check, () => void> = {
    inputs: () => {
      inputs = requireInputs(world, args);
    },
    credits: () => {
      units = requireCredits(world, args);
    },
    limits: () => requireLimits(world, args),
  };
  for (const check of orderOfChecks(world.settings.readings)) checks[check]();
  return { inputs, units };
}

function requireInputs(world: World, { caller, submission }: SubmitArguments): Asset[] {
  const assets = submission.inputs.map(({ assetId }, index) => requireInput(world, caller, assetId, index));
  const source = sourceOf(submission, assets);
  assets.forEach((asset, index) => {
    if (asset.width === source.width && asset.height === source.height) return;
    const problem = `is ${asset.width} x ${asset.height}, but must be ${source.width} x ${source.height} as the source`;
    throw invalidFields([{ path: `inputs[${index}].asset_id`, problem }]);
  });
  return assets;
}

/** The source image, which every submission has. */
function sourceOf(submission: Submission, inputs: readonly Asset[]): Asset {
  const source = inputs[submission.inputs.findIndex(({ role }) => role === 'source')];
  if (source === undefined) throw new Error('a submission without a source came through its schema');
  return source;
}

function requireInput(world: World, caller: Caller, id: string, index: number): Asset {
  const asset = lookUpAsset(world, caller.owner, id);
  const state = world.rules.inputState(asset, world.state.now);
  const because = { section: '4.2', compared: { asset_id: id, state } };
  if (state === 'expired') throw new ApiError('asset_expired', { because: { rule: 'SUBMIT-INPUT-410', ...because } });
  if (asset === undefined || 'cause' in asset || state === 'missing') {
    throw new ApiError('asset_not_found', { because: { rule: 'SUBMIT-INPUT-404', ...because } });
  }
  if (state === 'not_an_input') {
    throw invalidFields([
      { path: `inputs[${index}].asset_id`, problem: 'names a result, not an uploaded input asset' },
    ]);
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

/** Spec 8: the quota of the day and the admission limit. */
export function requireLimits(world: World, asker: Asker): void {
  requireQuota(world, asker);
  requireAdmission(world, asker);
}

function requireQuota(world: World, { caller, submission }: Asker): void {
  const { now, switches, usage } = world.state;
  const { operation } = submission;
  const used = usage.get(usageKey(caller.owner, utcDay(now), operation))?.quotaUsed ?? 0;
  const quota = switches.dailyQuota ?? dailyQuota(world.settings.readings, environmentOf(caller.owner), operation);
  const opensAt = world.rules.quotaOpensAt(quota, used, now);
  if (opensAt === null) return;
  const because = { rule: 'QUOTA-429', section: '8', compared: { used_today: used } };
  throw new ApiError('rate_limited', { retryAfterSeconds: secondsUntil(opensAt, now), because });
}

function requireAdmission(world: World, { caller }: Asker): void {
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
    outcome: plan?.outcome ?? magic?.outcome ?? ORDINARY_OUTCOME,
    holdAt,
    processed: null,
    output: null,
    error: null,
    results: [],
    charge: units === null ? null : { units, state: 'held' },
    timer: holdAt === 'queued' ? null : schedule(world, now + stages.queued, 'stage', id),
  });
  putClaim(world, args, { fingerprint, job: id });
  hold(world, caller, units ?? 0);
  countAccepted(world, args);
  return job;
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
