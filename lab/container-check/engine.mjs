// Shared by the steps of the container check: runs commands of the engine, and removes containers afterwards.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The flags that a careful user sets for an unknown image: only mounted folders are writable, and no privileges can be
 * gained.
 */
export const HARDENED = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];

/** Long enough for a busy machine, where three quarters of the suite take minutes. */
const LONGEST_MS = 300_000;

/** Runs a command of the engine and waits for its end. */
export function ask(...args) {
  const { status, stdout, stderr, error } = spawnSync('docker', args, { encoding: 'utf8', timeout: 2 * LONGEST_MS });
  if (error) throw error;
  return { code: status, out: stdout.trim(), err: stderr.trim() };
}

/** Runs a command that must succeed, and returns its output. */
export function docker(...args) {
  const { code, out, err } = ask(...args);
  assert.equal(code, 0, `docker ${args.join(' ')} ended with ${code}: ${out}${err}`);
  return out;
}

/** Keeps a container running until `work` is done, then removes it. */
export async function withContainer(args, work) {
  const id = docker('run', '--detach', ...args);
  try {
    return await work(id);
  } finally {
    docker('rm', '--force', '--volumes', id);
  }
}

/** The URL of the emulator's port on this machine. */
export function addressOf(container) {
  const [address] = docker('port', container, '4010').split('\n');
  return `http://${address}`;
}

export async function until(what, look) {
  for (const began = performance.now(); performance.now() - began < LONGEST_MS; await sleep(20)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error(`timed out waiting for: ${what}`);
}

/** Makes a temporary folder that any user of a container can read and write. */
export async function withFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'tryon-container-'));
  chmodSync(folder, 0o777);
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
