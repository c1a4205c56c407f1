import type { RunFinding } from '../control/run-audit.ts';
import type { Exchange } from '../domain/test-control/exchange.ts';

/** `emulator` tells worlds of one name apart; `place` counts all exchanges of a run, since a world that is reset begins anew. */
export type SeenExchange = { emulator: string; world: string; place: number; exchange: Exchange };
export type SeenDelivery = { world: string; type: string; attempt: number };

/** What the emulators of one run have seen of its clients. */
export type Seen = {
  exchanges: readonly SeenExchange[];
  deliveries: readonly SeenDelivery[];
  findings: readonly RunFinding[];
};

export const NOTHING_SEEN: Seen = { exchanges: [], deliveries: [], findings: [] };
