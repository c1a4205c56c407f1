import { ApiError, type Because } from '../domain/errors.ts';
import type { Fault, FaultEffect } from '../domain/test-control/fault.ts';
import { execute, type WorldHost } from '../runtime/world-host.ts';
import { keepInMemory, memoryOf } from '../world/deviations.ts';
import type { Harm } from '../world/wire.ts';
import type { World } from '../world/world.ts';
import type { Route, RoutedRequest } from './request.ts';

/** What a request goes through besides its handler. */
export type Trouble = {
  fault: string;
  kind: FaultEffect['kind'];
  /** Refused before anything is done. */
  before: ApiError | null;
  /** Everything is done, and then this is answered. */
  after: ApiError | null;
  delay: number;
  harm: Harm | null;
};

/** The trouble that a world's faults have for a request. Each request that matches is counted, and each hit is kept. */
export function troubleFor(host: WorldHost, route: Route, { headers }: RoutedRequest): Trouble | null {
  if (host.world.state.faults.length === 0) return null;
  const key = host.world.state.keys.get(headers['x-api-key'] ?? '');
  const fault = execute(host, 'meet_fault', {
    subject: { route: route.name, method: route.method, key: key?.id ?? null, environment: key?.environment ?? null },
  });
  return fault === null ? null : troubleOf(fault);
}

function troubleOf({ id, effect }: Fault): Trouble {
  const none: Trouble = { fault: id, kind: effect.kind, before: null, after: null, delay: 0, harm: null };
  switch (effect.kind) {
    case 'error':
      return { ...none, before: refusal(id, effect) };
    case 'commit_then_error':
      return { ...none, after: refusal(id, effect) };
    case 'commit_then_drop':
      return { ...none, harm: { kind: 'drop', hard: false } };
    case 'reset':
      return {
        ...none,
        before: new ApiError('internal_error', { because: because(id, 'reset') }),
        harm: { kind: 'drop', hard: true },
      };
    case 'delay':
      return { ...none, delay: effect.milliseconds };
    case 'truncate':
    case 'dribble':
      return { ...none, harm: effect };
  }
}

function refusal(fault: string, effect: Extract<FaultEffect, { error: unknown }>): ApiError {
  const { error, kind, retryAfterSeconds } = effect;
  return new ApiError(error, {
    because: because(fault, kind),
    ...(retryAfterSeconds !== null && { retryAfterSeconds }),
  });
}

function because(fault: string, effect: FaultEffect['kind']): Because {
  return { rule: 'FAULT', section: '-', compared: { fault, effect } };
}

const OFTEN = 10;

/** What a server refuses now and then, where a reading says so: every tenth request, before anything is done. */
export function refusalNowAndThen(world: World, { id }: Route): ApiError | null {
  const { sometimes_unavailable, sometimes_failing, retry_after_503_seconds } = world.settings.readings;
  const isRead = id === 'readJob';
  const mayBeUnavailable = sometimes_unavailable === 'every_route' || (sometimes_unavailable !== 'never' && isRead);
  if (mayBeUnavailable && isTurn(world, 'sometimes_unavailable', 0))
    return new ApiError('service_unavailable', { retryAfterSeconds: retry_after_503_seconds });
  if (sometimes_failing !== 'never' && isRead && isTurn(world, 'sometimes_failing', OFTEN / 2))
    return new ApiError('internal_error');
  return null;
}

function isTurn(world: World, question: string, turn: number): boolean {
  const before = memoryOf(world, question)['requests'];
  const count = (typeof before === 'number' ? before : 0) + 1;
  keepInMemory(world, question, 'requests', count);
  return count % OFTEN === turn;
}
