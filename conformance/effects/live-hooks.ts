import { setTimeout as sleep } from 'node:timers/promises';
import type { DriverName } from '../suite/vocabulary.ts';
import type { Target } from '../target/target.ts';
import type { Allowance } from './allowance.ts';
import type { AccountDrivers, ClockDriver } from './drivers/drivers.ts';
import type { Effects, OpenedHook, OpenHook, Watch } from './effects.ts';
import type { Hangs } from './hangs.ts';
import type { ReceivedHook } from './http/exchange.ts';
import type { HttpClient } from './http/http-client.ts';
import type { Receiver, ReceiverSource } from './receiver/receiver.ts';
import type { OwnRoom } from './room.ts';
import type { Mask } from './secrets/mask.ts';
import { clockOutput, driveOutcome, StopInstance } from './untestable.ts';

/** The interval at which the receiver is checked on the real clock. */
const LOOK_EVERY = 100;

export function hookEffects(
  { drivers, clockAhead = 0, receivers, mask, allowance, instance }: LiveParts,
  clock: ClockDriver | null,
): Pick<Effects, 'openHook' | 'setReplies' | 'watch'> {
  const nameOf = (hook: string) => `${instance} ${hook}`;
  const ahead = clock === null || clockAhead === 0 ? {} : { clock_ahead: clockAhead };
  return {
    openHook: async (hook) => {
      const opened = await driveOutcome(async (): Promise<OpenedHook> => {
        const receiver = await listening(receivers);
        const { shared } = receivers;
        if (shared !== null) refuseBeyond(shared, hook);
        const { url } = receiver.open(nameOf(hook.name), {
          replies: [...hook.replies],
          anywhere: shared !== null,
          ...(clock !== null && { clock: () => clock.now() }),
        });
        // Only the person who registered it knows its address.
        if (shared !== null) return { endpoint: null, secret: shared.secret };
        const { environment, events } = hook;
        const address = hook.url ?? (hook.scheme === 'https' ? url.replace(/^http:/, 'https:') : url);
        const made = await drivers?.webhooks.register({
          url: address,
          environment,
          ...(events !== null && { events }),
        });
        if (made === undefined) throw new Error('no driver registers endpoints');
        return { url: address, endpoint: { id: made.id }, secret: made.secret };
      });
      return mask.drive(opened);
    },
    setReplies: async (hook, replies) => (await receivers.get()).setReplies(nameOf(hook), [...replies]),
    watch: async (hook, watch) => {
      const receiver = await receivers.get();
      const received = () => receiver.received(nameOf(hook)).map((one) => ({ ...mask.hook(one), ...ahead }));
      const watched =
        clock === null
          ? { until: await watchOnWall(watch, received, allowance), blind: [] }
          : await clockOutput(() => watchOnClock(watch, received, clock, allowance));
      // A step that watches until the end also sees the duration of each reply.
      if (!(watch.enough?.(received()) ?? false)) await receiver.replied(nameOf(hook));
      return { received: received().map(timedBy(watched.blind)), observed_until: watched.until };
    },
  };
}

/** A manually registered endpoint receives the events of one environment, and only the subscribed ones. */
function refuseBeyond({ environment }: { environment: string | null }, hook: OpenHook): void {
  const why = (what: string) => `the endpoint that is registered by hand ${what}; a driver could make one that fits`;
  if (environment !== null && hook.environment !== environment)
    throw new StopInstance('needs-receiver', why(`is of the ${environment} environment`));
  if (hook.events !== null || hook.scheme === 'https' || hook.url !== undefined)
    throw new StopInstance('needs-receiver', why('does not fit'));
}

/** If the address is in use, the tester must change it; this says nothing about the target. */
async function listening(receivers: LiveParts['receivers']): Promise<Receiver> {
  try {
    return await receivers.get();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StopInstance('needs-receiver', `nothing can be received at drivers.webhooks.listen: ${why}`);
  }
}

type Received = () => readonly ReceivedHook[];

/** A move of the clock during which unknown work became due, with its times on both clocks. */
type BlindMove = { from: number; to: number; began: number; ended: number };
type Watched = { until: number; blind: readonly BlindMove[] };

/** Days of deliveries and dependent timers need hundreds of moves. */
const MOST_MOVES = 5_000;

/**
 * Moves from one due timer to the next, so that each delivery arrives at its own time; if nothing is due, moves to the
 * end.
 */
async function watchOnClock(
  watch: Watch,
  received: Received,
  clock: ClockDriver,
  allowance: LiveParts['allowance'],
): Promise<Watched> {
  const start = await clock.advance({ by: 0 });
  let { now, next_due: due, hides_due: hidden = false } = start;
  const end = now + watch.for;
  const blind: BlindMove[] = [];
  for (let moves = 0; now < end && !(watch.enough?.(received()) ?? false); moves += 1) {
    refuseToGoOn(moves, allowance);
    const next = hidden ? now + blindStep(now - start.now) : due === null ? end : Math.max(due, now + 1);
    const [from, to, began] = [now, Math.min(next, end), Date.now()];
    const after = await clock.advance({ to });
    ({ now, next_due: due } = after);
    hidden = after.hides_due ?? false;
    if (hidden) blind.push({ from, to: now, began, ended: Date.now() });
  }
  return { until: now, blind };
}

/** Stops moving a clock that never gets where it should, at the latest at the end of the run. */
function refuseToGoOn(moves: number, { left, signal }: LiveParts['allowance']): void {
  if (signal.aborted) throw new StopInstance('interrupted', 'the run was interrupted');
  if (left() <= 0) throw new StopInstance('deadline', 'the run was over before the clock was where it was to go');
  if (moves > MOST_MOVES)
    throw new StopInstance(
      'needs-clock',
      `by next_due, something is due after each of ${MOST_MOVES} moves of the clock`,
    );
}

/** If the clock does not report what is due next, each step is short compared to the elapsed time. */
function blindStep(elapsed: number): number {
  return Math.min(600_000, Math.max(5_000, elapsed / 10));
}

/** A delivery at the start or the end of a blind move may have been due at any time within it. */
function timedBy(blind: readonly BlindMove[]): (hook: ReceivedHook) => ReceivedHook {
  return (hook) => {
    const { at, target_at: there } = hook;
    const isBlind = ({ from, to, began, ended }: BlindMove) =>
      at >= began && at <= ended && (there <= from || there >= to);
    if (!blind.some(isBlind)) return hook;
    return { ...hook, clock_failed: 'it does not say when the next work is due (next_due), and moved beyond it' };
  };
}

async function watchOnWall(watch: Watch, received: Received, allowance: LiveParts['allowance']): Promise<number> {
  const isCut = watch.for > allowance.left();
  const end = Date.now() + Math.min(watch.for, allowance.left());
  while (Date.now() < end && !allowance.signal.aborted && !(watch.enough?.(received()) ?? false))
    await sleep(Math.min(LOOK_EVERY, Math.max(1, end - Date.now())));
  // What is missing after part of the time may still arrive in the rest.
  if (isCut && !watch.partial && !(watch.enough?.(received()) ?? false))
    throw new StopInstance('deadline', `no one could observe for ${Math.ceil(watch.for / 1000)} s`);
  return Date.now();
}

/** The parts of the effects on a real target. */
export type LiveParts = {
  target: Target;
  client: Pick<HttpClient, 'send'>;
  mask: Mask;
  offered: readonly DriverName[];
  drivers: AccountDrivers | null;
  /** The keys of the instance's account, and of the accounts beside it, by role. */
  keys: Readonly<Record<string, { secret: string } | undefined>>;
  /** The milliseconds by which the times of answers are ahead of the drivers' clock. */
  clockAhead?: number;
  /** How the server refuses the primary key of the target; null if it does not. */
  refusal?: string | null;
  receivers: ReceiverSource;
  allowance: Allowance;
  hangs: Hangs;
  room: Pick<OwnRoom, 'refuse'>;
  /** Distinguishes the hooks of one instance from those of another. */
  instance: string;
};
