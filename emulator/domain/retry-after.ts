/** The seconds that an answer asks a client to wait; null if it has no `Retry-After` in seconds (spec 4). */
export function secondsToWait(headers: Readonly<Record<string, string>>): number | null {
  const text = headers['Retry-After'];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null;
}
