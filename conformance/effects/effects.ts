import type { Reason } from '../suite/reasons.ts';
import type { Exchange, OutgoingRequest, ReceivedHook } from './http/exchange.ts';
import type { Reply } from './receiver/reply.ts';

export type OpenHook = {
  name: string;
  events: readonly string[] | null;
  environment: 'live' | 'test';
  replies: readonly Reply[];
  scheme: 'http' | 'https';
  /** Where the endpoint is to be, in place of the receiver. */
  url?: string;
};

/** `url` is there where the tester registered it. */
export type OpenedHook = { url?: string; endpoint: { id: string } | null; secret: string };

/** A call of a driver, by the name that the language has for it. */
export type DriveInput = Readonly<Record<string, unknown>>;

/**
 * All that comes to an instance from outside. Whatever it returns is kept on the tape; an instance that is given a tape
 * instead of a server does the same again.
 */
export type Effects = {
  /** How many things there are on the tape. */
  position(): number;
  /** Sends a request; `index` is its place on the tape. A run that was stopped sends nothing, and ends here. */
  send(request: OutgoingRequest, stopped?: Reason | null): Promise<Sent>;
  /** Lets time pass: on the target's clock where it can be moved, else by waiting. `too_long` where the budget ends. */
  wait(milliseconds: number, on: 'target' | 'wall'): Promise<'done' | 'too_long'>;
  /** The target's time in milliseconds since 1970; the tester's where no driver reports it. */
  now(): Promise<number>;
  drive(call: string, input: DriveInput): Promise<DriveOutcome>;
  openHook(hook: OpenHook): Promise<DriveOutcome<OpenedHook>>;
  setReplies(hook: string, replies: readonly Reply[]): Promise<void>;
  /** Lets the target's time go on for so long and gives what the receiver has got since it was opened. */
  watch(hook: string, watch: Watch): Promise<{ received: ReceivedHook[]; observed_until: number }>;
};

export type Sent = { exchange: Exchange; index: number };

/** `enough`: no longer than until so many deliveries match. */
export type Watch = {
  for: number;
  enough: ((received: readonly ReceivedHook[]) => boolean) | null;
  /** A part of the time will do: what is seen may fail a rule and passes none. */
  partial: boolean;
};

/** What a driver answered, or why it did not do it. */
export type DriveOutcome<Output = unknown> = { output: Output } | { refused: string; absent: boolean };
