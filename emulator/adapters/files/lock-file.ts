import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataProblem } from '../../storage/data-problem.ts';

type Holder = { pid: number; host: string };

/** How often who has a lock shows that it lives, for those that cannot see its process: other containers on one volume. */
const BEAT = 2_000;
const SILENCE = 3 * BEAT;

/** The folders that this process has: after a crash in a container the next process has the same id. */
const held = new Set<string>();

/** Takes the lock of a folder, also where who had it is gone. Throws where somebody has it. */
export async function takeLock(folder: string): Promise<() => Promise<void>> {
  const file = join(resolve(folder), 'lock');
  if (held.has(file)) throw inUse(folder, `this process (${process.pid})`);
  held.add(file);
  try {
    await writeLock(file, folder);
  } catch (error) {
    held.delete(file);
    throw error;
  }
  const beat = setInterval(() => utimes(file, new Date(), new Date()).catch(() => {}), BEAT).unref();
  return async () => {
    clearInterval(beat);
    await rm(file, { force: true });
    held.delete(file);
  };
}

async function writeLock(file: string, folder: string): Promise<void> {
  const own: Holder = { pid: process.pid, host: hostname() };
  const write = () => writeFile(file, JSON.stringify(own), { flag: 'wx', mode: 0o600 });
  try {
    await write();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const holder = await readHolder(file);
    if (holder !== null && (await isThere(file, holder, own)))
      throw inUse(folder, `process ${holder.pid} of ${holder.host}`);
    await rm(file, { force: true });
    await write();
  }
}

async function readHolder(file: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    // It was cut off while it was written, or has just been given back.
    return null;
  }
}

async function isThere(file: string, { pid, host }: Holder, own: Holder): Promise<boolean> {
  if (host === own.host) return pid !== own.pid && isAlive(pid);
  const before = await beatOf(file);
  await sleep(SILENCE);
  return (await beatOf(file)) !== before;
}

async function beatOf(file: string): Promise<number | null> {
  return (await stat(file).catch(() => null))?.mtimeMs ?? null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function inUse(folder: string, by: string): DataProblem {
  return new DataProblem(
    `${folder} is in use by ${by}: stop that one, or name another directory. Where no emulator runs there, remove ${join(folder, 'lock')}`,
  );
}
