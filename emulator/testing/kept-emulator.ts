import { memoryFiles } from '../adapters/files/memory-files.ts';
import { createSharpImages } from '../adapters/images/sharp-images.ts';
import { wallClock } from '../adapters/wall-clock.ts';
import { assembleEmulator, type EmulatorOptions } from '../create.ts';
import type { FileSystem } from '../storage/file-system.ts';
import { sumOf } from '../storage/lines.ts';
import type { WallClock } from '../world/ports.ts';
import { clientOf } from './client.ts';

export const CONFIG = { clock: 'frozen', listen: false } as const;

/** An emulator on the files of a data directory, and its warnings. */
export async function emulatorOn(
  dataFiles: FileSystem,
  options: EmulatorOptions = CONFIG,
  wall: WallClock = wallClock,
) {
  const warnings: string[] = [];
  const onWarning = (text: string) => void warnings.push(text);
  const onUnexpected = (error: unknown) => {
    throw error;
  };
  const given = { wall, images: createSharpImages(), dataFiles, onWarning };
  const { emulator, ring } = await assembleEmulator({ onUnexpected, ...options }, given);
  const stateOf = (key: string) => ring.hostFor(key, undefined)?.world.state;
  return { emulator, client: clientOf(emulator), host: ring.defaultHost(), stateOf, warnings };
}

export type Files = Map<string, Uint8Array>;

/** The files as a killed process leaves them. */
export function afterKill(all: Files): FileSystem {
  return memoryFiles(new Map(all));
}

/** A directory in which one job was submitted before the process was killed. */
export async function killedDirectory(options: EmulatorOptions = CONFIG): Promise<Files> {
  const all: Files = new Map();
  const { client } = await emulatorOn(memoryFiles(all), options);
  await client.submitOn('skin.analyze');
  return new Map(all);
}

export const nameOf = (all: Files, start: string) => [...all.keys()].find((name) => name.startsWith(start)) ?? '';
export const textOf = (all: Files, name: string) => Buffer.from(all.get(name) ?? '').toString();

/** A world file, or lines derived from one, with the checksum of its current content. */
export function sealedFile(lines: readonly unknown[]): Uint8Array {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  return Buffer.from(`${text}${JSON.stringify({ sum: sumOf(Buffer.from(text)) })}\n`);
}

/** Its lines, without the checksum. */
export function linesOfFile(file: Uint8Array): unknown[] {
  const lines = Buffer.from(file).toString().trimEnd().split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}
