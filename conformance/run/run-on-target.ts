import { median } from '../../shared/median.ts';
import { DriverAbsent } from '../effects/drivers/drivers.ts';
import { paced } from '../effects/http/pace.ts';
import { viewOf } from '../effects/http/view.ts';
import { liveEffects } from '../effects/live-effects.ts';
import { recorded } from '../effects/recording.ts';
import type { OwnRoom } from '../effects/room.ts';
import { createMask } from '../effects/secrets/mask.ts';
import type { TapeEntry } from '../effects/tape.ts';
import { StopInstance } from '../effects/untestable.ts';
import { type Findings, judgeTrace } from '../judge/judge-trace.ts';
import type { RecordedFacts } from '../plan/facts.ts';
import { playInstance } from '../play/play-instance.ts';
import type { Leftover, Trace } from '../play/trace.ts';
import type { Reason } from '../suite/reasons.ts';
import type { Instance } from '../suite/scenario/scenario.ts';
import { secretsOf } from '../target/target.ts';
import { type InstanceRun, notPlayed } from './instance-run.ts';
import { type Lease, leaseAccount } from './lease.ts';
import type { Session } from './session.ts';

/**
 * Runs one instance in an account of its own, if possible, and keeps the results. If the server ended a connection that
 * it had promised to keep, the outcome of the request on it is unknown, and the instance is run again without such
 * connections.
 */
export async function runOnTarget(
  instance: Instance,
  session: Session,
  isStopped: () => Reason | null,
): Promise<InstanceRun> {
  const before = session.client.lost();
  const first = await runOnce(instance, session, isStopped);
  if (session.client.lost() === before || isStopped() !== null) return first;
  const again = await runOnce(instance, session, isStopped);
  return { ...again, leftovers: [...first.leftovers, ...again.leftovers] };
}

async function runOnce(instance: Instance, session: Session, isStopped: () => Reason | null): Promise<InstanceRun> {
  const began = performance.now();
  const tape: TapeEntry[] = [];
  const room = session.room.enter();
  const found = await leaseAndRun(instance, session, { isStopped, tape, room });
  const { id, scenario, arm, rowName } = instance;
  const took = Math.round(performance.now() - began);
  return { ...found, id, scenario, arm: arm?.name ?? null, row: rowName, took, ...room.leave(tape) };
}

type Ran = Findings & { leftovers: readonly Leftover[]; facts: RecordedFacts | null };

/** The parts that belong to a single run of an instance. */
type Own = { isStopped: () => Reason | null; tape: TapeEntry[]; room: OwnRoom };

async function leaseAndRun(instance: Instance, session: Session, own: Own): Promise<Ran> {
  const scenario = session.suite.scenarios.find(({ id }) => id === instance.scenario);
  try {
    const lease = await leaseAccount(instance, session, scenario?.requires);
    try {
      const tenant = lease.tenant && { ...lease.tenant, readsBack: true };
      const { trace, facts } = await playLeased(instance, { ...lease, tenant }, session, own);
      return { ...judgeTrace(trace), leftovers: trace.leftovers, facts };
    } finally {
      await lease.release().catch(() => undefined);
    }
  } catch (error) {
    return notLeased(instance, error);
  }
}

/** Plays an instance on the target of a session, with the leased keys and account. */
export async function playLeased(
  instance: Instance,
  { keys, tenant }: Lease,
  session: Session,
  { isStopped, tape, room }: Own,
): Promise<{ trace: Trace; facts: RecordedFacts }> {
  const { suite, target, options, features, offered, pictures, jobTimes, secrets } = session;
  const own = Object.entries(keys).map(([name, { secret }]) => ({ name, secret }));
  const mask = createMask([...own, ...secretsOf(target)]);
  const drivers = offered.length === 0 ? null : session.drivers.forAccount(keys.primary?.secret ?? null);
  const client = paced(session.client, session.paceOf());
  const parts = { ...session, client, mask, drivers, keys, room, instance: instance.id };
  const { seed, nonce } = options;
  const facts = { target, features, offered, keys, tenant, seed, nonce, medianJobTime: medianOf(jobTimes) };
  const shared = { everyAnswer: suite.everyAnswer, pictures };
  const how = { isStopped, erase: options.erase && tenant === null, goesWhole: tenant !== null };
  try {
    const effects = recorded(liveEffects(parts), tape, room.take);
    const trace = await playInstance(instance, { ...facts, ...shared }, effects, how);
    for (const time of jobTimesOn(tape)) jobTimes.push(time);
    return { trace, facts: maskedFacts(facts) };
  } finally {
    for (const secret of mask.secrets()) secrets.push(secret);
  }
}

function maskedFacts(facts: RecordedFacts): RecordedFacts {
  const keys = Object.entries(facts.keys).map(([role, { environment }]) => [
    role,
    { secret: `<${role}>`, environment },
  ]);
  return { ...facts, keys: Object.fromEntries(keys) };
}

function notLeased(instance: Instance, error: unknown): Ran {
  const reason = reasonOf(error);
  const detail = error instanceof Error ? error.message : String(error);
  const outcome = reason === 'setup' ? 'setup_failed' : 'untested';
  return { ...notPlayed(instance, reason, detail), outcome };
}

/** A driver that cannot make this account counts as missing. */
function reasonOf(error: unknown): Reason {
  if (error instanceof DriverAbsent) return 'needs-tenant';
  return error instanceof StopInstance ? error.reason : 'setup';
}

/** The assumed duration of a job before one has been seen to end. */
const ASSUMED = 4_000;
const [SHORTEST, LONGEST] = [50, 60_000];

/** Returns the durations of jobs that were read after their end, in milliseconds of the target's time. */
function jobTimesOn(tape: readonly TapeEntry[]): number[] {
  return tape.flatMap((entry) => {
    if (entry.kind !== 'exchange' || !entry.exchange.request.url.startsWith('/v1/jobs/')) return [];
    const body = viewOf(entry.exchange).body as { created_at?: string; completed_at?: string } | undefined | null;
    const took = Date.parse(body?.completed_at ?? '') - Date.parse(body?.created_at ?? '');
    return took >= 0 ? [took] : [];
  });
}

/** Limited: a job that ends at once cannot be sampled, and a run does not wait for one that takes an hour. */
function medianOf(times: readonly number[]): number {
  const middle = times.length === 0 ? ASSUMED : median(times);
  return Math.min(LONGEST, Math.max(SHORTEST, middle));
}
