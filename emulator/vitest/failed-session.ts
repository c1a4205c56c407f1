import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { TestContext } from 'vitest';
import type { Recording, WorldControl } from '../index.ts';

/** Set to `failures`, each test that fails leaves its session in a file. */
const RECORD = 'TRYON_RECORD';
/** Where to; a folder of its own where nothing is said. */
const FOLDER = 'TRYON_RECORD_DIR';
const USUAL_FOLDER = 'tryon-sessions';

const LONGEST_NAME = 120;

/** The recording of the world of a test; null where none is wanted, or all of its emulator is recorded anyway. */
export async function recordForFailure(world: WorldControl, isRecorded: boolean): Promise<Recording | null> {
  const wanted = process.env[RECORD];
  if (wanted === undefined || wanted === '') return null;
  if (wanted !== 'failures') throw new Error(`${RECORD} must be failures, not ${wanted}`);
  return isRecorded ? null : world.record();
}

/** Leaves the session of a test that failed in a file; what is said of it. */
export async function leaveSession(recording: Recording, task: TestContext['task']): Promise<string> {
  const folder = process.env[FOLDER] || USUAL_FOLDER;
  const file = join(folder, `${nameOf(task)}.session`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await recording.stop();
    await recording.save(file);
  } catch (error) {
    return `Its session could not be left in ${file}: ${(error as Error).message}`;
  }
  return `Its session, to be run again: npx tryon-emulator replay ${relative(process.cwd(), file)}`;
}

function nameOf({ file, name, suite }: TestContext['task']): string {
  const names = [name];
  for (let above = suite; above !== undefined; above = above.suite) names.unshift(above.name);
  const text = [file.name, ...names].join(' ');
  const plain = text.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  return plain.slice(0, LONGEST_NAME).toLowerCase();
}
