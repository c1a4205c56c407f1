import { type AuditMemory, auditExchange, emptyAuditMemory, type Finding } from '../domain/test-control/audit.ts';
import { type Exchange, type ExchangeFilter, matcherOf, unmetPartsOf } from '../domain/test-control/exchange.ts';

export type NearMiss = { exchange: Exchange; unmet: string[] };

/** The exchanges of a World, the newest last, never more than a limit; and what its clients did wrong in them. */
export type Journal = {
  /** Keeps one more exchange, which began at an instant of the machine's clock. */
  record(exchange: Omit<Exchange, 'serial'>, machine: number): void;
  find(filter: ExchangeFilter, after?: number): Exchange[];
  /** The newest that match, oldest first, between two serials. */
  newest(filter: ExchangeFilter, page: { after: number; before: number; limit: number }): Exchange[];
  /** The oldest of them. */
  findFirst(filter: ExchangeFilter, after?: number): Exchange | undefined;
  byRequestId(requestId: string): Exchange | undefined;
  /** Exchanges that meet most of a filter, the nearest first. */
  nearMisses(filter: ExchangeFilter): NearMiss[];
  findings(): readonly Finding[];
  /** Calls back with each exchange, until the returned function is called. */
  onRecord(call: (exchange: Exchange) => void): () => void;
  /** Time went back: how long clients waited before is no measure of what they do now. Findings stay. */
  forgetTime(): void;
  clear(): void;
  /** The serial of the newest exchange; 0 where there is none. */
  last(): number;
};

const NEAR_MISSES = 3;
const FINDING_LIMIT = 1_000;

/** `onAudit` hears what is wrong with each exchange, also where none is kept. */
export function createJournal(limit: number, onAudit?: (found: readonly Finding[]) => void): Journal {
  const listeners = new Set<(exchange: Exchange) => void>();
  let ring: Exchange[] = [];
  let recorded = 0;
  let memory: AuditMemory = emptyAuditMemory();
  let findings: Finding[] = [];

  const newestFirst = function* () {
    for (let serial = recorded; serial > Math.max(0, recorded - limit); serial -= 1)
      yield ring[(serial - 1) % limit] as Exchange;
  };
  const oldestFirst = function* (after: number) {
    for (let serial = Math.max(after, 0, recorded - limit) + 1; serial <= recorded; serial += 1)
      yield ring[(serial - 1) % limit] as Exchange;
  };

  return {
    record: (exchange, machine) => {
      if (limit === 0 && onAudit === undefined) return;
      recorded += 1;
      const kept: Exchange = { serial: recorded, ...exchange };
      if (limit > 0) ring[(recorded - 1) % limit] = kept;
      const found = auditExchange(memory, kept, machine);
      onAudit?.(found);
      if (findings.length < FINDING_LIMIT) for (const finding of found) findings.push(finding);
      for (const call of listeners) call(kept);
    },
    find: (filter, after = 0) => [...oldestFirst(after)].filter(matcherOf(filter)),
    newest: (filter, page) => newestOf(newestFirst(), matcherOf(filter), page),
    findFirst: (filter, after = 0) => {
      const matches = matcherOf(filter);
      for (const exchange of oldestFirst(after)) if (matches(exchange)) return exchange;
      return undefined;
    },
    byRequestId: (requestId) => {
      for (const exchange of newestFirst()) if (exchange.requestId === requestId) return exchange;
      return undefined;
    },
    nearMisses: (filter) => {
      const unmetBy = unmetPartsOf(filter);
      return [...oldestFirst(0)]
        .map((exchange) => ({ exchange, unmet: unmetBy(exchange) }))
        .filter(({ unmet }) => unmet.length > 0)
        .sort((a, b) => a.unmet.length - b.unmet.length || b.exchange.serial - a.exchange.serial)
        .slice(0, NEAR_MISSES);
    },
    findings: () => findings,
    onRecord: (call) => {
      listeners.add(call);
      return () => listeners.delete(call);
    },
    forgetTime: () => {
      memory = emptyAuditMemory();
    },
    clear: () => {
      ring = [];
      recorded = 0;
      memory = emptyAuditMemory();
      findings = [];
    },
    last: () => recorded,
  };
}

function newestOf(
  newestFirst: Iterable<Exchange>,
  matches: (exchange: Exchange) => boolean,
  { after, before, limit }: { after: number; before: number; limit: number },
): Exchange[] {
  const found: Exchange[] = [];
  for (const exchange of newestFirst) {
    if (exchange.serial <= after || found.length >= limit) break;
    if (exchange.serial < before && matches(exchange)) found.push(exchange);
  }
  return found.reverse();
}
