/** The IPv4 addresses that are embedded in an IPv6 address, in any of the standard notations. */
export function ipv4Within(address: string): string[] {
  const bytes = bytesOf(address);
  return FORMS.filter(({ prefix }) => prefix.every((byte, at) => bytes[at] === byte)).flatMap(({ within }) =>
    within(bytes).map((inner) => inner.join('.')),
  );
}

type Form = { prefix: readonly number[]; within(bytes: readonly number[]): (readonly number[])[] };

const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);
const last = (bytes: readonly number[]) => bytes.slice(12);

const FORMS: readonly Form[] = [
  // RFC 4291: IPv4-compatible and IPv4-mapped; RFC 7915: IPv4-translated.
  { prefix: zeros(12), within: (bytes) => [last(bytes)] },
  { prefix: [...zeros(10), 0xff, 0xff], within: (bytes) => [last(bytes)] },
  { prefix: [...zeros(8), 0xff, 0xff, 0, 0], within: (bytes) => [last(bytes)] },
  { prefix: [0, 0x64, 0xff, 0x9b], within: ofTranslator },
  // RFC 3056: 6to4.
  { prefix: [0x20, 0x02], within: (bytes) => [bytes.slice(2, 6)] },
  // RFC 4380: Teredo, with the address of a server and the inverted address of a client.
  { prefix: [0x20, 0x01, 0, 0], within: (bytes) => [bytes.slice(4, 8), last(bytes).map((byte) => 255 - byte)] },
];

/** RFC 6052 and 8215: after a prefix of 48, 56, 64 or 96 bits; byte 8 is not part of the address. */
function ofTranslator(bytes: readonly number[]): (readonly number[])[] {
  const joined = bytes.filter((_, at) => at !== 8);
  return [last(bytes), ...[6, 7, 8].map((from) => joined.slice(from, from + 4))];
}

function bytesOf(address: string): number[] {
  // `URL` writes every address in its shortest form, as hexadecimal groups.
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string) => text.split(':').filter((group) => group !== '');
  const [head, tail] = [groups(before), groups(after ?? '')];
  const all = [...head, ...zeros(8 - head.length - tail.length).map(String), ...tail];
  return all.flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
}
