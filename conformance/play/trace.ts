import type { Exchange, ReceivedHook, Silence } from '../effects/http/exchange.ts';
import type { Facts } from '../plan/facts.ts';
import type { Reason } from '../suite/reasons.ts';
import type { CheckedStep, Instance, Step } from '../suite/scenario/scenario.ts';
import type { State } from './state.ts';

/** What expressions may speak of. It is replaced and never altered, so that a moment keeps what there was. */
export type Names = Readonly<Record<string, unknown>>;

/** All that came of playing one instance. It says what happened and grades nothing: that is what `judge/` is for. */
export type Trace = {
  readonly instance: Instance;
  readonly facts: Facts;
  /** In the order in which they came about. */
  readonly moments: readonly Moment[];
  /** Those of the cleaning up: what fails there is no fault of the target's. */
  readonly cleanUp: readonly Moment[];
  /** How often the arm samples, at most; null if it does not, or did not come to its end. */
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

/** Where a moment belongs: below the set-ups that lead to it. `lib/job/` and so on; nothing in the scenario itself. */
type Where = { readonly prefix: string };

/** An answer came, whatever its step is about. */
export type AnswerMoment = Where & {
  readonly kind: 'answer';
  readonly exchange: Exchange;
  /** Its position on the tape. */
  readonly position: number;
  /** The name of the key that it was asked for with. */
  readonly key: string;
  /** Milliseconds of the target's time that the instance had let pass by then, at most and at least. */
  readonly passed: number;
  readonly least: number;
  /** The target may not have any more what was asked for, or other things of this instance. */
  isForgotten: boolean;
};

/** A receiver was looked at. */
export type DeliveriesMoment = Where & { readonly kind: 'deliveries'; readonly hook: string; readonly inbox: Inbox };

/** An endpoint that leads to a receiver, and all that has come there since it was opened. */
export type Inbox = {
  /** Null if it is not known. */
  readonly environment: 'live' | 'test' | null;
  /** The types that it subscribed to; null if it subscribed to all. */
  readonly events: readonly string[] | null;
  /** The id of the endpoint. */
  readonly endpoint: string | null;
  /** The position on the tape at which it was open. */
  readonly opened: number;
  readonly received: readonly ReceivedHook[];
  readonly position: number;
  /** The time of the target up to which it was watched. */
  readonly until: number;
};

/** A driver did what it was asked to. */
export type DriveMoment = Where & {
  readonly kind: 'drive';
  readonly call: string;
  readonly given: Readonly<Record<string, unknown>>;
};

/** What a step expects something of. */
export type Sight = {
  readonly subject: unknown;
  /** Positions on the tape; the last is the one that shows it. */
  readonly exchanges: readonly number[];
  /** Why there is no answer. */
  readonly silence: Silence | null;
  /** What was said of the silence: the request, and what bounds the wait for it. */
  readonly lost?: string | null;
  /** Why the target may not have any more what this is about. */
  readonly forgotten?: Forgotten | null;
};

/**
 * `answer`: it may be refused as what is not there any more, in the way that such things are. `claim`: a key that is not known
 * any more, so that the request may be taken or refused as any other. `object`: a delivery reports it, and may be right in all
 * but that.
 */
export type Forgotten = { readonly why: string; readonly of: 'answer' | 'claim' | 'object' };

/** A step saw something. */
export type StepMoment = Where &
  Sight & {
    readonly kind: 'step';
    readonly step: CheckedStep;
    /** One look of a poll, of which only that is expected which always holds. */
    readonly isPoll: boolean;
    readonly isSetUp: boolean;
    /** The class of the answer that this step, or an earlier one, has sorted. */
    readonly class: string | null;
    /** What expressions may speak of, as it was. */
    readonly names: Names;
    readonly state: State;
    /** The check after which nothing went on, since it must hold and does not. */
    readonly stop: { readonly check: number; readonly reason: Reason; readonly why: string } | null;
  };

/** A step was not done, or not to its end. */
export type PassedOver = Where & {
  readonly kind: 'passed over';
  readonly step: Step;
  readonly reason: Reason;
  readonly detail: string;
};
