import type { Effects } from '../effects/effects.ts';
import type { Facts } from '../plan/facts.ts';
import type { Reason } from '../suite/reasons.ts';
import type { Respelling } from '../suite/scenario/check-request.ts';
import type { Instance } from '../suite/scenario/scenario.ts';
import { type FrameScope, outerScope, type ScopeAt, scopesOf } from './scope.ts';
import { NOTHING_YET, type State } from './state.ts';
import type { Moment } from './trace.ts';

/** One instance while it is played: what it goes by, which stays so, and what came of it so far. */
export type Play = {
  readonly instance: Instance;
  readonly facts: Facts;
  readonly effects: Effects;
  readonly moments: Moment[];
  readonly scopeAt: ScopeAt;
  state: State;
  /** What it made is not erased: the account goes, and all that is in it. */
  goesWhole: boolean;
};

/** Where a step is played: in the scenario itself, or in a set-up that it uses. */
export type Frame = {
  readonly play: Play;
  readonly scope: FrameScope;
  /** Before the ids of steps: the set-ups that lead here. */
  readonly prefix: string;
  /** A broken rule ends the instance here: what follows needs what it did not bring about. */
  readonly isSetUp: boolean;
  /** Requests by the step that sent them, for their twins. */
  readonly requests: Map<string, RenderedRequest>;
  readonly isStopped: () => Reason | null;
  /** The class of the last answer that was sorted. */
  class: string | null;
};

/** A request whose values are all known, before it becomes bytes: a twin changes it here. */
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

/** The outermost frame: what is known of the target, the row, the arm, and nothing that has happened yet. */
export function outerFrame(play: Play, isStopped: Frame['isStopped']): Frame {
  const scope = outerScope(play);
  return { play, scope, prefix: '', isSetUp: false, requests: new Map(), isStopped, class: null };
}

/** What is known by a name from here on. */
export function setName({ scope }: Frame, name: string, value: unknown): void {
  scope.names = { ...scope.names, [name]: value };
}
