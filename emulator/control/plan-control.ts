import type * as z from 'zod';
import { ControlRefusal } from '../domain/test-control/control-refusal.ts';
import type { Plan } from '../domain/test-control/plan.ts';
import { isSpent } from '../domain/test-control/trigger.ts';
import { BadInput, parseInput } from '../domain/values/bad-input.ts';
import { placeOf } from '../domain/values/place.ts';
import { execute, type WorldHost } from '../runtime/world-host.ts';
import { assertAllUsed, unusedPlans } from './assertions.ts';
import { givenBack } from './schemas/given-back.ts';
import { addedPlanSchema, type PlanInput, type PlanReport, type planSchema } from './schemas/plan.ts';
import { triggerOf } from './schemas/trigger-input.ts';

export type PlanControl = {
  /** Adds a plan for future matching jobs: by default for the next one. Also accepts the `plan` of a report. */
  add(plan: PlanInput | PlanReport['plan']): string;
  /** All plans, in the order in which they are tried. */
  list(): PlanReport[];
  /** Plans that have not been applied to any job. */
  unused(): PlanReport[];
  /** Throws if a plan has not been applied to any job, since the test then did not do what it prepared. */
  assertAllUsed(): void;
  remove(id: string): void;
  clear(): void;
};

export function controlPlans(host: WorldHost): PlanControl {
  const list = () => {
    const overruled = overruledJobs(host);
    return host.world.state.plans.map((plan) => planReport(plan, plan.outcome === null ? [] : overruled.get(plan.id)));
  };
  return {
    add: (input) => {
      const { prepend, ...given } = parseInput('The plan', addedPlanSchema, givenBack(input));
      const plan = planOf(given, host);
      return execute(host, 'add_plan', { plan: { ...plan, place: placeOf(plan.trigger, prepend) } }).id;
    },
    list,
    unused: () => unusedPlans(list()),
    assertAllUsed: () => assertAllUsed(list()),
    remove: (id) => {
      if (!host.world.state.plans.some((plan) => plan.id === id))
        throw new ControlRefusal(404, `there is no plan ${id}`);
      execute(host, 'remove_plans', { id });
    },
    clear: () => {
      execute(host, 'remove_plans', { id: null });
    },
  };
}

export function planOf(input: z.output<typeof planSchema>, host: WorldHost): Omit<Plan, 'id' | 'place' | 'count'> {
  const { match, stages, hold_at, outcome } = input;
  const given = Object.entries(stages).filter(([, duration]) => duration !== undefined);
  return {
    match: {
      operation: match.operation,
      environment: match.environment,
      key: match.key === null ? null : keyIdOf(host, match.key, 'The plan'),
      idempotencyKey: match.idempotency_key,
      inputDigest: match.input_digest === null ? null : plainDigest(match.input_digest),
    },
    trigger: triggerOf(input, 1),
    stages: Object.fromEntries(given),
    holdAt: hold_at,
    outcome,
  };
}

export function keyIdOf(host: WorldHost, name: string, what: string): string {
  const { keys } = host.world.state;
  const key = keys.get(name) ?? [...keys.values()].find(({ id }) => id === name);
  if (key !== undefined) return key.id;
  throw new BadInput(what, [{ path: 'match.key', problem: 'is not a key of this world' }]);
}

/** A digest in base64url, from base64url or from hex as printed by command-line tools. */
function plainDigest(text: string): string {
  return /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex').toString('base64url') : text;
}

/** The jobs whose end something else decided, by the plan that applied to them. */
function overruledJobs({ world }: WorldHost): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { id, plan, decidedBy } of world.state.jobs.values()) {
    if (plan === undefined || decidedBy === 'plan') continue;
    const ids = found.get(plan) ?? [];
    found.set(plan, ids);
    ids.push(id);
  }
  return found;
}

export function planReport({ id, place, count, trigger, ...plan }: Plan, overruled: string[] = []): PlanReport {
  const spent = isSpent(trigger, count);
  return { id, place, matched: count.matched, used: count.hits, spent, overruled, plan: { ...plan, trigger } };
}
