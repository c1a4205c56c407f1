import { liveEffects } from '../effects/live-effects.ts';
import { recorded } from '../effects/recording.ts';
import { createMask } from '../effects/secrets/mask.ts';
import type { TapeEntry } from '../effects/tape.ts';
import type { RecordedFacts } from '../plan/facts.ts';
import { jobTimesOn, medianOf } from '../plan/job-times.ts';
import { untested } from '../plan/plan-scenarios.ts';
import { type InstanceResult, runInstance } from '../play/run-instance.ts';
import type { Reason } from '../suite/reasons.ts';
import type { Instance } from '../suite/scenario/scenario.ts';
import { secretsOf } from '../target/target.ts';
import { prepareTarget } from './prepare-target.ts';
import type { Collected, Session } from './session.ts';

/** Runs one instance in an account of its own, where there can be one, and keeps what came of it. */
export async function runOne(
  instance: Instance,
  session: Session,
  isStopped: () => Reason | null,
  collected: Collected,
): Promise<InstanceResult> {
  const began = performance.now();
  const tape: TapeEntry[] = [];
  const result = await leaseAndRun(instance, session, isStopped, tape);
  for (const one of result.evidence) collected.evidence.push(one);
  for (const one of result.observations) collected.observations.push(one);
  for (const id of result.leftovers) collected.leftovers.push(`${id} (${instance.id})`);
  const { evidence: _evidence, observations: _observations, leftovers: _leftovers, facts, ...ended } = result;
  const { id, scenario, arm, rowName } = instance;
  const took = Math.round(performance.now() - began);
  collected.ran.push({ ...ended, id, scenario, arm: arm?.name ?? null, row: rowName, took, tape, facts });
  return result;
}

async function leaseAndRun(
  instance: Instance,
  { suite, target, options, allowance, client, drivers, receivers, features, offered, jobTimes, secrets }: Session,
  isStopped: () => Reason | null,
  tape: TapeEntry[],
): Promise<InstanceResult & { facts: RecordedFacts | null }> {
  try {
    const roles = new Set(suite.scenarios.find(({ id }) => id === instance.scenario)?.requires.keys);
    const lease = await prepareTarget(instance, target, drivers, roles);
    const own = Object.entries(lease.keys).map(([name, { secret }]) => ({ name, secret }));
    const mask = createMask([...own, ...secretsOf(target)]);
    try {
      const line = offered.length === 0 ? null : drivers.forTenant(lease.keys.primary?.secret ?? null);
      const parts = { target, client, mask, offered, drivers: line, receivers, allowance, instance: instance.id };
      const facts = {
        target,
        features: features.on,
        offered,
        keys: lease.keys,
        tenant: lease.tenant,
        seed: options.seed,
        nonce: options.nonce,
        medianJobTime: medianOf(jobTimes),
      };
      const kit = { shape: suite.shapes.check };
      const effects = recorded(liveEffects(parts), tape);
      const erase = options.erase && lease.tenant === null;
      const result = await runInstance(instance, { ...facts, kit, everyAnswer: suite.everyAnswer }, effects, {
        isStopped,
        erase,
      });
      for (const time of jobTimesOn(tape)) jobTimes.push(time);
      return { ...result, facts: maskedFacts(facts) };
    } finally {
      for (const secret of mask.secrets()) secrets.push(secret);
      await lease.release().catch(() => undefined);
    }
  } catch (error) {
    return { ...notLeased(instance, error), facts: null };
  }
}

function maskedFacts(facts: RecordedFacts): RecordedFacts {
  const keys = Object.entries(facts.keys).map(([role, { environment }]) => [
    role,
    { secret: `<${role}>`, environment },
  ]);
  return { ...facts, keys: Object.fromEntries(keys) };
}

function notLeased(instance: Instance, error: unknown): InstanceResult {
  const reason = error instanceof Error && 'reason' in error ? (error.reason as Reason) : 'setup';
  const detail = error instanceof Error ? error.message : String(error);
  const evidence = instance.covers.map((rule) => untested(rule, instance.id, reason, detail));
  const outcome = reason === 'setup' ? 'setup_failed' : 'untested';
  return { outcome, reason, detail, evidence, observations: [], leftovers: [] };
}
