import { type AuditMemory, auditExchange, emptyAuditMemory, type Finding } from '../domain/test-control/audit.ts';
import { type Exchange, type ExchangeFilter, matcherOf, unmetPartsOf } from '../domain/test-control/exchange.ts';
import type { Sight, Timing } from '../domain/test-control/pace.ts';
import type { JournalShelf, Shelved } from './journal-shelf.ts';

export type NearMiss = { exchange: Exchange; unmet: string[] };

/**
 * The latest exchanges of a World, at most as many as the limit and as the shelf has room for, and the mistakes of its
 * clients in them.
 */
export type Journal = {
  /** Numbers and keeps one more exchange as given. `machine` is when it began on the machine’s clock. */
  record(exchange: Exchange, machine: number, timing?: Timing | null): void;
  find(filter: ExchangeFilter, after?: number): Exchange[];
  /** The newest matching exchanges between two serials, oldest first. */
  newest(filter: ExchangeFilter, page: { after: number; before: number; limit: number }): Exchange[];
  /** The oldest matching exchange. */
  findFirst(filter: ExchangeFilter, after?: number): Exchange | undefined;
  byRequestId(requestId: string): Exchange | undefined;
  /** Exchanges that match most parts of a filter, nearest first. */
  nearMisses(filter: ExchangeFilter): NearMiss[];
  findings(): readonly Finding[];
  /** Calls back with each exchange, until the returned function is called. */
  onRecord(call: (exchange: Exchange) => void): () => void;
  /** Time went back, so earlier pauses say nothing about what clients do now. Findings are kept. */
  forgetTime(): void;
  clear(): void;
  /** The World has ended: its exchanges can still be read, but no longer count as held. */
  leave(): void;
  /** Takes over the exchanges, the number of exchanges and the findings of another journal. */
  resume(exchanges: readonly Exchange[], last: number, found: readonly Finding[]): void;
  /** The serial of the newest exchange; 0 if there is none. */
  last(): number;
};

const NEAR_MISSES = 3;
const FINDING_LIMIT = 1_000;

/** Called with an exchange and its findings. `machine` is when it began on the machine's clock. */
export type JournalHearer = (
  exchange: Exchange,
  found: readonly Finding[],
  machine: number,
  timing: Timing | null,
) => void;

/**
 * `hear` is called with each exchange, even if none are kept; `onSight` with what is seen about the pace of a client.
 */
export function createJournal(
  limit: number,
  shelf: JournalShelf,
  hear?: JournalHearer,
  onSight?: (sight: NonNullable<Sight>) => void,
): Journal {
  const listeners = new Set<(exchange: Exchange) => void>();
  const kept = createKept(limit, shelf);
  let recorded = 0;
  let memory: AuditMemory = emptyAuditMemory();
  let findings: Finding[] = [];
  const { oldestFirst, newestFirst } = kept;

  return {
    record: (noted, machine, timing = null) => {
      if (limit === 0 && hear === undefined) return;
      recorded += 1;
      noted.serial = recorded;
      kept.add(noted);
      const isWanted = hear !== undefined || findings.length < FINDING_LIMIT;
      const { findings: found, sight } = auditExchange(memory, noted, machine, timing, isWanted);
      if (sight !== null) onSight?.(sight);
      hear?.(noted, found, machine, timing);
      if (findings.length < FINDING_LIMIT) for (const finding of found) findings.push(finding);
      for (const call of listeners) call(noted);
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
    leave: kept.leave,
    clear: () => {
      kept.clear();
      recorded = 0;
      memory = emptyAuditMemory();
      findings = [];
    },
    resume: (exchanges, last, found) => {
      for (const exchange of exchanges) kept.add(exchange);
      recorded = last;
      findings = [...found];
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

/** The kept exchanges, by consecutive serials. */
function createKept(limit: number, shelf: JournalShelf) {
  let ring: (Entry | undefined)[] = [];
  let [first, last] = [1, 0];
  let hasLeft = false;
  const at = (serial: number) => ring[(serial - 1) % limit];
  const dropFirst = () => {
    const entry = at(first);
    ring[(first - 1) % limit] = undefined;
    first += 1;
    if (entry !== undefined) shelf.takeOff(entry);
  };
  const takeAllOff = () => {
    for (let serial = first; serial <= last; serial += 1) {
      const entry = at(serial);
      if (entry !== undefined && !hasLeft) shelf.takeOff(entry);
    }
  };
  return {
    add: (exchange: Exchange): void => {
      if (limit === 0 || hasLeft) return;
      if (last - first + 1 === limit) dropFirst();
      if (last < first) first = exchange.serial;
      last = exchange.serial;
      const entry = { exchange, bytes: exchangeBytes(exchange), giveUp: dropFirst, older: null, newer: null };
      ring[(last - 1) % limit] = entry;
      shelf.put(entry);
    },
    *newestFirst(): Generator<Exchange> {
      for (let serial = last; serial >= first; serial -= 1) yield (at(serial) as Entry).exchange;
    },
    *oldestFirst(after: number): Generator<Exchange> {
      for (let serial = Math.max(after + 1, first); serial <= last; serial += 1) yield (at(serial) as Entry).exchange;
    },
    leave: (): void => {
      takeAllOff();
      hasLeft = true;
    },
    clear: (): void => {
      takeAllOff();
      ring = [];
      [first, last] = [1, 0];
    },
  };
}

type Entry = Shelved & { exchange: Exchange };

/** The memory of an exchange in addition to its texts, including the headers of the answer, which are few and short. */
const FRAME_BYTES = 900;

/** The approximate memory of an exchange; most texts have one byte per character. */
export function exchangeBytes({ path, query, requestBody, responseBody, requestHeaders, because }: Exchange): number {
  const answer = responseBody?.length ?? 0;
  // The compared values of a refusal are about as long as its body.
  const bodies = (requestBody?.length ?? 0) + answer + (because === null ? 0 : answer);
  let headers = 0;
  for (const name in requestHeaders) headers += requestHeaders[name]?.length ?? 0;
  return FRAME_BYTES + path.length + query.length + bodies + headers;
}
