import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far the time of a signature may differ from the receiver's clock, in either direction (spec 6.4). */
export const SIGNATURE_TOLERANCE_SECONDS = 300;

/** The value of `Service-Signature`, with one `v1` for each secret that is valid now. */
export function signatureHeader(secrets: readonly string[], unixSeconds: number, rawBody: string): string {
  const signatures = secrets.map((secret) => `v1=${signatureOf(secret, unixSeconds, rawBody)}`);
  return [`t=${unixSeconds}`, ...signatures].join(',');
}

/** Reading 51: the key is the secret as it was shown, including its prefix. */
function signatureOf(secret: string, unixSeconds: number, rawBody: string | Uint8Array): string {
  return createHmac('sha256', secret).update(`${unixSeconds}.`).update(rawBody).digest('hex');
}

/** The same header for another body: valid signatures are replaced, and the others are unchanged. */
export function signedAgain(header: string, secrets: readonly string[], was: string, body: string): string {
  const seconds = Number(/(?:^|,)t=(\d+)/.exec(header)?.[1]);
  return secrets.reduce((text, secret) => {
    const [before, after] = [was, body].map((raw) => signatureOf(secret, seconds, raw)) as [string, string];
    return text.replaceAll(before, after).replaceAll(before.toUpperCase(), after.toUpperCase());
  }, header);
}

export type Verification =
  | { ok: true; timestamp: number; event: unknown }
  | { ok: false; reason: 'malformed' | 'stale' | 'mismatch' | 'not_json' };

export type SignedDelivery = {
  /** The body exactly as received, before any parsing. */
  body: string | Uint8Array;
  /** The header `Service-Signature`. */
  header: string;
  /** The secret of the endpoint; during a rotation, either secret or both. */
  secret: string | readonly string[];
  /** The receiver's clock; by default, the clock of the machine. */
  now?: Date;
  toleranceSeconds?: number;
};

/** Whether a delivery is genuine (spec 6.4). The JSON is parsed only after the signature is accepted. */
export function checkSignature(delivery: Required<Omit<SignedDelivery, 'now'>> & { now: Date }): Verification {
  const parts = readHeader(delivery.header);
  if (parts === null) return { ok: false, reason: 'malformed' };
  const age = Math.abs(delivery.now.getTime() / 1_000 - parts.timestamp);
  // Negated, so that nothing is accepted if the clock is NaN.
  if (!(age <= delivery.toleranceSeconds)) return { ok: false, reason: 'stale' };
  const secrets = typeof delivery.secret === 'string' ? [delivery.secret] : delivery.secret;
  const expected = secrets.map((secret) => signatureOf(secret, parts.timestamp, delivery.body));
  if (!expected.some((wanted) => parts.signatures.some((given) => isSame(wanted, given)))) {
    return { ok: false, reason: 'mismatch' };
  }
  try {
    const text = typeof delivery.body === 'string' ? delivery.body : Buffer.from(delivery.body).toString();
    return { ok: true, timestamp: parts.timestamp, event: JSON.parse(text) };
  } catch {
    return { ok: false, reason: 'not_json' };
  }
}

/** Requires exactly one numeric `t` and at least one `v1`; ignores other schemes. */
function readHeader(header: string): { timestamp: number; signatures: string[] } | null {
  const times: string[] = [];
  const signatures: string[] = [];
  for (const part of header.split(',')) {
    const cut = part.indexOf('=');
    const name = part.slice(0, cut).trim();
    if (name === 't') times.push(part.slice(cut + 1).trim());
    if (name === 'v1') signatures.push(part.slice(cut + 1).trim());
  }
  const [time] = times;
  if (time === undefined || times.length > 1 || !/^\d{1,12}$/.test(time) || signatures.length === 0) return null;
  return { timestamp: Number(time), signatures };
}

/** Compares in constant time. Hex is case-insensitive. */
function isSame(wanted: string, given: string): boolean {
  const [one, other] = [Buffer.from(wanted), Buffer.from(given.toLowerCase())];
  return one.byteLength === other.byteLength && timingSafeEqual(one, other);
}
