import { createHash } from 'node:crypto';
import { goOn, step } from '../work.ts';
import { type Course, type Job, keyNamed, newId, type Plan, STAGES } from '../world.ts';
import { type ConsoleCall, type ConsoleRoute, type Fields, found, isFields, lengthOf, route } from './console-call.ts';

export const JOB_CALLS: readonly ConsoleRoute[] = [
  route('jobs.plan', 'POST /plans', addPlan, ['match', 'times', 'stages', 'hold_at', 'outcome']),
  route('jobs.clear', 'DELETE /plans/{id}', ({ world, id }) => {
    world.plans = world.plans.filter((plan) => plan.id !== id);
  }),
  route('jobs.read', 'GET /jobs/{id}', (call) => reportOf(jobIn(call)), ['held']),
  route('jobs.step', 'POST /jobs/{id}/step', stepJob, ['held']),
  route('jobs.release', 'POST /jobs/{id}/release', releaseJob, ['held']),
];

function stepJob(call: ConsoleCall): Fields {
  const job = jobIn(call);
  if (isHeld(job)) job.course.holdAt = null;
  if (job.stage !== 'ended') step(call.world, job);
  goOn(call.world, job);
  return reportOf(job);
}

function releaseJob(call: ConsoleCall): Fields {
  const job = jobIn(call);
  const wasHeld = isHeld(job);
  job.course.holdAt = null;
  if (wasHeld) goOn(call.world, job);
  return reportOf(job);
}

function isHeld({ course, stage }: Job): boolean {
  return course.holdAt === stage;
}

function jobIn(call: ConsoleCall): Job {
  const job = found(call.world.jobs.get(call.id));
  return found(isReached(call, job) ? job : undefined);
}

function isReached({ house, world, secret }: ConsoleCall, { account }: Job): boolean {
  return house.options.driversBy === undefined || keyNamed(world, secret)?.account === account;
}

function reportOf(job: Job): Fields {
  return { stage: job.stage === 'ended' ? job.status : job.stage, held: isHeld(job) };
}

function addPlan(call: ConsoleCall): Fields {
  const { house, world, secret: asker, body } = call;
  const { match, times = 1, stages, hold_at, outcome } = body;
  const wanted = isFields(match) ? match : {};
  const plan: Plan = {
    id: newId(world, 'plan'),
    left: Number(times),
    course: {
      stages: Object.fromEntries(Object.entries(stages ?? {}).map(([stage, length]) => [stage, lengthOf(length)])),
      holdAt: STAGES.find((stage) => stage === hold_at) ?? null,
      outcome: isFields(outcome) ? (outcome as Course['outcome']) : null,
    },
    isMeant: (job, { secret: key }, idempotency_key) => {
      if (!isReached(call, job) || (house.options.driversBy === 'key' && key !== asker)) return false;
      const { operation, environment, snapshot } = job;
      const input_digest = createHash('sha256')
        .update(snapshot ?? '')
        .digest('hex');
      const shown: Fields = { operation, environment, key, idempotency_key, input_digest };
      return Object.entries(wanted).every(([name, value]) => (value ?? shown[name]) === shown[name]);
    },
  };
  world.plans.push(plan);
  return { id: plan.id };
}
