import type { SeenExchange } from '../seen.ts';
import { isLost } from './jobs-seen.ts';

/** Something that the exchanges of a run prove about its client, regardless of its tests. */
export type Proof = {
  kind: string;
  section: string;
  says: string;
  count: number;
  /** The first of the exchanges that prove it. */
  exchanges: readonly string[];
};

/** One readable line: the time, the request and the answer. */
export function exchangeLine({ world, exchange }: SeenExchange): string {
  const { serial, method, path, query, fault, requestHeaders } = exchange;
  const key = requestHeaders['idempotency-key'];
  const parts = [
    `${world === 'default' ? '' : `${world} `}#${serial}`,
    `${method} ${path}${query === '' ? '' : `?${query}`}`,
    ...(key === undefined ? [] : [`(Idempotency-Key ${key})`]),
    `→ ${answered(exchange)}${fault === null ? '' : ', injected'}`,
  ];
  return parts.join(' ');
}

function answered(exchange: SeenExchange['exchange']): string {
  const { status, because, responseHeaders } = exchange;
  const wait = responseHeaders['Retry-After'];
  const said = wait === undefined ? `${status}` : `${status}, Retry-After: ${wait}`;
  if (because?.compared['effect'] === 'reset') return 'connection reset';
  return isLost(exchange) ? `${said}, and did not arrive` : said;
}

export function proofOf(
  kind: string,
  section: string,
  says: string,
  found: readonly (readonly SeenExchange[])[],
): Proof[] {
  const [first] = found;
  if (first === undefined) return [];
  return [{ kind, section, says, count: found.length, exchanges: first.map(exchangeLine) }];
}
