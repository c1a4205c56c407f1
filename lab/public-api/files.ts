import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Digest, digestText, linesByArea, parseDigest } from './digest.ts';

const FOLDER = fileURLToPath(new URL('../../docs/public-api/', import.meta.url));
const DIGEST = join(FOLDER, 'digest.txt');
const SENTENCES = join(FOLDER, 'sentences.txt');

export function readDigest(): Digest {
  return parseDigest(readFileSync(DIGEST, 'utf8'));
}

export function writeDigest(digest: Digest): void {
  writeFileSync(DIGEST, digestText(digest));
}

/** The recorded lines about the sentences of the specification. */
export function readSentences(): string[] {
  return readFileSync(SENTENCES, 'utf8').trimEnd().split('\n');
}

export function writeSentences(lines: readonly string[]): void {
  writeFileSync(SENTENCES, linesText(lines));
}

export function readRemoved(): Map<string, string[]> {
  return linesByArea(readFileSync(join(FOLDER, 'removed.txt'), 'utf8'));
}

/** Writes all lines of an area to a file in a folder, for readers who compare two versions. */
export function writeText(folder: string, area: string, lines: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${area}.txt`), linesText(lines));
}

function linesText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
