import { setTimeout as sleep } from 'node:timers/promises';
import { type ClockDriver, DriverFailed } from './drivers/drivers.ts';
import type { Effects, OpenedHook, OpenHook, Watch } from './effects.ts';
import type { ReceivedHook } from './http/exchange.ts';
import type { LiveParts } from './live-parts.ts';
import type { Receiver } from './receiver/receiver.ts';
import { asked, told } from './told.ts';
import { StopInstance } from './untestable.ts';

/** On the real clock the receiver is looked at as often. */
const LOOK_EVERY = 100;

export function hookEffects(
  { drivers, receivers, mask, allowance, instance }: LiveParts,
  clock: ClockDriver | null,
): Pick<Effects, 'openHook' | 'setReplies' | 'watch'> {
  const nameOf = (hook: string) => `${instance} ${hook}`;
  return {
    openHook: async (hook) => {
      const opened = await told(async (): Promise<OpenedHook> => {
        const receiver = await listening(receivers);
        const { shared } = receivers;
        if (shared !== null) refuseBeyond(shared, hook);
        const { url } = receiver.open(nameOf(hook.name), {
          replies: [...hook.replies],
          anywhere: shared !== null,
          ...(clock !== null && { clock: () => clock.now() }),
        });
        // Where it leads is known to the person alone.
        if (shared !== null) return { endpoint: null, secret: shared.secret };
        const { environment, events } = hook;
        const address = hook.scheme === 'https' ? url.replace(/^http:/, 'https:') : url;
        const made = await drivers?.webhooks.register({
          url: address,
          environment,
          ...(events !== null && { events }),
        });
        if (made === undefined) throw new Error('no driver registers endpoints');
        return { url, endpoint: { id: made.id }, secret: made.secret };
      });
      return mask.drive(opened);
    },
    setReplies: async (hook, replies) => (await receivers.get()).setReplies(nameOf(hook), [...replies]),
    watch: async (hook, watch) => {
      const receiver = await receivers.get();
      const received = () => receiver.received(nameOf(hook)).map((one) => mask.hook(one));
      const observed_until =
        clock === null
          ? await watchOnWall(watch, received, allowance)
          : await asked('needs-clock', () => watchOnClock(watch, received, clock));
      return { received: received(), observed_until };
    },
  };
}

/** The endpoint that is there is told of one environment, and of whatever was subscribed by hand. */
function refuseBeyond({ environment }: { environment: string | null }, hook: OpenHook): void {
  const why = (what: string) => `the endpoint that is registered by hand ${what}; a driver could make one that fits`;
  if (environment !== null && hook.environment !== environment)
    throw new StopInstance('needs-receiver', why(`is of the ${environment} environment`));
  if (hook.events !== null || hook.scheme === 'https') throw new StopInstance('needs-receiver', why('is as it is'));
}

/** An address that somebody else listens on is for the tester to change; it says nothing of the target. */
async function listening(receivers: LiveParts['receivers']): Promise<Receiver> {
  try {
    return await receivers.get();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StopInstance('needs-receiver', `nothing can be received at drivers.webhooks.listen: ${why}`);
  }
}

type Received = () => readonly ReceivedHook[];

/** From one due timer to the next, so that each delivery comes at its own instant; to the end where none is due. */
async function watchOnClock(watch: Watch, received: Received, clock: ClockDriver): Promise<number> {
  let { now, next_due: due } = await clock.advance({ by: 0 });
  const end = now + watch.for;
  while (now < end && !(watch.enough?.(received()) ?? false)) {
    const next = due === null ? end : Math.max(due, now + 1);
    const to = Math.min(next, end);
    ({ now, next_due: due } = await clock.advance({ to }));
    if (now < to) throw new DriverFailed('clock', 'POST /clock/advance', standsAt(to, now));
  }
  return now;
}

/** A clock that does not go where it is sent would be looked at for ever. */
function standsAt(to: number, now: number): string {
  return `it was to go to ${new Date(to).toISOString()}, and stands at ${new Date(now).toISOString()}`;
}

async function watchOnWall(watch: Watch, received: Received, allowance: LiveParts['allowance']): Promise<number> {
  const isCut = watch.for > allowance.left();
  const end = Date.now() + Math.min(watch.for, allowance.left());
  while (Date.now() < end && !allowance.signal.aborted && !(watch.enough?.(received()) ?? false))
    await sleep(Math.min(LOOK_EVERY, Math.max(1, end - Date.now())));
  // What did not come in a part of the time may come in the rest of it.
  if (isCut && !watch.partial && !(watch.enough?.(received()) ?? false))
    throw new StopInstance('deadline', `nobody could look on for ${Math.ceil(watch.for / 1000)} s`);
  return Date.now();
}
