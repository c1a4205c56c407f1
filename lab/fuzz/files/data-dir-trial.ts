import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMistake } from './mistakes.ts';
import { type Mutation, mutated } from './mutations.ts';
import { type OpenedForFuzz, openForFuzz, WORKED, work } from './worked-worlds.ts';

/** A data directory that an emulator left, with the facts that were acknowledged by then. */
export type LeftFolder = { folder: string; facts: string[] };

/** Makes two directories: one that was closed, and one that a killed process left. */
export async function leftFolders(root: string): Promise<LeftFolder[]> {
  const left: LeftFolder[] = [];
  for (const isKilled of [false, true]) {
    const folder = join(root, isKilled ? 'killed' : 'closed');
    const opened = await openForFuzz({ ...WORKED[1], dataDir: folder });
    await work(opened, 0);
    opened.emulator.snapshots.save('one');
    await opened.emulator.data?.compact();
    await work(opened, 1);
    await opened.emulator.data?.synced();
    const facts = await factsOf(opened);
    if (isKilled) {
      cpSync(folder, `${folder}-copy`, { recursive: true });
      rmSync(join(`${folder}-copy`, 'lock'), { force: true });
    }
    await opened.emulator.close();
    left.push({ folder: isKilled ? `${folder}-copy` : folder, facts });
  }
  return left;
}

/** The facts that clients and tests can read. None may be lost without a warning. */
async function factsOf({ emulator, client }: OpenedForFuzz): Promise<string[]> {
  const facts: string[] = [emulator.clock.now(), ...emulator.snapshots.list().map((one) => JSON.stringify(one))];
  for (const key of ['pk_test_demo', 'pk_live_demo'])
    for (const list of ['jobs', 'assets']) {
      const { body, status } = await client.get(`/v1/${list}?limit=100`, { key });
      facts.push(`${list} ${status}`);
      for (const row of body?.data ?? []) {
        facts.push(JSON.stringify(row));
        if (list === 'assets') facts.push((await client.get(`/v1/assets/${row.id}/content`, { key })).text);
      }
    }
  return facts;
}

/**
 * Starts on a directory with one damaged file. It must keep everything acknowledged, warn about what is missing, or
 * refuse to start.
 */
export async function tryDataDir(
  left: readonly LeftFolder[],
  base: number,
  mutations: readonly Mutation[],
  dataDir: string,
) {
  const { folder, facts } = left[base % left.length] as LeftFolder;
  cpSync(folder, dataDir, { recursive: true });
  damage(dataDir, base, mutations);
  let opened: OpenedForFuzz;
  try {
    opened = await openForFuzz({ ...WORKED[1], dataDir });
  } catch (error) {
    const { message, stack = message } = error as Error;
    return { outcome: 'refused', faults: isMistake(error) ? [] : [`the start fails without a sentence: ${stack}`] };
  }
  try {
    const lost = missing(facts, await factsOf(opened));
    const isReported = opened.warnings.length > 0;
    const faults = [
      ...(lost !== null && !isReported ? [`without a word it is not as it was: ${lost.slice(0, 200)}`] : []),
      ...opened.unexpected,
    ];
    const { status } = await opened.client.upload();
    if (status >= 500) faults.push(`afterwards an upload answers ${status}`);
    return { outcome: lost === null ? 'started whole' : 'started, and said what was left out', faults };
  } finally {
    await opened.emulator.close();
  }
}

function missing(facts: readonly string[], now: readonly string[]): string | null {
  const there = new Set(now);
  return facts.find((fact) => !there.has(fact)) ?? null;
}

/** Changes one file, removes it, or replaces it with a link. */
function damage(folder: string, base: number, mutations: readonly Mutation[]): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  const [first] = mutations;
  const file = files[(first?.at ?? 0) % files.length] ?? '';
  const kind = base % 12;
  if (kind === 10) rmSync(file);
  else if (kind === 11) {
    rmSync(file);
    symlinkSync(join(folder, '../outside/mine'), file);
  } else writeFileSync(file, mutated(readFileSync(file), mutations));
}
