import { createQueue, type Queue } from '../domain/queue.ts';
import type { Instant } from '../domain/values/time.ts';
import { type Endpoint, failingAtWorst, isToBeDisabled } from '../domain/webhook.ts';
import type { Effect } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { isForeseeable } from './foresight.ts';

export type Delivering = Extract<Effect, { kind: 'deliver' }>;

/** An attempt that has gone out and whose outcome the World does not know yet. */
export type Flight = {
  effect: Delivering;
  lane: Lane;
  /** Whether its endpoint gets nothing else meanwhile. */
  holdsUp: boolean;
};

/** The attempts of one endpoint. */
type Lane = {
  endpoint: string;
  waiting: Queue<Delivering>;
  flights: Set<Flight>;
  /** How many have not been answered; and how many of them hold up others. */
  sending: number;
  holding: number;
  /** The run of failures of the endpoint where all that is in flight fails. */
  atWorst: Endpoint['failing'];
};

/** The attempts of a World on their way out, endpoint by endpoint. */
export type Lanes = {
  byEndpoint: Map<string, Lane>;
  /** Those in which something waits for its turn. */
  queues: Set<Lane>;
  sending: number;
};

/**
 * Attempts of one endpoint go out one after the other, in the order of their schedule, as long as there are few of them in
 * the World: what a receiver sees is then the same on every run. Many, or those in real time, go out side by side. Different
 * endpoints never wait for each other.
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

/** Puts an attempt behind those of its endpoint. */
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

/** Whether an attempt waits for its turn, however soon it comes. */
export function isWaiting({ queues }: Lanes): boolean {
  return queues.size > 0;
}

/** Takes out the next attempt that may go out; null if none may by now. */
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

/** It may take its time: what comes behind it goes out all the same. */
export function letOthersPass(flight: Flight): void {
  if (flight.holdsUp) flight.lane.holding -= 1;
  flight.holdsUp = false;
}

/** It has been answered, or never will be; the World does not know yet. */
export function land(lanes: Lanes, flight: Flight): void {
  letOthersPass(flight);
  flight.lane.sending -= 1;
  lanes.sending -= 1;
}

/** The World knows of it. */
export function forgetFlight({ byEndpoint }: Lanes, flight: Flight): void {
  const { endpoint, flights, waiting } = flight.lane;
  flights.delete(flight);
  if (flights.size === 0 && waiting.size() === 0) byEndpoint.delete(endpoint);
}

/** Whether what is in flight may decide what is done at an instant: an endpoint may be disabled by then. */
export function mayDecide({ byEndpoint }: Lanes, world: World, instant: Instant): boolean {
  for (const { flights, atWorst } of byEndpoint.values())
    if (flights.size > 0 && (!isForeseeable(world) || isToBeDisabled(atWorst, instant))) return true;
  return false;
}

/** Hands results back in the order in which they were asked for, however they come. */
export type InOrder = {
  ask(serial: number): void;
  /** What was asked for has come; anything else has no turn to wait for, and is handed back at once. */
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
