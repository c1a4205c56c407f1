import type { Effects } from '../effects/effects.ts';
import type { Facts } from '../plan/facts.ts';
import type { Reason } from '../suite/reasons.ts';
import type { Respelling } from '../suite/scenario/check-request.ts';
import type { Instance } from '../suite/scenario/scenario.ts';
import { type FrameScope, outerScope, type ScopeAt, scopesOf } from './scope.ts';
import { NOTHING_YET, type State } from './state.ts';
import type { Moment } from './trace.ts';

/** An instance being played: its fixed inputs, and its results so far. */
export type Play = {
  readonly instance: Instance;
  readonly facts: Facts;
  readonly effects: Effects;
  readonly moments: Moment[];
  readonly scopeAt: ScopeAt;
  state: State;
  /** Nothing is erased afterwards: the account is deleted as a whole. */
  goesWhole: boolean;
};

/** Where a step is played: in the scenario itself, or in a set-up that it uses. */
export type Frame = {
  readonly play: Play;
  readonly scope: FrameScope;
  /** The prefix of step ids: the set-ups that lead here. */
  readonly prefix: string;
  /** A broken rule ends the instance here, since the following steps need the result. */
  readonly isSetUp: boolean;
  /** Requests by the id of their step, for their twins. */
  readonly requests: Map<string, RenderedRequest>;
  readonly isStopped: () => Reason | null;
  /** The class of the last classified answer. */
  class: string | null;
};

/** A request with all its values, before it is encoded. This is where a twin changes it. */
export type RenderedRequest = {
  method: string;
  path: string;
  query: Record<string, unknown>;
  key: string;
  headers: Record<string, unknown>;
  json?: unknown;
  respell: readonly Respelling[];
  body?: unknown;
  timeout: number;
  retry: boolean;
  unpaid: boolean;
};

export function newPlay(instance: Instance, facts: Facts, effects: Effects): Play {
  const scopeAt = scopesOf({ instance, facts });
  return { instance, facts, effects, moments: [], scopeAt, state: NOTHING_YET, goesWhole: false };
}

/** Creates the outermost frame, which knows the target, the row and the arm, before anything has happened. */
export function outerFrame(play: Play, isStopped: Frame['isStopped']): Frame {
  const scope = outerScope(play);
  return { play, scope, prefix: '', isSetUp: false, requests: new Map(), isStopped, class: null };
}

/** Makes a value known by a name. */
export function setName({ scope }: Frame, name: string, value: unknown): void {
  scope.names = { ...scope.names, [name]: value };
}
