import { createHmac, timingSafeEqual } from 'node:crypto';

/** The contents of a signature header: its time in seconds, and every `v1` in it. */
export type SignatureHeader = { t: number; v1: readonly string[] };

/** Returns null unless the header has exactly one `t`, in digits, and at least one `v1`. Ignores other schemes. */
export function parseSignature(header: string): SignatureHeader | null {
  const parts = header.split(',').map((part) => part.trim().split('=', 2));
  const times = parts.flatMap(([name, value]) => (name === 't' ? [value ?? ''] : []));
  const v1 = parts.flatMap(([name, value]) => (name === 'v1' && value !== undefined ? [value] : []));
  const [t = ''] = times;
  return times.length === 1 && /^\d+$/.test(t) && v1.length > 0 ? { t: Number(t), v1 } : null;
}

/** Returns whether one of the signatures was made with this secret, over the bytes as received. */
export function isSignedWith(secret: string, { t, v1 }: SignatureHeader, raw: Uint8Array): boolean {
  const expected = createHmac('sha256', secret).update(`${t}.`).update(raw).digest();
  return v1.some((hex) => {
    const given = /^[0-9a-f]{64}$/i.test(hex) ? Buffer.from(hex, 'hex') : null;
    return given !== null && timingSafeEqual(given, expected);
  });
}
