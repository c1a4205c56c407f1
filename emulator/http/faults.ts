import { ApiError, type Because } from '../domain/errors.ts';
import type { RouteFacts } from '../domain/routes.ts';
import type { Fault, FaultEffect } from '../domain/test-control/fault.ts';
import { execute, type WorldHost } from '../runtime/world-host.ts';
import type { Harm } from '../world/wire.ts';
import type { RoutedRequest } from './request.ts';

/** What faults do to a request in addition to its handler. */
export type Trouble = {
  fault: string;
  kind: FaultEffect['kind'];
  /** The refusal before anything is done. */
  before: ApiError | null;
  /** The refusal that is answered after everything is done. */
  after: ApiError | null;
  delay: number;
  harm: Harm | null;
};

/** What the faults of a world do to a request. Every match and every hit is counted. */
export function troubleFor(host: WorldHost, route: RouteFacts, { headers }: RoutedRequest): Trouble | null {
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
