import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startEmulator } from '../../conformance/run/self-test.ts';
import { ALL_FACTS } from './client/all-facts.ts';
import { type Facts, readFacts } from './client/read-facts.ts';
import type { Access } from './client/service.ts';

/** A server under test: its addresses, and the keys for a client without drivers. */
export type Server = Access & { keys: { live: string; test: string }; close(): Promise<void> };

/** The facts of a server, of the default emulator, and of the emulator calibrated on the server. */
export type Measured = {
  name: string;
  ways: readonly string[];
  server: Facts;
  usual: Facts;
  calibrated: Facts;
  seconds: number;
};

/** The keys of the default world. */
const DEMO = { live: 'pk_live_demo', test: 'pk_test_demo' };

export async function startUsual(): Promise<Server> {
  return { ...(await startEmulator()), keys: DEMO };
}

function warn(why: string): void {
  console.error(`not read: ${why}`);
}

export async function factsOf(start: () => Promise<Access & { close(): Promise<void> }>): Promise<Facts> {
  const server = await start();
  return readFacts(server, ALL_FACTS, warn).finally(server.close);
}

/**
 * Reads the facts of a server and of the emulator calibrated on it, and measures how many seconds the calibration
 * takes.
 */
export async function measure(start: () => Promise<Server>, file: string, hasDrivers: boolean) {
  const server = await start();
  try {
    const facts = await readFacts(server, ALL_FACTS, warn);
    const { live, test } = server.keys;
    const access = hasDrivers ? ['--drivers', server.driver_url] : ['--key', live, '--key', `other_env=${test}`];
    const began = performance.now();
    await conformance(['calibrate', server.base_url, ...access, '--out', file, '--force']);
    const seconds = (performance.now() - began) / 1_000;
    const calibrated = await factsOf(() => startEmulator({ config: file, onUnexpected: () => {} }));
    return { server: facts, calibrated, seconds };
  } finally {
    await server.close();
  }
}

/** The facts that a comparison of two servers reports as different, each with its question. */
export async function compared(one: Access, other: Access, file: string): Promise<Reported[]> {
  const drivers = ['--drivers-a', one.driver_url, '--drivers-b', other.driver_url];
  await conformance(['compare', one.base_url, other.base_url, ...drivers, '--facts', '--json', file]);
  return JSON.parse(readFileSync(file, 'utf8')).facts.differ;
}

/** A fact that differs. The question is null if none explains the difference. */
type Reported = { place: string; question: string | null };

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Runs the command line in a separate process, as users do. Throws if the command could not do its work. */
async function conformance(words: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'conformance/bin.ts', ...words], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (data) => {
    errors += data;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0 && code !== 1) throw new Error(`${words[0]} ended with ${code}: ${errors.trim().slice(-500)}`);
}

/** The readings of an emulator that differ from the defaults. */
export async function unusualReadings(config: string): Promise<string[]> {
  const [usual, own] = [await profileOf(), await profileOf(config)];
  const names = new Set([...usual.keys(), ...own.keys()]);
  return [...names].filter((name) => usual.get(name) !== own.get(name));
}

async function profileOf(config?: string): Promise<Map<string, string>> {
  const emulator = await startEmulator(config === undefined ? {} : { config });
  const answer = await fetch(new URL('/_emulator/profile', emulator.base_url)).finally(emulator.close);
  return new Map(leaves('', await answer.json()));
}

/** The values in an object by their paths, such as `readings.check_order.scope_and_form`. */
function leaves(place: string, value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[place, JSON.stringify(value)]];
  return Object.entries(value).flatMap(([name, item]) => leaves(place === '' ? name : `${place}.${name}`, item));
}
