import type { Exchange } from './exchange.ts';

/** A request is a retry of another one only if they share a name: a retried submission has the same key or body. */
function requestNames(exchange: Exchange): string[] {
  const { method, path, query, requestHeaders, requestBody } = exchange;
  const name = `${callerName(exchange)} ${method} ${path}?${query}`;
  const key = requestHeaders['idempotency-key'];
  return [`${name} ${requestBody}`, ...(key === undefined ? [] : [`${name} key ${key}`])];
}

/** What is remembered of an earlier try of the same request. */
export function firstTryIn<Noted>(remembered: ReadonlyMap<string, Noted>, exchange: Exchange): Noted | undefined {
  if (remembered.size === 0) return undefined;
  return requestNames(exchange).flatMap((name) => remembered.get(name) ?? [])[0];
}

/** `refusal`: null if the request was answered otherwise, so that the next one is no retry. */
export function noteTry<Noted>(remembered: Map<string, Noted>, exchange: Exchange, refusal: Noted | null): void {
  if (refusal === null && remembered.size === 0) return;
  for (const name of requestNames(exchange)) {
    if (refusal === null) remembered.delete(name);
    else note(remembered, name, refusal);
  }
}

export function callerName({ keyId }: Exchange): string {
  return keyId ?? 'nobody';
}

/** The limit of each map. A client is not checked if more than this many others are remembered after it. */
const MOST_REMEMBERED = 10_000;

/** Forgets the oldest entry first. */
export function note<Noted>(remembered: Map<string, Noted>, name: string, noted: Noted): void {
  remembered.set(name, noted);
  if (remembered.size <= MOST_REMEMBERED) return;
  const [oldest] = remembered.keys();
  if (oldest !== undefined) remembered.delete(oldest);
}
