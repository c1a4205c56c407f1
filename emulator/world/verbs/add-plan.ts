import type { Plan } from '../../domain/plan.ts';
import { nextId, type World } from '../world.ts';

/** A new plan stands before the older ones, so that a test can override what a suite set up. */
export function addPlan(world: World, { plan }: { plan: Omit<Plan, 'id'> }): Plan {
  const added: Plan = { ...plan, id: nextId(world, 'plan') };
  world.state.plans = [added, ...world.state.plans];
  return added;
}
