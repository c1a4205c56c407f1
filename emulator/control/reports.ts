import type { Exchange } from '../domain/test-control/exchange.ts';
import type { Plan } from '../domain/test-control/plan.ts';
import type { Place } from '../domain/values/place.ts';

/** What a world tells of its plans and its journal, in code and over HTTP. */

export type PlanReport = Pick<Plan, 'id'> & {
  place: Place;
  matched: number;
  used: number;
  spent: boolean;
  plan: Omit<Plan, 'id' | 'place' | 'count'>;
};

export type ExchangeReport = Omit<Exchange, 'at'> & { at: string };
export type VerifyReport = { ok: boolean; found: number; wanted: string; near_misses: NearMissReport[] };
export type NearMissReport = { unmet: string[]; exchange: ExchangeReport };
export type Explanation = { request_id: string; status: number; rule: string; section: string; compared: unknown };
