import { fixtures } from '../../fixtures/index.ts';
import type { JobConfig } from '../control/schemas/job-input.ts';
import { ownerOf } from '../domain/account.ts';
import { ApiError } from '../domain/errors.ts';
import { WORKING_STAGES, type WorkingStage } from '../domain/job.ts';
import { errorDetail } from '../domain/refusals/error-detail.ts';
import type { Submission } from '../domain/submission.ts';
import type { Plan, StageDurations } from '../domain/test-control/plan.ts';
import { BadInput } from '../domain/values/bad-input.ts';
import { digestOf } from '../domain/values/digest.ts';
import type { Instant } from '../domain/values/time.ts';
import type { Operation } from '../domain/vocabulary.ts';
import { advanceTo } from '../runtime/advance.ts';
import { execute, type WorldHost } from '../runtime/world-host.ts';
import type { Caller } from '../world/caller.ts';

/** How long before its start a world with these jobs begins. */
export function oldestAge(jobs: readonly JobConfig[]): number {
  return jobs.reduce((oldest, { age, count, every }) => Math.max(oldest, age + (count - 1) * every), 0);
}

/** Submits jobs by age, with the same verbs as real ones, and advances time to the start of the world. */
export async function seedJobs(host: WorldHost, jobs: readonly JobConfig[], start: Instant): Promise<void> {
  const moments = jobs.flatMap((job, index) =>
    Array.from({ length: job.count }, (_, nth) => ({ job, index, at: start - job.age - nth * job.every })),
  );
  const { keyStoreUnreadable, ledgerUnreadable } = host.world.state.switches;
  execute(host, 'set_switches', { switches: { keyStoreUnreadable: false, ledgerUnreadable: false } });
  for (const { job, index, at } of moments.sort((one, other) => one.at - other.at)) {
    await advanceTo(host, at);
    const caller = callerOf(host, job, index);
    const input = await inputOf(host, caller);
    try {
      seedJob(host, job, caller, input);
    } catch (error) {
      throw refusalOf(error, index);
    }
  }
  await advanceTo(host, start);
  execute(host, 'set_switches', { switches: { keyStoreUnreadable, ledgerUnreadable } });
}

function seedJob(host: WorldHost, job: JobConfig, caller: Caller, input: string): void {
  const { id: plan } = execute(host, 'add_plan', { plan: planOf(host, job) });
  const submission = { ...REQUESTS[job.operation], inputs: [{ assetId: input, role: 'source' }] } as Submission;
  const { idempotency_key: idempotencyKey = null, outcome } = job;
  const submitted = execute(host, 'submit', { caller, submission, idempotencyKey });
  execute(host, 'remove_plans', { id: plan });
  if (outcome?.status === 'cancelled') execute(host, 'cancel', { caller, job: submitted.job.id });
}

const REQUESTS: { [Name in Operation]: Omit<Extract<Submission, { operation: Name }>, 'inputs'> } = {
  'skin.analyze': { operation: 'skin.analyze', concerns: ['acne', 'redness', 'wrinkles'], visualizations: [] },
  'makeup.apply': { operation: 'makeup.apply', products: [{ category: 'lipstick', color: '#a1304a', opacity: 1 }] },
  'hair.try_on': {
    operation: 'hair.try_on',
    gradient: { dark: { color: '#3b1a6e', opacity: 1 }, light: { color: '#d45fb0', opacity: 1 } },
  },
};

/** A plan for this job, before all configured ones. Stages for which there is no time have a duration of zero. */
function planOf({ world }: WorldHost, { age, stage, outcome }: JobConfig): Omit<Plan, 'id' | 'count'> {
  const before = stage === undefined ? WORKING_STAGES : WORKING_STAGES.slice(0, WORKING_STAGES.indexOf(stage));
  return {
    match: { operation: null, environment: null, key: null, idempotencyKey: null, inputDigest: null },
    trigger: { nth: null, every: null, times: 1, between: null },
    place: 'ending',
    stages: shortened(world.settings.stages, before, age),
    holdAt: stage ?? null,
    outcome: outcome === undefined || outcome.status === 'cancelled' ? null : outcome,
  };
}

function shortened(stages: StageDurations, passed: readonly WorkingStage[], age: number): Partial<StageDurations> {
  const needed = passed.reduce((sum, stage) => sum + stages[stage], 0);
  return needed <= age ? {} : Object.fromEntries(passed.map((stage) => [stage, 0]));
}

function callerOf({ world }: WorldHost, { key: secret }: JobConfig, index: number): Caller {
  const keys = [...world.state.keys.values()];
  const usual = keys.find(({ environment }) => environment === 'test') ?? keys[0];
  const key = secret === undefined ? usual : world.state.keys.get(secret);
  if (key === undefined)
    throw badJob(
      index,
      secret === undefined ? '' : '.key',
      secret === undefined ? 'needs a key' : 'is not a key of this world',
    );
  return { owner: ownerOf(key.account, key.environment), key: key.id };
}

/** A drawn face that the caller has uploaded; a new one if the earlier one is no longer readable. */
async function inputOf(host: WorldHost, caller: Caller): Promise<string> {
  const { images, blobs } = host.ports;
  const bytes = fixtures.face('short-blond').bytes('image/webp');
  const digest = digestOf(bytes);
  const { assets, now } = host.world.state;
  const there = [...assets.values()].find(
    (asset) => asset.digest === digest && asset.owner === caller.owner && asset.expiresAt > now,
  );
  if (there !== undefined) return there.id;
  const header = await images.inspect(bytes, digest);
  if ('problem' in header) throw new Error(`a drawn face ${header.problem}`);
  blobs.put(digest, bytes);
  return execute(host, 'upload', { caller, image: { ...header, sizeBytes: bytes.byteLength, digest } }).id;
}

function refusalOf(error: unknown, index: number): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, body } = errorDetail(error, '');
  return badJob(index, '', `the service refuses such a submission: ${status} ${body.error.code}`);
}

function badJob(index: number, part: string, problem: string): BadInput {
  return new BadInput('The configuration', [{ path: `jobs[${index}]${part}`, problem }]);
}
