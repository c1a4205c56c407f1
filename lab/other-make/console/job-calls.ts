import { createHash } from 'node:crypto';
import { goOn, step } from '../work.ts';
import { type Course, type Job, type Key, keyNamed, newId, type Plan, STAGES } from '../world.ts';
import { type ConsoleCall, type ConsoleRoute, type Fields, found, isFields, lengthOf } from './console-call.ts';

export const JOB_CALLS: readonly ConsoleRoute[] = [
  {
    driver: 'jobs',
    name: 'plan',
    method: 'POST',
    path: /^\/plans$/,
    members: ['match', 'times', 'stages', 'hold_at', 'outcome'],
    act: (call) => {
      const { world, body } = call;
      const plan = planIn(newId(world, 'plan'), body);
      const isMeant: Plan['isMeant'] = (job, key, ...rest) =>
        isReached(call, job) && isSubmitter(call, key) && plan.isMeant(job, key, ...rest);
      world.plans.push({ ...plan, isMeant });
      return { id: plan.id };
    },
  },
  {
    driver: 'jobs',
    name: 'clear',
    method: 'DELETE',
    path: /^\/plans\/([^/]+)$/,
    members: [],
    act: ({ world, id }) => {
      world.plans = world.plans.filter((plan) => plan.id !== id);
      return {};
    },
  },
  {
    driver: 'jobs',
    name: 'read',
    method: 'GET',
    path: /^\/jobs\/([^/]+)$/,
    members: ['held'],
    act: (call) => reportOf(jobIn(call)),
  },
  {
    driver: 'jobs',
    name: 'step',
    method: 'POST',
    path: /^\/jobs\/([^/]+)\/step$/,
    members: ['held'],
    act: (call) => {
      const job = jobIn(call);
      if (job.course.holdAt === job.stage) job.course.holdAt = null;
      if (job.stage !== 'ended') step(call.world, job);
      goOn(call.world, job);
      return reportOf(job);
    },
  },
  {
    driver: 'jobs',
    name: 'release',
    method: 'POST',
    path: /^\/jobs\/([^/]+)\/release$/,
    members: ['held'],
    act: (call) => {
      const job = jobIn(call);
      const isHeld = job.course.holdAt === job.stage;
      job.course.holdAt = null;
      if (isHeld) goOn(call.world, job);
      return reportOf(job);
    },
  },
];

function jobIn(call: ConsoleCall): Job {
  const job = found(call.world.jobs.get(call.id));
  return found(isReached(call, job) ? job : undefined);
}

function isReached({ house, world, secret }: ConsoleCall, { account }: Job): boolean {
  return house.options.driversBy === undefined || keyNamed(world, secret)?.account === account;
}

function isSubmitter({ house, secret: asker }: ConsoleCall, { secret }: Key): boolean {
  return house.options.driversBy !== 'key' || secret === asker;
}

function reportOf({ stage, status, course }: Job): Fields {
  return { stage: stage === 'ended' ? status : stage, held: course.holdAt === stage };
}

function planIn(id: string, { match, times = 1, stages, hold_at, outcome }: Fields): Plan {
  const wanted = isFields(match) ? match : {};
  return {
    id,
    left: Number(times),
    course: {
      stages: Object.fromEntries(Object.entries(stages ?? {}).map(([stage, length]) => [stage, lengthOf(length)])),
      holdAt: STAGES.find((stage) => stage === hold_at) ?? null,
      outcome: isFields(outcome) ? (outcome as Course['outcome']) : null,
    },
    isMeant: ({ operation, environment, snapshot }, { secret: key }, idempotency_key) => {
      const input_digest = createHash('sha256')
        .update(snapshot ?? '')
        .digest('hex');
      const shown: Fields = { operation, environment, key, idempotency_key, input_digest };
      return Object.entries(wanted).every(([name, value]) => (value ?? shown[name]) === shown[name]);
    },
  };
}
