import type { Exchange, ReceivedHook, Silence } from '../effects/http/exchange.ts';
import type { Facts } from '../plan/facts.ts';
import type { Reason } from '../suite/reasons.ts';
import type { CheckedStep, Instance, Step } from '../suite/scenario/scenario.ts';
import type { State } from './state.ts';

/** The names that expressions can use. They are replaced and never mutated, so that a moment keeps its own. */
export type Names = Readonly<Record<string, unknown>>;

/** The result of playing one instance. It records what happened; `judge/` grades it. */
export type Trace = {
  readonly instance: Instance;
  readonly facts: Facts;
  /** In chronological order. */
  readonly moments: readonly Moment[];
  /** The moments of the cleanup, whose failures are not the target's fault. */
  readonly cleanUp: readonly Moment[];
  /** The maximum number of samples of the arm; null if it does not sample, or did not finish. */
  readonly rounds: number | null;
  readonly ended: Ended;
  readonly leftovers: readonly Leftover[];
};

/** A job or an asset that could not be erased. */
export type Leftover = { readonly id: string; readonly why: string };

export type Ended = {
  outcome: 'done' | 'setup_failed' | 'untested' | 'crashed';
  reason: Reason | null;
  detail: string | null;
};

export type Moment = AnswerMoment | DeliveriesMoment | DriveMoment | StepMoment | PassedOver;

/** The place of a moment: the set-ups that lead to it, such as `lib/job/`. Empty in the scenario itself. */
type Where = { readonly prefix: string };

/** An answer arrived, whatever its step is about. */
export type AnswerMoment = Where & {
  readonly kind: 'answer';
  readonly exchange: Exchange;
  /** Its position on the tape. */
  readonly position: number;
  /** The name of the key used for the request. */
  readonly key: string;
  /** The maximum and minimum of the target's time that the instance had spent waiting, in milliseconds. */
  readonly passed: number;
  readonly least: number;
  /** The target may no longer have the requested thing, or other things of this instance. */
  isForgotten: boolean;
};

/** A receiver was read. */
export type DeliveriesMoment = Where & { readonly kind: 'deliveries'; readonly hook: string; readonly inbox: Inbox };

/** The endpoint of a receiver, and all deliveries since it was opened. */
export type Inbox = {
  /** Null if unknown. */
  readonly environment: 'live' | 'test' | null;
  /** The subscribed types; null for all. */
  readonly events: readonly string[] | null;
  /** The id of the endpoint. */
  readonly endpoint: string | null;
  /** The position on the tape at which it was opened. */
  readonly opened: number;
  readonly received: readonly ReceivedHook[];
  readonly position: number;
  /** The target's time at the end of the observation. */
  readonly until: number;
};

/** A driver did what was requested. */
export type DriveMoment = Where & {
  readonly kind: 'drive';
  readonly call: string;
  readonly given: Readonly<Record<string, unknown>>;
};

/** The subject of a step's expectations. */
export type Sight = {
  readonly subject: unknown;
  /** Positions on the tape; the last one is decisive. */
  readonly exchanges: readonly number[];
  /** Why there is no answer. */
  readonly silence: Silence | null;
  /** Details of the silence: the request, and what limits the wait for it. */
  readonly lost?: string | null;
  /** Why the target may no longer have what this is about. */
  readonly forgotten?: Forgotten | null;
};

/**
 * `answer`: the request may be refused as for missing things, in the specified form. `claim`: the key is no longer
 * known, so the request may be accepted or refused like any other. `object`: it is in a delivery, of which everything
 * else must be correct.
 */
export type Forgotten = { readonly why: string; readonly of: 'answer' | 'claim' | 'object' };

/** A step saw something. */
export type StepMoment = Where &
  Sight & {
    readonly kind: 'step';
    readonly step: CheckedStep;
    /** One request of a poll, for which only the checks under `always` apply. */
    readonly isPoll: boolean;
    readonly isSetUp: boolean;
    /** The class of the answer, assigned by this step or an earlier one. */
    readonly class: string | null;
    /** The names that expressions could use at that moment. */
    readonly names: Names;
    readonly state: State;
    /** The check that stopped the instance, since it must hold and does not. */
    readonly stop: { readonly check: number; readonly reason: Reason; readonly why: string } | null;
  };

/** A step was skipped, or not completed. */
export type PassedOver = Where & {
  readonly kind: 'passed over';
  readonly step: Step;
  readonly reason: Reason;
  readonly detail: string;
};
