import type { Instant } from '../domain/values/time.ts';
import { deliveryRequest } from '../world/deliveries.ts';
import type { DeliveryRequest } from '../world/edges.ts';
import type { BlobStore, Images, SentAttempt, WallClock, WebhookSender } from '../world/ports.ts';
import type { Effect } from '../world/state.ts';
import type { AnswerArguments } from '../world/verbs/record-answer.ts';
import type { AttemptOutcome } from '../world/verbs/record-attempt.ts';
import { WorkFailed } from '../world/work-failed.ts';
import type { World } from '../world/world.ts';
import {
  areMany,
  clearLanes,
  createInOrder,
  createLanes,
  type Delivering,
  type Flight,
  forgetFlight,
  type InOrder,
  isWaiting,
  type Lanes,
  land,
  letOthersPass,
  mayDecide,
  queueUp,
  takeOff,
} from './delivery-lanes.ts';
import { ENDED } from './ending.ts';
import { nothingDueBefore } from './foresight.ts';
import { keepImages, makeImages } from './make-images.ts';

/** What the effects of a World need, and the callbacks for their results. */
export type EffectParts = {
  world: World;
  ports: { images: Images; blobs: BlobStore; sender: WebhookSender; wall: WallClock };
  isRealTime(): boolean;
  onProcessed(effect: number, result: ReturnType<typeof keepImages>): void;
  /**
   * `at` is the beginning of the attempt if the duration does not count; null means that it has ended now, in real
   * time.
   */
  onAttempted(effect: number, outcome: AttemptOutcome | null, at: Instant | null): void;
  /** An attempt is sent. */
  onSent(delivery: string, request: DeliveryRequest): void;
  /** The rest of an answer arrived after its head had decided the attempt. */
  onAnswerRead(answer: AnswerArguments): void;
  /** An attempt was signed at an instant that real receivers refuse. */
  onClocksApart(): void;
  /** An effect could not be done, or its result could not be applied; it is still pending in the World. */
  onFailed(error: WorkFailed): void;
};

/**
 * The pending and running effects of a World. They run in parallel. Their results are handed back in the order in which
 * they were requested, except for deliveries in real time, so that the World is the same on every run.
 */
export type Effects = EffectParts & {
  /** The running effects, each with the instant before which it cannot affect other work. */
  begun: Map<number, Instant>;
  /** Effects that failed, until a caller retries them. */
  failed: Set<number>;
  lanes: Lanes;
  order: InOrder;
  /** Answers that are still being read although they have decided their attempts. */
  reading: Set<Promise<void>>;
  /** Called when an effect has ended, or the World was restored. */
  onTurn: Set<() => void>;
  /** Cancels pending and running pictures. */
  pictures: AbortController;
  /** The serial of the next effect to start. */
  nextSerial: number;
  epoch: number;
};

type Processing = Exclude<Effect, Delivering>;

/** Spec 6.4: how far the time of a signature may be from the clock of the verifier. */
const TOLERANCE = 300_000;
const MOST_UNDER_WAY = 128;
/** How long, in real time, an unanswered attempt blocks others of its endpoint: they do not overtake it after that. */
const PATIENCE = 1_000;

export function createEffects(parts: EffectParts): Effects {
  return {
    ...parts,
    begun: new Map(),
    failed: new Set(),
    lanes: createLanes(),
    order: createInOrder(),
    reading: new Set(),
    onTurn: new Set(),
    pictures: new AbortController(),
    nextSerial: 0,
    epoch: 0,
  };
}

/** Starts all effects that are waiting. */
export function startEffects(effects: Effects): void {
  const { state } = effects.world;
  for (const end = state.serials.get('effect') ?? 0; effects.nextSerial < end; effects.nextSerial += 1)
    beginEffect(effects, state.effects.get(effects.nextSerial));
  beginSending(effects);
}

export function arePending({ begun }: Effects): boolean {
  return begun.size > 0;
}

/** Starts failed effects again. */
export function retryEffects(effects: Effects): void {
  const again = [...effects.failed].sort((a, b) => a - b);
  effects.failed.clear();
  for (const serial of again) beginEffect(effects, effects.world.state.effects.get(serial));
  beginSending(effects);
}

/** After a restore: discards running effects, and prepares to start the pending ones. */
export function restartEffects(effects: Effects): void {
  const { state } = effects.world;
  endEffects(effects);
  effects.pictures = new AbortController();
  effects.nextSerial = state.serials.get('effect') ?? 0;
  for (const serial of state.effects.keys()) effects.nextSerial = Math.min(effects.nextSerial, serial);
}

/** Discards the results of all running effects. Pictures that have not been started are not made. */
export function endEffects(effects: Effects): void {
  effects.epoch += 1;
  effects.begun.clear();
  effects.failed.clear();
  effects.order.clear();
  effects.reading.clear();
  clearLanes(effects.lanes);
  effects.pictures.abort(ENDED);
  nextTurn(effects);
}

/**
 * Resolves when all started effects have handed back their results; with an instant, as soon as no running effect can
 * affect the work of this instant. Resolves at once on a restart.
 */
export async function effectsSettled(effects: Effects, instant: Instant | null = null): Promise<void> {
  for (const { epoch } = effects; epoch === effects.epoch && isUnsettledFor(effects, instant); )
    await new Promise<void>((resolve) => effects.onTurn.add(resolve));
}

/** Resolves when the running pictures are made, or wait for a delivery before them. */
export async function picturesMade(effects: Effects): Promise<void> {
  const { epoch, begun, world } = effects;
  const kinds = () => [...begun.keys()].map((serial) => world.state.effects.get(serial)?.kind);
  while (epoch === effects.epoch && begun.size > 0 && kinds().every((kind) => kind === 'process'))
    await new Promise<void>((resolve) => effects.onTurn.add(resolve));
}

/** Resolves when the rest of answers that had already decided their attempts is recorded. */
export async function answersRead({ reading }: Effects): Promise<void> {
  await Promise.all(reading);
}

/** A waiting attempt is built from the current state of the World, so it must be sent before time continues. */
function isUnsettledFor({ begun, lanes, world }: Effects, instant: Instant | null): boolean {
  if (begun.size === 0) return false;
  if (instant === null || !areMany(world) || begun.size > MOST_UNDER_WAY || isWaiting(lanes)) return true;
  for (const end of begun.values()) if (instant >= end) return true;
  return mayDecide(lanes, world, instant);
}

function nextTurn({ onTurn }: Effects): void {
  const waiting = [...onTurn];
  onTurn.clear();
  for (const call of waiting) call();
}

function beginEffect(effects: Effects, effect: Effect | undefined): void {
  if (effect === undefined) return;
  effects.begun.set(effect.serial, nothingDueBefore(effects.world, effect));
  if (effect.kind === 'process' || !effects.isRealTime()) effects.order.ask(effect.serial);
  if (effect.kind === 'process') beginImages(effects, effect);
  else queueUp(effects.lanes, effects.world, effect);
}

function beginImages(effects: Effects, effect: Processing): void {
  const { world, ports, order, epoch } = effects;
  const { signal } = effects.pictures;
  outcomeOf(() => makeImages(world, ports, effect.job, signal)).then((outcome) => {
    if (epoch !== effects.epoch) return;
    order.come(effect.serial, () =>
      end(effects, effect, () => effects.onProcessed(effect.serial, keepImages(ports.blobs, resultOf(outcome)))),
    );
    nextTurn(effects);
  });
}

function beginSending(effects: Effects): void {
  const { lanes, world } = effects;
  for (;;) {
    const inRealTime = effects.isRealTime();
    const flight = takeOff(lanes, world, inRealTime);
    if (flight === null) return;
    beginDelivery(effects, flight, inRealTime);
  }
}

function beginDelivery(effects: Effects, flight: Flight, inRealTime: boolean): void {
  const { world, lanes, order, epoch } = effects;
  const { effect } = flight;
  const patience = inRealTime || areMany(world) ? null : passedAfterPatience(effects, flight);
  outcomeOf(() => sendAttempt(effects, effect, inRealTime)).then((outcome) => {
    patience?.cancel();
    if (epoch !== effects.epoch) return;
    land(lanes, flight);
    order.come(effect.serial, () => {
      end(effects, effect, () => noteAttempt(effects, effect, resultOf(outcome), inRealTime));
      forgetFlight(lanes, flight);
    });
    beginSending(effects);
    nextTurn(effects);
  });
}

function passedAfterPatience(effects: Effects, flight: Flight): { cancel(): void } {
  const { wall } = effects.ports;
  return wall.callAt(wall.now() + PATIENCE, () => {
    letOthersPass(flight);
    beginSending(effects);
  });
}

/** Signs an attempt when it is sent, not when it is due. Sends nothing if it was cancelled meanwhile. */
function sendAttempt(
  { world, ports, onSent, onClocksApart }: Effects,
  { delivery }: Delivering,
  inRealTime: boolean,
): Promise<SentAttempt | null> {
  const isByWall = world.settings.readings.signature_clock === 'wall';
  const signedAt = isByWall ? ports.wall.now() : world.state.now;
  if (!isByWall && Math.abs(ports.wall.now() - signedAt) > TOLERANCE) onClocksApart();
  const request = deliveryRequest(world, delivery, signedAt);
  if (request === null) return Promise.resolve(null);
  onSent(delivery, request);
  return ports.sender.send(inRealTime ? { ...request, isTimedByWorld: false } : request);
}

function noteAttempt(effects: Effects, effect: Delivering, sent: SentAttempt | null, inRealTime: boolean): void {
  effects.onAttempted(effect.serial, sent === null ? null : outcomeIn(sent), inRealTime ? null : effect.at);
  if (sent?.rest !== undefined) noteRest(effects, effect, sent.rest);
}

/** The part that the World keeps, as plain data. */
function outcomeIn({ status, failure, took, answer }: SentAttempt): AttemptOutcome {
  return { status, failure, took, answer };
}

function noteRest(effects: Effects, { delivery }: Delivering, rest: Promise<string>): void {
  const { reading, epoch, world } = effects;
  const attempt = (world.state.deliveries.get(delivery)?.attempts.length ?? 0) - 1;
  const noted = rest.then((answer) => {
    reading.delete(noted);
    if (epoch === effects.epoch && answer !== '') effects.onAnswerRead({ delivery, attempt, answer });
  });
  reading.add(noted);
}

/** An error in one effect does not stop the others. */
function end(effects: Effects, effect: Effect, apply: () => void): void {
  effects.begun.delete(effect.serial);
  if (effect.kind === 'process' && effects.pictures.signal.aborted) return;
  try {
    apply();
  } catch (error) {
    fail(effects, effect, error);
  }
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

/** The outcome of work. An unhandled rejection would end the process. */
function outcomeOf<Result>(work: () => Promise<Result>): Promise<Outcome<Result>> {
  const failed = (error: unknown) => ({ error });
  try {
    return work().then((result) => ({ result }), failed);
  } catch (error) {
    return Promise.resolve(failed(error));
  }
}

function resultOf<Result>(outcome: Outcome<Result>): Result {
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}
