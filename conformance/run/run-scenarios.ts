import type { Evidence } from '../judge/evidence.ts';
import { failsRule } from '../judge/verdicts.ts';
import { planRun } from '../plan/plan.ts';
import { scheduleOf } from '../plan/schedule.ts';
import type { Reason } from '../suite/reasons.ts';
import type { Instance } from '../suite/scenario/scenario.ts';
import type { Scenario, Suite } from '../suite/scenario/suite.ts';
import { type InstanceRun, notPlayed, scenarioNotPlayed } from './instance-run.ts';
import { progressTeller } from './progress.ts';
import { runOnTarget } from './run-on-target.ts';
import type { Session } from './session.ts';

/** After this many consecutive instances without any answer, the rest is not started. */
const HOPELESS = 6;

/** The detail of an instance that was never started. */
export const NOT_BEGUN = 'it was not started';

/** All planned instances, and the duration of those that do not wait in real time; null if none waits, or all do. */
export type ScenariosRun = { ran: InstanceRun[]; withoutWaits: WithoutWaits | null };
/** In milliseconds. `scenarios` are those that wait. */
export type WithoutWaits = { scenarios: string[]; took: number };

/** Plans, plays and judges scenarios. For those that could not be played, gives the reason. */
export async function runScenarios(session: Session, scenarios: readonly Scenario[]): Promise<ScenariosRun> {
  const { suite, context, options } = session;
  const { instances, passedOver, leftOut } = planRun(scenarios, context, session);
  await suite.shapes.prepare();
  const order = scheduleOf(instances, options);
  const { ran, stopped, withoutWaits } = await runInOrder(order, session);
  const begun = new Set(ran.map(({ id }) => id));
  const all = [
    ...passedOver.map(({ scenario, reason, detail }) => scenarioNotPlayed(scenario, reason, detail)),
    ...leftOut.map(({ instance, detail }) => notPlayed(instance, 'feature-off', detail)),
    ...ran,
    ...order.filter(({ id }) => !begun.has(id)).map((one) => notPlayed(one, stopped ?? 'interrupted', NOT_BEGUN)),
  ];
  return { ran: all, withoutWaits };
}

type Ran = { ran: InstanceRun[]; stopped: Reason | null; withoutWaits: WithoutWaits | null };

/** Returns the instances in the order in which they ended. After a stop, no further ones are started. */
async function runInOrder(order: readonly Instance[], session: Session): Promise<Ran> {
  const { options, suite } = session;
  const ran: InstanceRun[] = [];
  const began = performance.now();
  const waiting = new Set(order.flatMap(({ slow, scenario }) => (slow ? [scenario] : [])));
  let others = 0;
  const progress = progressTeller(order.length, options.onProgress);
  const stopped = () => whyStopped(session, ran);
  const work = order.map(
    (instance): Work => ({
      alone: runsAlone(instance, session),
      run: async () => {
        const one = await runOnTarget(instance, session, stopped);
        ran.push(one);
        if (!instance.slow) others = Math.round(performance.now() - began);
        progress.ended(instance.id, hasFailed(one.evidence, suite));
      },
    }),
  );
  await doWork(work, { atOnce: options.atOnce, isStopped: () => stopped() !== null, onChange: progress.running });
  const withoutWaits = waiting.size > 0 && others > 0 ? { scenarios: [...waiting], took: others } : null;
  return { ran, stopped: stopped(), withoutWaits };
}

function whyStopped({ options, allowance }: Session, ran: readonly InstanceRun[]): Reason | null {
  if (options.signal.aborted) return 'interrupted';
  const last = ran.slice(-HOPELESS);
  if (last.length === HOPELESS && last.every(({ reason }) => reason === 'unreachable')) return 'unreachable';
  return allowance.isOver() ? 'budget' : null;
}

function hasFailed(evidence: readonly Evidence[], { registry }: Suite): boolean {
  return evidence.some((one) => {
    const rule = registry.get(one.rule);
    return rule !== undefined && failsRule(rule, one);
  });
}

/** On a shared account, instances that count credits or move a common clock run exclusively. */
function runsAlone({ exclusive, given, steps }: Instance, { drivers, receivers }: Session): boolean {
  const hasOwnAccount = drivers.offered.has('tenants');
  const hasOwnClock = hasOwnAccount && drivers.clockPerAccount;
  if (drivers.offered.has('clock') && !hasOwnClock) return true;
  // At a shared address, a delivery would get the reply that another scenario wants.
  if (receivers.shared !== null && [...given, ...steps].some(({ kind }) => kind === 'hook')) return true;
  return exclusive.length > 0 && !hasOwnAccount;
}

/** A piece of work, and whether it must run alone. */
export type Work = { alone: boolean; run(): Promise<void> };

export type WorkOptions = { atOnce: number; isStopped(): boolean; onChange?(running: number): void };

/** Does all work: first in parallel what can be, up to a limit, then the rest one by one. */
export async function doWork(work: readonly Work[], { atOnce, isStopped, onChange }: WorkOptions): Promise<void> {
  const beside = work.filter(({ alone }) => !alone);
  const alone = work.filter((one) => one.alone);
  let running = 0;
  let next = 0;
  const worker = async () => {
    for (let one = beside[next]; one !== undefined; one = beside[next]) {
      next += 1;
      if (isStopped()) return;
      running += 1;
      onChange?.(running);
      await one.run();
      running -= 1;
      onChange?.(running);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, beside.length) }, worker));
  for (const one of alone) {
    if (isStopped()) return;
    onChange?.(1);
    await one.run();
  }
}
