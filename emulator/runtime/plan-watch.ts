import type { Plan } from '../domain/test-control/plan.ts';
import type { AuditPort } from '../world/ports.ts';
import type { World } from '../world/world.ts';

export type PlanWatch = {
  /** The world was restored and has other plans. Nothing is reported about plans that it still has. */
  replace(plans: readonly Plan[], next: readonly Plan[]): void;
  end(): void;
};

/** Reports to the audit of a run which plans of a world decided no job. */
export function watchPlans(name: string, world: World, audit: AuditPort | undefined): PlanWatch {
  if (audit === undefined) return { replace: () => {}, end: () => {} };
  const used = new Set<string>();
  const tellOf = (plans: readonly Plan[]) => {
    for (const plan of plans) if (!used.has(nameOf(plan))) audit.tell({ kind: 'unused_plan', world: name, plan });
  };
  const replace = (plans: readonly Plan[], next: readonly Plan[]) => {
    for (const plan of plans) if (plan.count.hits > 0) used.add(nameOf(plan));
    const kept = new Set(next.map(nameOf));
    tellOf(plans.filter((plan) => !kept.has(nameOf(plan))));
  };
  const cancel = audit.atExit(() => replace(world.state.plans, []));
  return {
    replace,
    end: () => {
      cancel();
      replace(world.state.plans, []);
    },
  };
}

/** Ids are reused after a reset, so the name of a plan also contains its content. */
function nameOf({ count: _, ...plan }: Plan): string {
  return JSON.stringify(plan);
}
