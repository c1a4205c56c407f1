import { link, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataProblem } from '../../storage/data-problem.ts';

/** The process that holds a lock, or held it last. */
type Holder = { pid: number; host: string; released?: true };

/** How often the holder proves that it is alive, for processes that cannot see it, as in other containers. */
const BEAT = 1_000;
const SILENCE = 3 * BEAT;

/** The folders that this process has locked: after a crash in a container, the next one may have the same id. */
const held = new Set<string>();

/** The lock file of version 0.2.0, and numbered ones of later versions. */
const NAME = /^lock(?:-(\d+))?$/;

/**
 * Locks a folder, even if the last holder has died. Throws if another process holds the lock.
 *
 * The file with the highest number is the lock. Only one process can create the next number, since a link never
 * replaces a file; if a process then finds a higher number, it was too late. The file stays when the lock is released,
 * so that no number is used twice.
 */
export async function takeLock(folder: string): Promise<() => Promise<void>> {
  const place = resolve(folder);
  if (held.has(place)) throw inUse(folder, `this process (${process.pid})`);
  held.add(place);
  try {
    const file = await takeNext(place, folder);
    const beat = setInterval(() => utimes(file, new Date(), new Date()).catch(() => {}), BEAT).unref();
    return async () => {
      clearInterval(beat);
      await giveBack(file).finally(() => held.delete(place));
    };
  } catch (error) {
    held.delete(place);
    throw error;
  }
}

async function takeNext(place: string, folder: string): Promise<string> {
  const own: Holder = { pid: process.pid, host: hostname() };
  const last = await lastIn(place);
  if (last !== null) await requireGone(join(place, last.name), folder, own);
  const number = (last?.number ?? 0) + 1;
  const file = join(place, `lock-${number}`);
  // The file is linked only when it is complete, so no one ever sees a partly written lock.
  const aside = `${file}-${process.pid}`;
  await writeFile(aside, JSON.stringify(own), { mode: 0o600 });
  try {
    await link(aside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw await inUseBy(file, folder);
    throw error;
  } finally {
    await rm(aside, { force: true });
  }
  const now = await lastIn(place);
  if (now !== null && now.number > number) {
    await rm(file, { force: true });
    throw await inUseBy(join(place, now.name), folder);
  }
  await removeOlder(place, number);
  return file;
}

async function lastIn(place: string): Promise<{ name: string; number: number } | null> {
  const locks = (await readdir(place)).flatMap((name) => {
    const [found, number = '0'] = NAME.exec(name) ?? [];
    return found === undefined ? [] : [{ name, number: Number(number) }];
  });
  return locks.sort((a, b) => b.number - a.number)[0] ?? null;
}

async function requireGone(file: string, folder: string, own: Holder): Promise<void> {
  const holder = await readHolder(file);
  if (holder === null || holder.released === true) return;
  if (await isThere(file, holder, own)) throw inUse(folder, `process ${holder.pid} of ${holder.host}`, file);
}

async function inUseBy(file: string, folder: string): Promise<DataProblem> {
  const holder = await readHolder(file);
  return inUse(folder, holder === null ? 'another process' : `process ${holder.pid} of ${holder.host}`, file);
}

async function removeOlder(place: string, number: number): Promise<void> {
  for (const name of await readdir(place)) {
    const [found, of = '0'] = NAME.exec(name) ?? [];
    if (found !== undefined && Number(of) < number) await rm(join(place, name), { force: true });
  }
}

async function giveBack(file: string): Promise<void> {
  const released: Holder = { pid: process.pid, host: hostname(), released: true };
  const aside = `${file}-${process.pid}`;
  await writeFile(aside, JSON.stringify(released), { mode: 0o600 });
  await rename(aside, file);
}

/** Null if it cannot be read because it is damaged; a lock that is held is always complete. */
async function readHolder(file: string): Promise<Holder | null> {
  try {
    const holder = JSON.parse(await readFile(file, 'utf8'));
    return Number.isInteger(holder?.pid) ? holder : null;
  } catch {
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

function inUse(folder: string, by: string, file?: string): DataProblem {
  const remedy = file === undefined ? '' : `. If no emulator is running there, remove ${file}`;
  return new DataProblem(`${folder} is in use by ${by}: stop it, or use another directory${remedy}`);
}
