import type { RunFinding } from '../control/run-audit.ts';
import type { DeliveryAnswer } from '../domain/test-control/audit-event.ts';
import type { Exchange } from '../domain/test-control/exchange.ts';
import { type ClientReport, NOTHING_REPORTED } from './client-report.ts';

/** `emulator` distinguishes worlds with the same name; `place` counts all exchanges of a run, since a reset world starts again. */
export type SeenExchange = { emulator: string; world: string; place: number; exchange: Exchange };
/** `secret`: the spelling of what signed it. */
export type SeenDelivery = {
  world: string;
  type: string;
  attempt: number;
  headers: Readonly<Record<string, string>>;
  body: string;
  secret: string;
};

/** What the emulators of one run have seen of its clients. */
export type Seen = {
  exchanges: readonly SeenExchange[];
  deliveries: readonly SeenDelivery[];
  /** How many were sent late, or after a later one. */
  deliveredOtherwise: number;
  findings: readonly RunFinding[];
  /** How receivers answered deliveries. */
  answers: readonly DeliveryAnswer[];
  /** What the tests wrote of what the client reported. */
  reported: ClientReport;
};

export const NOTHING_SEEN: Seen = {
  exchanges: [],
  deliveries: [],
  deliveredOtherwise: 0,
  findings: [],
  answers: [],
  reported: NOTHING_REPORTED,
};
