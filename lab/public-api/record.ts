import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../docs/public-api/', import.meta.url));

/** The recorded lines of an area. */
export function recorded(area: string): string[] {
  return readFileSync(fileOf(area), 'utf8').split('\n').slice(0, -1);
}

export function record(area: string, lines: readonly string[]): void {
  writeFileSync(fileOf(area), lines.map((line) => `${line}\n`).join(''));
}

/** Lines that may go, by area: `removed.txt` has them below the name of the area, and says why above each. */
export function removable(): Map<string, Set<string>> {
  return removableIn(readFileSync(fileOf('removed'), 'utf8'));
}

export function removableIn(text: string): Map<string, Set<string>> {
  const lines = new Map<string, Set<string>>();
  let area = '';
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) area = line.slice(3);
    else if (line !== '' && !line.startsWith('#')) lines.set(area, (lines.get(area) ?? new Set()).add(line));
  }
  return lines;
}

function fileOf(area: string): string {
  return `${FOLDER}${area}.txt`;
}
