import { hash } from 'node:crypto';

/**
 * A summary of the public API: for each area a line for each public name, with the hashes of all lines with this name.
 * So a removed line is recognized by its hash and its name.
 */
export type Digest = Map<string, NamedHashes>;
export type NamedHashes = Map<string, Set<string>>;

/** 24 bits are enough, because a hash is only compared with those of the same name. */
const HASH_LENGTH = 4;
const BETWEEN = '  ';

export function hashOf(line: string): string {
  return hash('sha256', line, 'base64url').slice(0, HASH_LENGTH);
}

export function namedHashes(lines: readonly string[], nameOf: (line: string) => string): NamedHashes {
  const names: NamedHashes = new Map();
  for (const line of lines) names.set(nameOf(line), (names.get(nameOf(line)) ?? new Set()).add(hashOf(line)));
  return names;
}

export function digestText(digest: Digest): string {
  const areas = [...digest].map(([area, names]) => {
    const lines = [...names].map(([name, hashes]) => `${name}${BETWEEN}${[...hashes].sort().join('')}\n`);
    return `## ${area}\n${lines.sort().join('')}`;
  });
  return areas.join('\n');
}

export function parseDigest(text: string): Digest {
  const areas = [...linesByArea(text)].map(([area, lines]): [string, NamedHashes] => [
    area,
    new Map(lines.map(namedLine)),
  ]);
  return new Map(areas);
}

function namedLine(line: string): [name: string, hashes: Set<string>] {
  const at = line.lastIndexOf(BETWEEN);
  const hashes = line.slice(at + BETWEEN.length).match(new RegExp(`.{${HASH_LENGTH}}`, 'g'));
  return [line.slice(0, at), new Set(hashes)];
}

/** The lines below each `## AREA` of a text, except empty lines and comments that start with #. */
export function linesByArea(text: string): Map<string, string[]> {
  const areas = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) {
      lines = [];
      areas.set(line.slice(3), lines);
    } else if (line !== '' && !line.startsWith('#')) lines.push(line);
  }
  return areas;
}
