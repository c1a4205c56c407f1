import { createQueue } from '../domain/queue.ts';
import type { Instant } from '../domain/time.ts';
import { mayOverlapUntil } from '../domain/webhook.ts';
import { deliveryRequest } from '../world/deliveries.ts';
import type { BlobStore, Images, WallClock, WebhookSender } from '../world/ports.ts';
import type { Effect } from '../world/state.ts';
import type { AttemptOutcome } from '../world/verbs/record-attempt.ts';
import { WorkFailed } from '../world/work-failed.ts';
import type { World } from '../world/world.ts';
import { keepImages, makeImages } from './make-images.ts';

/** Does a World's effects and hands each result back, in the order in which the effects were asked for. */
export type EffectRunner = {
  /** Begins whatever is waiting and not begun yet. */
  start(): void;
  pending(): boolean;
  /** Begins once more what could not be done. */
  retry(): void;
  /** The World was put back: what is under way counts for nothing, and what now waits begins. */
  restart(): void;
  /** Resolves when all that was begun, and all that came of it, has been handed back, and at once on a restart. */
  settled(): Promise<void>;
  /** Resolves when nothing that is under way can matter to what is done at an instant. */
  settledFor(instant: Instant): Promise<void>;
};

export type EffectPorts = { images: Images; blobs: BlobStore; sender: WebhookSender; wall: WallClock };

export type EffectResults = {
  processed(effect: number, result: ReturnType<typeof keepImages>): void;
  /** `at` is when the attempt began, where only that counts; null where it is over now, in real time. */
  attempted(effect: number, outcome: AttemptOutcome | null, at: Instant | null): void;
  /** It could not be done, or what came of it not be applied: the World still has it to do. */
  failed(error: WorkFailed): void;
};

/**
 * Deliveries go out one after the other, in the order of their schedule, as long as there are few of them: what a
 * receiver sees is then the same on every run. Many, or deliveries in real time, go out side by side.
 */
const FEW = 64;
const MOST_AT_ONCE = 64;
const MOST_UNDER_WAY = 2 * MOST_AT_ONCE;

type Delivering = Extract<Effect, { kind: 'deliver' }>;

export function createEffectRunner(
  world: World,
  ports: EffectPorts,
  isRealTime: () => boolean,
  results: EffectResults,
): EffectRunner {
  /** What is under way, and until when other work may go on without it. */
  const begun = new Map<number, Instant>();
  /** What could not be done, until somebody asks for another try. */
  const failed = new Set<number>();
  const waiting = createQueue<Delivering>();
  const lines = new Map<string, Promise<void>>();
  const interrupts = new Set<() => void>();
  let nextSerial = 0;
  let epoch = 0;
  let sending = 0;

  /**
   * Work runs side by side, but what it comes to is applied in order, line by line. What goes wrong with one piece of it
   * holds up no other.
   */
  function begin<Result>(
    effect: Effect,
    line: string,
    work: () => Promise<Result>,
    apply: (result: Result) => void,
  ): void {
    const begunIn = epoch;
    const ended = outcomeOf(work);
    const turn = (lines.get(line) ?? Promise.resolve()).then(async () => {
      const outcome = await ended;
      if (begunIn !== epoch) return;
      if (lines.get(line) === turn) lines.delete(line);
      end(effect, outcome, apply);
    });
    lines.set(line, turn);
  }

  function end<Result>(effect: Effect, outcome: Outcome<Result>, apply: (result: Result) => void): void {
    begun.delete(effect.serial);
    if (effect.kind === 'deliver') sending -= 1;
    try {
      if ('error' in outcome) throw outcome.error;
      apply(outcome.result);
    } catch (error) {
      fail(effect, error);
    }
    beginSending();
  }

  function fail(effect: Effect, error: unknown): void {
    failed.add(effect.serial);
    const [what, due] =
      effect.kind === 'deliver'
        ? [`delivery of ${effect.delivery}`, effect.at]
        : [`pictures of ${effect.job}`, world.state.now];
    results.failed(new WorkFailed(what, due, error));
  }

  function beginSending(): void {
    const most = isRealTime() || areMany() ? MOST_AT_ONCE : 1;
    while (sending < most) {
      const effect = waiting.take();
      if (effect === undefined) return;
      sending += 1;
      beginDelivery(effect, isRealTime());
    }
  }

  /** Signed when it goes out, not when it was due; and not sent at all where it has been cancelled meanwhile. */
  function beginDelivery(effect: Delivering, inRealTime: boolean): void {
    const line = inRealTime ? effect.delivery : (world.state.deliveries.get(effect.delivery)?.endpoint ?? '');
    const work = async () => {
      const signedAt = world.settings.readings.signature_clock === 'wall' ? ports.wall.now() : world.state.now;
      const request = deliveryRequest(world, effect.delivery, signedAt);
      return request === null ? null : ports.sender.send(request);
    };
    begin(effect, line, work, (outcome) => {
      results.attempted(effect.serial, outcome, inRealTime ? null : effect.at);
    });
  }

  function beginEffect(effect: Effect): void {
    begun.set(effect.serial, overlapEnd(effect));
    if (effect.kind === 'deliver') {
      waiting.add(effect);
      return;
    }
    const work = () => makeImages(world, ports, effect.job);
    begin(effect, 'images', work, (made) => {
      results.processed(effect.serial, keepImages(ports.blobs, made));
    });
  }

  function areMany(): boolean {
    return world.state.pendingDeliveries.size > FEW;
  }

  function overlapEnd(effect: Effect): Instant {
    if (effect.kind === 'process') return Number.NEGATIVE_INFINITY;
    const delivery = world.state.deliveries.get(effect.delivery);
    const endpoint = delivery && world.state.endpoints.get(delivery.endpoint);
    if (delivery === undefined || endpoint === undefined) return Number.POSITIVE_INFINITY;
    return mayOverlapUntil(endpoint, delivery, effect.at, world.state.pendingDeliveries.size);
  }

  /** Whether something that is under way could change what is done at an instant. */
  function isUnsettledFor(instant: Instant): boolean {
    if (begun.size === 0) return false;
    if (!areMany() || begun.size > MOST_UNDER_WAY) return true;
    for (const end of begun.values()) if (instant >= end) return true;
    return false;
  }

  async function settledWhile(isUnsettled: () => boolean): Promise<void> {
    for (const begunIn = epoch; begunIn === epoch && isUnsettled(); ) await nextTurn();
  }

  /** Resolves when a line has moved on. What never ends must not keep time from passing in a World that was put back. */
  function nextTurn(): Promise<void> {
    return new Promise((resolve) => {
      interrupts.add(resolve);
      Promise.race(lines.values())
        .then(resolve)
        .finally(() => interrupts.delete(resolve));
    });
  }

  return {
    start: () => {
      for (const end = world.state.serials.get('effect') ?? 0; nextSerial < end; nextSerial += 1) {
        const effect = world.state.effects.get(nextSerial);
        if (effect !== undefined) beginEffect(effect);
      }
      beginSending();
    },
    pending: () => begun.size > 0,
    retry: () => {
      const again = [...failed].sort((a, b) => a - b);
      failed.clear();
      for (const serial of again) {
        const effect = world.state.effects.get(serial);
        if (effect !== undefined) beginEffect(effect);
      }
      beginSending();
    },
    restart: () => {
      epoch += 1;
      begun.clear();
      failed.clear();
      waiting.clear();
      lines.clear();
      sending = 0;
      for (const interrupt of interrupts) interrupt();
      nextSerial = world.state.serials.get('effect') ?? 0;
      for (const serial of world.state.effects.keys()) nextSerial = Math.min(nextSerial, serial);
    },
    settled: () => settledWhile(() => begun.size > 0),
    settledFor: (instant) => settledWhile(() => isUnsettledFor(instant)),
  };
}

type Outcome<Result> = { result: Result } | { error: unknown };

/** How work ended. A rejection that nobody waits for yet would end the process. */
async function outcomeOf<Result>(work: () => Promise<Result>): Promise<Outcome<Result>> {
  try {
    return { result: await work() };
  } catch (error) {
    return { error };
  }
}
