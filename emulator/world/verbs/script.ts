import { type Fault, type FaultSubject, matchesFault } from '../../domain/test-control/fault.ts';
import type { Plan } from '../../domain/test-control/plan.ts';
import { countMatches } from '../../domain/test-control/trigger.ts';
import { withRow } from '../../domain/values/place.ts';
import type { Switches } from '../state.ts';
import { nextId, type World } from '../world.ts';

/** Plans and faults, which tests script. The rows are in the order in which they are tried. */

const NEVER = { matched: 0, hits: 0 };

export function addPlan(world: World, { plan }: { plan: Omit<Plan, 'id' | 'count'> }): Plan {
  const added: Plan = { ...plan, id: nextId(world, 'plan'), count: NEVER };
  world.state.plans = withRow(world.state.plans, added);
  return added;
}

export function addFault(world: World, { fault }: { fault: Omit<Fault, 'id' | 'count'> }): Fault {
  const added: Fault = { ...fault, id: nextId(world, 'fault'), count: NEVER };
  world.state.faults = withRow(world.state.faults, added);
  return added;
}

/** Removes one plan, or all plans. */
export function removePlans(world: World, { id }: { id: string | null }): void {
  world.state.plans = id === null ? [] : world.state.plans.filter((plan) => plan.id !== id);
}

/** Removes one fault, or all faults. */
export function removeFaults(world: World, { id }: { id: string | null }): void {
  world.state.faults = id === null ? [] : world.state.faults.filter((fault) => fault.id !== id);
}

/** The fault that takes effect on a request, if there is one. Every matching fault counts the request. */
export function meetFault(world: World, { subject }: { subject: FaultSubject }): Fault | null {
  const { counted, chosen } = countMatches(
    world.state.faults,
    (fault) => matchesFault(fault, subject),
    world.state.now,
  );
  world.state.faults = counted;
  return chosen ?? null;
}

export function setSwitches(world: World, { switches }: { switches: Partial<Switches> }): void {
  world.state.switches = { ...world.state.switches, ...switches };
}
