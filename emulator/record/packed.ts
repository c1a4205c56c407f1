import type { Content } from './session.ts';

type Bytes = { content(bytes: Uint8Array, isKept?: boolean): Content };

/** What is given to a call, or comes of it, as plain data: bytes by their digest, and of what names an endpoint its id. */
export function packed(value: unknown, { content }: Bytes): never {
  function replace(this: Record<string, unknown>, name: string, shown: unknown): unknown {
    const raw = this[name];
    if (raw instanceof Uint8Array) return { $bytes: content(raw, true) };
    if (raw instanceof AbortSignal) return { $signal: true };
    if (raw instanceof Date) return shown;
    if (isReceiver(raw)) return { endpoint: raw.endpoint };
    return shown;
  }
  const text = JSON.stringify(value, replace);
  return (text === undefined ? undefined : JSON.parse(text)) as never;
}

function isReceiver(raw: unknown): raw is { endpoint: string } {
  return typeof raw === 'object' && raw !== null && 'endpoint' in raw && 'waitFor' in raw;
}

/** The same the other way round. */
export function unpacked(value: unknown, bytesOf: (content: Content) => Uint8Array, signal: AbortSignal): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => unpacked(one, bytesOf, signal));
  const { $bytes, $signal } = value as { $bytes?: Content; $signal?: boolean };
  if ($bytes !== undefined) return bytesOf($bytes);
  if ($signal === true) return signal;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, unpacked(one, bytesOf, signal)]));
}
