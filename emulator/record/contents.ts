import { digestOf } from '../domain/values/digest.ts';
import type { Content, Session } from './session.ts';

type Bytes = { content(bytes: Uint8Array, isKept?: boolean): Content };

export function contentOf(bytes: Uint8Array): Content {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : { bytes: digestOf(bytes), size: bytes.byteLength };
}

export function bytesOfContent({ bytes }: Pick<Session, 'bytes'>, content: Content): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : (bytes.get(content.bytes) ?? new Uint8Array());
}

/** A call's arguments or result as plain data: bytes become their digest, a receiver its endpoint. */
export function packed(value: unknown, { content }: Bytes): never {
  function replace(this: Record<string, unknown>, name: string, shown: unknown): unknown {
    const raw = this[name];
    if (raw instanceof Uint8Array) return { $bytes: content(raw, true) };
    if (raw instanceof AbortSignal) return { $signal: true };
    const isReceiver = typeof raw === 'object' && raw !== null && 'endpoint' in raw && 'waitFor' in raw;
    return isReceiver ? { endpoint: raw.endpoint } : shown;
  }
  const text = JSON.stringify(value, replace);
  return (text === undefined ? undefined : JSON.parse(text)) as never;
}

export function unpacked(value: unknown, bytesOf: (content: Content) => Uint8Array, signal: AbortSignal): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => unpacked(one, bytesOf, signal));
  const { $bytes, $signal } = value as { $bytes?: Content; $signal?: boolean };
  if ($bytes !== undefined) return bytesOf($bytes);
  if ($signal === true) return signal;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, unpacked(one, bytesOf, signal)]));
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
