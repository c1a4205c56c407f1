import { createQueue, type Queue } from '../domain/queue.ts';
import type { Instant } from '../domain/values/time.ts';
import { type Endpoint, failingAtWorst, isToBeDisabled } from '../domain/webhook.ts';
import type { Effect } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { isForeseeable } from './foresight.ts';

export type Delivering = Extract<Effect, { kind: 'deliver' }>;

/** An attempt that was sent and whose outcome the World does not know yet. */
export type Flight = {
  effect: Delivering;
  lane: Lane;
  /** Whether nothing else is sent to the endpoint in the meantime. */
  holdsUp: boolean;
};

/** The attempts of one endpoint. */
type Lane = {
  endpoint: string;
  waiting: Queue<Delivering>;
  flights: Set<Flight>;
  /** The number of unanswered attempts, and of those that block others. */
  sending: number;
  holding: number;
  /** The series of failures of the endpoint if everything in flight fails. */
  atWorst: Endpoint['failing'];
};

/** The outgoing attempts of a World, by endpoint. */
export type Lanes = {
  byEndpoint: Map<string, Lane>;
  /** The lanes in which attempts are waiting. */
  queues: Set<Lane>;
  sending: number;
};

/**
 * The attempts of one endpoint are sent one after the other in the order of their schedule, as long as there are few in
 * the World, so that a receiver sees the same on every run. If there are many, or in real time, they are sent in
 * parallel. Different endpoints never wait for each other.
 */
const FEW = 64;
const MOST_OF_AN_ENDPOINT = 64;
const MOST_AT_ONCE = 256;

export function createLanes(): Lanes {
  return { byEndpoint: new Map(), queues: new Set(), sending: 0 };
}

export function clearLanes(lanes: Lanes): void {
  lanes.byEndpoint.clear();
  lanes.queues.clear();
  lanes.sending = 0;
}

export function areMany({ state }: World): boolean {
  return state.pendingDeliveries.size > FEW;
}

/** Adds an attempt to the end of the queue of its endpoint. */
export function queueUp({ byEndpoint, queues }: Lanes, world: World, effect: Delivering): void {
  const endpoint = world.state.deliveries.get(effect.delivery)?.endpoint ?? '';
  const lane = byEndpoint.get(endpoint) ?? {
    endpoint,
    waiting: createQueue<Delivering>(),
    flights: new Set<Flight>(),
    sending: 0,
    holding: 0,
    atWorst: null,
  };
  byEndpoint.set(endpoint, lane);
  queues.add(lane);
  lane.waiting.add(effect);
}

/** Whether any attempt is waiting. */
export function isWaiting({ queues }: Lanes): boolean {
  return queues.size > 0;
}

/** Removes and returns the next attempt that may be sent; null if there is none at the moment. */
export function takeOff(lanes: Lanes, world: World, inRealTime: boolean): Flight | null {
  if (lanes.sending >= MOST_AT_ONCE) return null;
  for (const lane of lanes.queues) {
    const next = lane.waiting.first();
    if (next === undefined || !mayGoOut(world, lane, next, inRealTime)) continue;
    lane.waiting.take();
    if (lane.waiting.size() === 0) lanes.queues.delete(lane);
    return flightOf(lanes, world, lane, next);
  }
  return null;
}

function mayGoOut(world: World, lane: Lane, { at }: Delivering, inRealTime: boolean): boolean {
  if (lane.sending >= MOST_OF_AN_ENDPOINT) return false;
  if (inRealTime) return true;
  if (lane.holding > 0 && !areMany(world)) return false;
  return lane.flights.size === 0 || (isForeseeable(world) && !isToBeDisabled(lane.atWorst, at));
}

function flightOf(lanes: Lanes, { state }: World, lane: Lane, effect: Delivering): Flight {
  const failing = lane.flights.size > 0 ? lane.atWorst : (state.endpoints.get(lane.endpoint)?.failing ?? null);
  lane.atWorst = failingAtWorst(failing, effect.at);
  const flight = { effect, lane, holdsUp: true };
  lane.flights.add(flight);
  lane.holding += 1;
  lane.sending += 1;
  lanes.sending += 1;
  return flight;
}

/** The attempt takes long, so it no longer blocks the following ones. */
export function letOthersPass(flight: Flight): void {
  if (flight.holdsUp) flight.lane.holding -= 1;
  flight.holdsUp = false;
}

/** The attempt was answered, or never will be; the World does not know yet. */
export function land(lanes: Lanes, flight: Flight): void {
  letOthersPass(flight);
  flight.lane.sending -= 1;
  lanes.sending -= 1;
}

/** The World knows the outcome of the attempt. */
export function forgetFlight({ byEndpoint }: Lanes, flight: Flight): void {
  const { endpoint, flights, waiting } = flight.lane;
  flights.delete(flight);
  if (flights.size === 0 && waiting.size() === 0) byEndpoint.delete(endpoint);
}

/** Whether attempts in flight may affect the work at an instant, because they may disable an endpoint before it. */
export function mayDecide({ byEndpoint }: Lanes, world: World, instant: Instant): boolean {
  for (const { flights, atWorst } of byEndpoint.values())
    if (flights.size > 0 && (!isForeseeable(world) || isToBeDisabled(atWorst, instant))) return true;
  return false;
}

/** Hands back results in the order in which they were requested, in whatever order they arrive. */
export type InOrder = {
  ask(serial: number): void;
  /** A requested result has arrived. A result that was not requested is handed back at once. */
  come(serial: number, handBack: () => void): void;
  clear(): void;
};

export function createInOrder(): InOrder {
  const asked = createQueue<number>();
  const waited = new Set<number>();
  const come = new Map<number, () => void>();
  const handBackFirst = () => {
    const serial = asked.first();
    const handBack = serial === undefined ? undefined : come.get(serial);
    if (serial === undefined || handBack === undefined) return false;
    asked.take();
    waited.delete(serial);
    come.delete(serial);
    handBack();
    return true;
  };
  return {
    ask: (serial) => {
      asked.add(serial);
      waited.add(serial);
    },
    come: (serial, handBack) => {
      if (!waited.has(serial)) return handBack();
      come.set(serial, handBack);
      while (handBackFirst());
      return undefined;
    },
    clear: () => {
      asked.clear();
      waited.clear();
      come.clear();
    },
  };
}
