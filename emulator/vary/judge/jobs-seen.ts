import { decoded } from '../../../shared/expression/decoded.ts';
import type { Exchange } from '../../domain/test-control/exchange.ts';
import { isOn, isSubmit } from '../facts.ts';
import type { Seen, SeenExchange } from '../seen.ts';

export type JobSeen = {
  id: string;
  /** The answer that gave the client its id. */
  accepted: SeenExchange;
  /** Reads that were answered with the job, or with 304. */
  reads: readonly SeenExchange[];
  cancels: readonly SeenExchange[];
  /** How it ended according to an answer; null if no answer showed it. */
  ended: string | null;
  /** Whether an event about its end was sent. */
  hasEvent: boolean;
};

export function jobsIn(seen: Seen): JobSeen[] {
  const jobs = new Map<string, SeenExchange>();
  for (const one of seen.exchanges) {
    const id = isSubmit(one.exchange) && isArrived(one.exchange) ? idIn(one.exchange.responseBody) : null;
    if (id !== null && !jobs.has(placeOf(one, id))) jobs.set(placeOf(one, id), one);
  }
  const about = new Map<string, SeenExchange[]>();
  for (const one of seen.exchanges) {
    const place = placeOf(one, idInPath(one.exchange) ?? '');
    about.set(place, [...(about.get(place) ?? []), one]);
  }
  return [...jobs].map(([place, accepted]) => jobOf(accepted, about.get(place) ?? [], seen));
}

function jobOf(accepted: SeenExchange, about: readonly SeenExchange[], { deliveries }: Seen): JobSeen {
  const id = idIn(accepted.exchange.responseBody) ?? '';
  const arrived = about.filter(({ exchange }) => isArrived(exchange));
  const ends = [accepted, ...arrived].map(({ exchange }) => endIn(exchange.responseBody));
  return {
    ...{ id, accepted },
    reads: arrived.filter(({ exchange }) => isOn(exchange, 'readJob')),
    cancels: arrived.filter(({ exchange }) => isOn(exchange, 'cancelJob')),
    ended: ends.find((end) => end !== null) ?? null,
    hasEvent: deliveries.some(({ body }) => body.includes(`"${id}"`)),
  };
}

export function isSameWorld(one: SeenExchange, other: SeenExchange): boolean {
  return one.world === other.world && one.emulator === other.emulator;
}

/** Whether a successful answer reached the client completely. */
export function isArrived({ status, fault }: Exchange): boolean {
  return status < 400 && fault === null;
}

/** Whether the client got no answer, or none that it could read. */
export function isLost({ status, fault, because }: Exchange): boolean {
  return fault !== null && (because?.compared['effect'] === 'reset' || (status < 400 && because === null));
}

/** Whether an answer or an event showed that the job of a request has ended, so that it need not be read any more. */
export function isEndKnown(one: SeenExchange, seen: Seen): boolean {
  return aboutJobOf(one, seen).some(showsEnd) || hasEventOf(one, seen);
}

/** Whether a read showed that its job had ended, or something else than a later read did, so that nothing was to be waited for. */
export function isEndShown(one: SeenExchange, seen: Seen): boolean {
  const before = aboutJobOf(one, seen).filter(
    ({ place, exchange }) => place <= one.place || isOn(exchange, 'cancelJob'),
  );
  return before.some(showsEnd) || hasEventOf(one, seen);
}

function showsEnd({ exchange }: SeenExchange): boolean {
  return isArrived(exchange) && endIn(exchange.responseBody) !== null;
}

/** The requests about the same job or asset. */
export function aboutJobOf(one: SeenExchange, { exchanges }: Seen): SeenExchange[] {
  const id = idInPath(one.exchange);
  return exchanges.filter((other) => isSameWorld(one, other) && id !== null && idInPath(other.exchange) === id);
}

function hasEventOf({ exchange }: SeenExchange, { deliveries }: Seen): boolean {
  const id = idInPath(exchange);
  return id !== null && deliveries.some(({ body }) => body.includes(`"${id}"`));
}

export function idInPath({ path }: Exchange): string | null {
  const [, segment] = /^\/v1\/(?:jobs|assets)\/([^/]+)/.exec(path) ?? [];
  return segment === undefined ? null : decoded(segment);
}

function idIn(body: string | null): string | null {
  return /"id": ?"(job_[^"]+)"/.exec(body ?? '')?.[1] ?? null;
}

export function endIn(body: string | null): string | null {
  return /"status": ?"(succeeded|failed|cancelled)"/.exec(body ?? '')?.[1] ?? null;
}

function placeOf({ emulator, world }: SeenExchange, id: string): string {
  return `${emulator} ${world} ${id}`;
}
