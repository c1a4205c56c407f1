/** Encodes values in DER (X.690), as far as certificates need them. */

const LONG_FORM = 0x80;

export function der(tag: number, ...parts: [Uint8Array, ...Uint8Array[]]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.byteLength)]), content]);
}

function lengthOf(length: number): number[] {
  if (length < LONG_FORM) return [length];
  const hex = length.toString(16);
  const bytes = [...Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')];
  return [LONG_FORM | bytes.length, ...bytes];
}

export function sequence(parts: readonly Uint8Array[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

export function objectId(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(inSevenBits)]));
}

function inSevenBits(arc: number): number[] {
  const digits = [arc % 128];
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) digits.unshift(128 + (rest % 128));
  return digits;
}

export function integer(bytes: Uint8Array): Buffer {
  const isNegative = (bytes[0] ?? 0) >= 0x80;
  return der(0x02, isNegative ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
}

export function octets(bytes: Uint8Array): Buffer {
  return der(0x04, bytes);
}

/** A bit string, of which the last `unused` bits do not count. */
export function bits(bytes: Uint8Array, unused = 0): Buffer {
  return der(0x03, Buffer.from([unused]), bytes);
}

export function utf8(text: string): Buffer {
  return der(0x0c, Buffer.from(text));
}

export const TRUE = der(0x01, Buffer.from([0xff]));

/** RFC 5280, 4.1.2.5: a year has two digits until 2049, and four from then on. */
export function time(instant: number): Buffer {
  const text = `${new Date(instant).toISOString().replace(/\.\d+|[-:T]/g, '')}`;
  return text < '2050' ? der(0x17, Buffer.from(text.slice(2))) : der(0x18, Buffer.from(text));
}
