import type { Instant } from '../domain/time.ts';
import { mayOverlapUntil } from '../domain/webhook.ts';
import { deliveryRequest } from '../world/deliveries.ts';
import type { BlobStore, Images, WallClock, WebhookSender } from '../world/ports.ts';
import type { Effect } from '../world/state.ts';
import type { AttemptOutcome } from '../world/verbs/record-attempt.ts';
import type { World } from '../world/world.ts';
import { keepImages, makeImages } from './make-images.ts';

/** Does a World's effects and hands each result back, in the order in which the effects were asked for. */
export type EffectRunner = {
  /** Begins whatever is waiting and not begun yet. */
  start(): void;
  pending(): boolean;
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
  const waiting: Delivering[] = [];
  const lines = new Map<string, Promise<void>>();
  const interrupts = new Set<() => void>();
  let nextSerial = 0;
  let epoch = 0;
  let sending = 0;

  /** Work runs side by side, but what it comes to is applied in order, line by line. */
  function begin<Result>(effect: Effect, line: string, work: Promise<Result>, apply: (result: Result) => void): void {
    const begunIn = epoch;
    const turn = (lines.get(line) ?? Promise.resolve()).then(async () => {
      const result = await work;
      if (begunIn !== epoch) return;
      if (lines.get(line) === turn) lines.delete(line);
      begun.delete(effect.serial);
      apply(result);
    });
    lines.set(line, turn);
  }

  function beginSending(): void {
    const most = isRealTime() || areMany() ? MOST_AT_ONCE : 1;
    for (let effect = waiting[0]; effect !== undefined && sending < most; effect = waiting[0]) {
      waiting.shift();
      sending += 1;
      beginDelivery(effect, isRealTime());
    }
  }

  /** Signed when it goes out, not when it was due; and not sent at all where it has been cancelled meanwhile. */
  function beginDelivery(effect: Delivering, inRealTime: boolean): void {
    const line = inRealTime ? effect.delivery : (world.state.deliveries.get(effect.delivery)?.endpoint ?? '');
    const signedAt = world.settings.readings.signature_clock === 'wall' ? ports.wall.now() : world.state.now;
    const request = deliveryRequest(world, effect.delivery, signedAt);
    const work = request === null ? Promise.resolve(null) : ports.sender.send(request);
    begin(effect, line, work, (outcome) => {
      sending -= 1;
      results.attempted(effect.serial, outcome, inRealTime ? null : effect.at);
      beginSending();
    });
  }

  function beginEffect(effect: Effect): void {
    begun.set(effect.serial, overlapEnd(effect));
    if (effect.kind === 'deliver') {
      waiting.push(effect);
      return;
    }
    begin(effect, 'images', makeImages(world, ports, effect.job), (made) => {
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
    return new Promise((resolve, reject) => {
      interrupts.add(resolve);
      Promise.race(lines.values())
        .then(resolve, reject)
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
    restart: () => {
      epoch += 1;
      begun.clear();
      waiting.length = 0;
      lines.clear();
      sending = 0;
      for (const interrupt of interrupts) interrupt();
      const [first] = world.state.effects.keys();
      nextSerial = first ?? world.state.serials.get('effect') ?? 0;
    },
    settled: () => settledWhile(() => begun.size > 0),
    settledFor: (instant) => settledWhile(() => isUnsettledFor(instant)),
  };
}
