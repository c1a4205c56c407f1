/** A text, and its decodings in every known encoding, applied repeatedly: a key must not appear in any of them. */
export function readingsOf(text: string, depth = 3): string[] {
  if (depth === 0) return [text];
  const decoded = WAYS.flatMap((way) => way(text)).filter((one) => one !== text && one.length > 5);
  return [text, ...[...new Set(decoded)].flatMap((one) => readingsOf(one, depth - 1))];
}

const code = (radix: number) => (_: string, digits: string) => String.fromCharCode(Number.parseInt(digits, radix));

const WAYS: readonly ((text: string) => string[])[] = [
  (text) => [text.replace(/\\u([0-9a-f]{4})/gi, code(16)).replace(/\\\//g, '/')],
  (text) => [text.replace(/%([0-9a-f]{2})/gi, code(16))],
  (text) => [text.replace(/&#x([0-9a-f]+);/gi, code(16)).replace(/&#(\d+);/g, code(10))],
  (text) =>
    (text.match(/[\w+/-]{8,}/g) ?? []).flatMap((run) =>
      [0, 1, 2, 3].map((skipped) => Buffer.from(run.slice(skipped), 'base64').toString('latin1')),
    ),
  (text) =>
    (text.match(/[0-9a-f]{12,}/gi) ?? []).flatMap((run) =>
      [0, 1].map((skipped) => Buffer.from(run.slice(skipped), 'hex').toString('latin1')),
    ),
];
