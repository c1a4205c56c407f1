import type { TapeEntry } from '../effects/tape.ts';
import { StopInstance } from '../effects/untestable.ts';
import type { Evidence } from '../judge/evidence.ts';
import { judgeTrace } from '../judge/judge-trace.ts';
import type { Ended, Trace } from '../play/trace.ts';
import { type Lease, leaseAccount } from '../run/lease.ts';
import { type OpenSession, openSession } from '../run/open-session.ts';
import { playLeased } from '../run/run-on-target.ts';
import type { Session as Shared } from '../run/session.ts';
import { compileSession } from '../sessions/compile-session.ts';
import { scenarioText, type WrittenScenario } from '../sessions/write/write-scenario.ts';
import type { Loaded } from '../suite/scenario/load-suite.ts';
import type { Instance } from '../suite/scenario/scenario.ts';
import type { Scenario } from '../suite/scenario/suite.ts';
import { problemText } from '../suite/yaml/problem.ts';
import type { Target } from '../target/target.ts';

/** What a step of the session saw. */
export type Seen = { step: string; subject: unknown; exchanges: readonly number[] };

/** The results of a session on one server. */
export type Played = {
  seen: ReadonlyMap<string, Seen>;
  /** In the order of the steps. */
  order: readonly string[];
  /** The evidence about rules from the answers, whatever the session is about. */
  evidence: readonly Evidence[];
  tape: readonly TapeEntry[];
  ended: Ended;
};

/** Plays a session in an account of its own, if possible. */
export async function playSession(written: WrittenScenario, shared: Shared): Promise<Played> {
  const { scenario, instance } = compiled(written, shared);
  const lease = await lent(instance, shared, scenario.requires);
  if ('ended' in lease) return { seen: new Map(), order: [], evidence: [], tape: [], ended: lease.ended };
  try {
    return await playLent(instance, lease, shared);
  } finally {
    await lease.release().catch(() => undefined);
  }
}

async function lent(
  instance: Instance,
  shared: Shared,
  requires: Scenario['requires'],
): Promise<Lease | { ended: Ended }> {
  try {
    return await leaseAccount(instance, shared, requires);
  } catch (error) {
    const reason = error instanceof StopInstance ? error.reason : 'setup';
    return { ended: { outcome: 'untested', reason, detail: error instanceof Error ? error.message : String(error) } };
  }
}

async function playLent(instance: Instance, lease: Lease, shared: Shared): Promise<Played> {
  const room = shared.room.enter();
  const tape: TapeEntry[] = [];
  // Each play has its own Idempotency-Keys, even if an account is reused.
  const options = { ...shared.options, nonce: `${shared.options.nonce}\0${shared.allowance.requests()}` };
  const session = { ...shared, options, jobTimes: [], secrets: [] };
  const { trace } = await playLeased(instance, lease, session, { isStopped: () => null, tape, room });
  room.leave(tape);
  return { ...seenIn(trace), evidence: judgeTrace(trace).evidence, tape, ended: trace.ended };
}

function seenIn({ moments }: Trace): Pick<Played, 'seen' | 'order'> {
  const seen = new Map<string, Seen>();
  const order: string[] = [];
  for (const moment of moments) {
    if (moment.kind !== 'step' || moment.prefix !== '' || moment.isPoll) continue;
    const { step, subject, exchanges } = moment;
    seen.set(step.id, { step: step.id, subject, exchanges });
    order.push(step.id);
  }
  return { seen, order };
}

/** If a session is not a valid scenario, this is a fault of the kit. */
function compiled(written: WrittenScenario, shared: Shared): { scenario: Scenario; instance: Instance } {
  const found = compileSession(scenarioText(written), shared);
  if ('problems' in found)
    throw new Error(`the session is not a valid scenario: ${found.problems.map(problemText).join('; ')}`);
  return found;
}

/** A server that sessions are played on. */
export type Side = OpenSession;

type SideOptions = { seed: string; nonce: string; signal: AbortSignal };

export async function openSide(loaded: Loaded, target: Target, { seed, nonce, signal }: SideOptions): Promise<Side> {
  const options = { only: [], groups: [], shard: null, seed, nonce, repeat: 1, atOnce: 1, signal, erase: true };
  return openSession(loaded, target, options);
}
