import { createQueue, type Queue } from '../domain/queue.ts';
import type { Instant } from '../domain/values/time.ts';
import { mayOverlapUntil } from '../domain/webhook.ts';
import { deliveryRequest } from '../world/deliveries.ts';
import type { BlobStore, Images, WallClock, WebhookSender } from '../world/ports.ts';
import type { Effect } from '../world/state.ts';
import type { AttemptOutcome } from '../world/verbs/record-attempt.ts';
import { WorkFailed } from '../world/work-failed.ts';
import type { World } from '../world/world.ts';
import { keepImages, makeImages } from './make-images.ts';

/** What a World's effects are done with, and who hears what comes of them. */
export type EffectParts = {
  world: World;
  ports: { images: Images; blobs: BlobStore; sender: WebhookSender; wall: WallClock };
  isRealTime(): boolean;
  onProcessed(effect: number, result: ReturnType<typeof keepImages>): void;
  /** `at` is when the attempt began, where only that counts; null where it is over now, in real time. */
  onAttempted(effect: number, outcome: AttemptOutcome | null, at: Instant | null): void;
  /** It could not be done, or what came of it not be applied: the World still has it to do. */
  onFailed(error: WorkFailed): void;
};

type Delivering = Extract<Effect, { kind: 'deliver' }>;

/** The effects of a World that are waiting or under way. What comes of them is handed back in the order in which they were asked for. */
export type Effects = EffectParts & {
  /** What is under way, and until when other work may go on without it. */
  begun: Map<number, Instant>;
  /** What could not be done, until somebody asks for another try. */
  failed: Set<number>;
  /** Deliveries that wait for their turn. */
  waiting: Queue<Delivering>;
  sending: number;
  /** The end of what is under way, line by line. */
  lines: Map<string, Promise<void>>;
  /** Called where the World was put back. */
  interrupts: Set<() => void>;
  /** Cancels the pictures that are waiting or under way. */
  pictures: AbortController;
  /** The next effect to look at. */
  nextSerial: number;
  epoch: number;
};

/**
 * Deliveries go out one after the other, in the order of their schedule, as long as there are few of them: what a
 * receiver sees is then the same on every run. Many, or deliveries in real time, go out side by side.
 */
const FEW = 64;
const MOST_AT_ONCE = 64;
const MOST_UNDER_WAY = 2 * MOST_AT_ONCE;

export function createEffects(parts: EffectParts): Effects {
  return {
    ...parts,
    begun: new Map(),
    failed: new Set(),
    waiting: createQueue(),
    sending: 0,
    lines: new Map(),
    interrupts: new Set(),
    pictures: new AbortController(),
    nextSerial: 0,
    epoch: 0,
  };
}

/** Begins whatever is waiting and not begun yet. */
export function startEffects(effects: Effects): void {
  const { state } = effects.world;
  for (const end = state.serials.get('effect') ?? 0; effects.nextSerial < end; effects.nextSerial += 1)
    beginEffect(effects, state.effects.get(effects.nextSerial));
  beginSending(effects);
}

export function arePending({ begun }: Effects): boolean {
  return begun.size > 0;
}

/** Begins once more what could not be done. */
export function retryEffects(effects: Effects): void {
  const again = [...effects.failed].sort((a, b) => a - b);
  effects.failed.clear();
  for (const serial of again) beginEffect(effects, effects.world.state.effects.get(serial));
  beginSending(effects);
}

/** The World was put back: what is under way counts for nothing, and what now waits begins. */
export function restartEffects(effects: Effects): void {
  const { state } = effects.world;
  effects.epoch += 1;
  effects.begun.clear();
  effects.failed.clear();
  effects.waiting.clear();
  effects.lines.clear();
  effects.sending = 0;
  cancelPictures(effects);
  effects.pictures = new AbortController();
  for (const interrupt of effects.interrupts) interrupt();
  effects.nextSerial = state.serials.get('effect') ?? 0;
  for (const serial of state.effects.keys()) effects.nextSerial = Math.min(effects.nextSerial, serial);
}

/** Nobody waits for its pictures any more: those that are not begun are not made. */
export function cancelPictures({ pictures }: Effects): void {
  pictures.abort();
}

/**
 * Resolves when all that was begun, and all that came of it, has been handed back; or, for an instant, when nothing that is
 * under way can matter to what is done then. A restart resolves it at once.
 */
export async function effectsSettled(effects: Effects, instant: Instant | null = null): Promise<void> {
  for (const { epoch } = effects; epoch === effects.epoch && isUnsettledFor(effects, instant); )
    await nextTurn(effects);
}

function isUnsettledFor({ begun, world }: Effects, instant: Instant | null): boolean {
  if (begun.size === 0) return false;
  if (instant === null || !areMany(world) || begun.size > MOST_UNDER_WAY) return true;
  for (const end of begun.values()) if (instant >= end) return true;
  return false;
}

/** Resolves when a line has moved on. What never ends must not keep time from passing in a World that was put back. */
function nextTurn({ lines, interrupts }: Effects): Promise<void> {
  return new Promise((resolve) => {
    interrupts.add(resolve);
    Promise.race(lines.values())
      .then(resolve)
      .finally(() => interrupts.delete(resolve));
  });
}

function areMany({ state }: World): boolean {
  return state.pendingDeliveries.size > FEW;
}

function beginEffect(effects: Effects, effect: Effect | undefined): void {
  if (effect === undefined) return;
  const { world, ports } = effects;
  effects.begun.set(effect.serial, overlapEnd(world, effect));
  if (effect.kind === 'deliver') {
    effects.waiting.add(effect);
    return;
  }
  const { signal } = effects.pictures;
  const work = () => makeImages(world, ports, effect.job, signal);
  begin(effects, effect, 'images', work, (made) => {
    effects.onProcessed(effect.serial, keepImages(ports.blobs, made));
  });
}

/** Until when other work may go on without the result of an effect. */
function overlapEnd({ state }: World, effect: Effect): Instant {
  if (effect.kind === 'process') return Number.NEGATIVE_INFINITY;
  const delivery = state.deliveries.get(effect.delivery);
  const endpoint = delivery && state.endpoints.get(delivery.endpoint);
  if (delivery === undefined || endpoint === undefined) return Number.POSITIVE_INFINITY;
  return mayOverlapUntil(endpoint, delivery, effect.at, state.pendingDeliveries.size);
}

function beginSending(effects: Effects): void {
  const most = effects.isRealTime() || areMany(effects.world) ? MOST_AT_ONCE : 1;
  while (effects.sending < most) {
    const effect = effects.waiting.take();
    if (effect === undefined) return;
    effects.sending += 1;
    beginDelivery(effects, effect, effects.isRealTime());
  }
}

/** Signed when it goes out, not when it was due; and not sent at all where it has been cancelled meanwhile. */
function beginDelivery(effects: Effects, effect: Delivering, inRealTime: boolean): void {
  const { world, ports } = effects;
  const line = inRealTime ? effect.delivery : (world.state.deliveries.get(effect.delivery)?.endpoint ?? '');
  const work = async () => {
    const signedAt = world.settings.readings.signature_clock === 'wall' ? ports.wall.now() : world.state.now;
    const request = deliveryRequest(world, effect.delivery, signedAt);
    return request === null
      ? null
      : ports.sender.send({ ...request, isTimedByWorld: request.isTimedByWorld === true && !inRealTime });
  };
  begin(effects, effect, line, work, (outcome) => {
    effects.onAttempted(effect.serial, outcome, inRealTime ? null : effect.at);
  });
}

/**
 * Work runs side by side, but what it comes to is applied in order, line by line. What goes wrong with one piece of it
 * holds up no other.
 */
function begin<Result>(
  effects: Effects,
  effect: Effect,
  line: string,
  work: () => Promise<Result>,
  apply: (result: Result) => void,
): void {
  const { lines, epoch } = effects;
  const ended = outcomeOf(work);
  const turn = (lines.get(line) ?? Promise.resolve()).then(async () => {
    const outcome = await ended;
    if (epoch !== effects.epoch) return;
    if (lines.get(line) === turn) lines.delete(line);
    end(effects, effect, outcome, apply);
  });
  lines.set(line, turn);
}

function end<Result>(
  effects: Effects,
  effect: Effect,
  outcome: Outcome<Result>,
  apply: (result: Result) => void,
): void {
  effects.begun.delete(effect.serial);
  if (effect.kind === 'deliver') effects.sending -= 1;
  if (effect.kind === 'process' && effects.pictures.signal.aborted) return;
  try {
    if ('error' in outcome) throw outcome.error;
    apply(outcome.result);
  } catch (error) {
    fail(effects, effect, error);
  }
  beginSending(effects);
}

function fail({ world, failed, onFailed }: Effects, effect: Effect, error: unknown): void {
  failed.add(effect.serial);
  const [what, due] =
    effect.kind === 'deliver'
      ? [`delivery of ${effect.delivery}`, effect.at]
      : [`pictures of ${effect.job}`, world.state.now];
  onFailed(new WorkFailed(what, due, error));
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
