import type { RunFinding } from '../control/run-audit.ts';
import type { DeliveryAnswer } from '../domain/test-control/audit-event.ts';
import type { Exchange } from '../domain/test-control/exchange.ts';
import type { Timing } from '../domain/test-control/pace.ts';
import { type ClientReport, NOTHING_REPORTED } from './client-report.ts';

/** `emulator` distinguishes worlds of one name. `place` numbers all exchanges of a run, also after a reset. */
export type SeenExchange = {
  emulator: string;
  world: string;
  /** How time passed in the world. */
  clock: Timing['mode'];
  place: number;
  exchange: Exchange;
};
/** `secret`: the spelling of the secret that made the signature, not the secret itself. */
export type SeenDelivery = {
  world: string;
  type: string;
  attempt: number;
  headers: Readonly<Record<string, string>>;
  body: string;
  secret: string;
};

/** What the emulators of one run have observed of its clients. */
export type Seen = {
  exchanges: readonly SeenExchange[];
  deliveries: readonly SeenDelivery[];
  /** The number of deliveries that were sent late, or after a later one. */
  deliveredOtherwise: number;
  findings: readonly RunFinding[];
  answers: readonly DeliveryAnswer[];
  /** What the tests wrote about the reports of the client. */
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
