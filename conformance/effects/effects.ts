import type { Reason } from '../suite/reasons.ts';
import type { Exchange, OutgoingRequest, ReceivedHook } from './http/exchange.ts';
import type { Reply } from './receiver/reply.ts';

export type OpenHook = {
  name: string;
  events: readonly string[] | null;
  environment: 'live' | 'test';
  replies: readonly Reply[];
  scheme: 'http' | 'https';
  /** The address of the endpoint, instead of the receiver's. */
  url?: string;
};

/** `url` is present if the tester registered it. */
export type OpenedHook = { url?: string; endpoint: { id: string } | null; secret: string };

/** The arguments of a driver call, as named in scenarios. */
export type DriveInput = Readonly<Record<string, unknown>>;

/**
 * Everything that an instance receives from outside. All results are recorded on the tape. An instance that runs on a
 * tape instead of a server repeats what it did.
 */
export type Effects = {
  /** Returns the number of entries on the tape. */
  position(): number;
  /** Sends a request. `index` is its position on the tape. In a stopped run, sends nothing and throws. */
  send(request: OutgoingRequest, stopped?: Reason | null): Promise<Sent>;
  /** Lets time pass: moves the target's clock if possible, or waits. Returns `too_long` if that exceeds the budget. */
  wait(milliseconds: number, on: 'target' | 'wall'): Promise<'done' | 'too_long'>;
  /** Returns the target's time in milliseconds since 1970; the tester's time if no driver reports it. */
  now(): Promise<number>;
  drive(call: string, input: DriveInput): Promise<DriveOutcome>;
  openHook(hook: OpenHook): Promise<DriveOutcome<OpenedHook>>;
  setReplies(hook: string, replies: readonly Reply[]): Promise<void>;
  /** Lets time pass on the target and returns all deliveries since the receiver was opened. */
  watch(hook: string, watch: Watch): Promise<{ received: ReceivedHook[]; observed_until: number }>;
};

export type Sent = { exchange: Exchange; index: number };

/** `enough`: stops as soon as these deliveries suffice. */
export type Watch = {
  for: number;
  enough: ((received: readonly ReceivedHook[]) => boolean) | null;
  /** Part of the time is enough: the result may fail a rule but passes none. */
  partial: boolean;
};

export type DriveOutcome<Output = unknown> = { output: Output } | { refused: string; absent: boolean };
