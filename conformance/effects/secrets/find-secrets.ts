import { decodings } from './disguises.ts';
import type { Found, SecretIndex } from './secret-index.ts';

/** So many codes may lie one within another. */
const DEEPEST = 4;
/** A text that is made to be decoded again and again must not take for ever: beyond this only its surface is read. */
const MOST_DECODED = 8;
const ALWAYS_DECODED = 1_000_000;

/** Every place of a secret in a text, whatever code it is written in: in their order, none over another. */
export function findSecrets(text: string, index: SecretIndex): Found[] {
  const budget: Budget = { left: Math.max(text.length * MOST_DECODED, ALWAYS_DECODED) };
  return joined(found(text, index, DEEPEST, budget)).map((one, at, all) =>
    withBackslash(text, one, all[at - 1]?.to ?? 0),
  );
}

type Budget = { left: number };

function found(text: string, index: SecretIndex, depth: number, budget: Budget): Found[] {
  const all = index.search(text).filter(({ from, to }) => !index.isName(text.slice(from, to)));
  if (depth === 0 || text.length < index.least()) return all;
  for (const decoded of decodings(text, index.least())) {
    budget.left -= decoded.text.length;
    const within = found(decoded.text, index, budget.left > 0 ? depth - 1 : 0, budget);
    for (const { from, to, name, how } of within)
      all.push({ from: decoded.from(from), to: decoded.to(to), name, how: decoded.how || how });
  }
  return all;
}

/** Where they overlap they are one, which is called as the longest of them. */
function joined(all: Found[]): Found[] {
  const sorted = all.toSorted((a, b) => a.from - b.from || b.to - a.to);
  const apart: Found[] = [];
  for (const one of sorted) {
    const last = apart.at(-1);
    if (last === undefined || one.from >= last.to) apart.push({ ...one });
    else if (one.to > last.to) last.to = one.to;
  }
  return apart;
}

/** In JSON, a backslash and what follows it are one character: half of it would be no JSON any more. */
function withBackslash(text: string, one: Found, start: number): Found {
  let backslashes = 0;
  while (one.from - backslashes > start && text[one.from - backslashes - 1] === '\\') backslashes += 1;
  return backslashes % 2 === 1 ? { ...one, from: one.from - 1 } : one;
}
