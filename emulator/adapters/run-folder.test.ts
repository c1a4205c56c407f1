import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { createEmulator } from '../index.ts';
import { AUDIT_FOLDER, auditOfRun, makeAuditFolder, readAuditFolder } from './run-folder.ts';

const removals: (() => void)[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const remove of removals.splice(0)) remove();
});

function folderOfRun(): string {
  const { folder, remove } = makeAuditFolder();
  removals.push(remove);
  vi.stubEnv(AUDIT_FOLDER, folder);
  return folder;
}

const usage = (emulator: Awaited<ReturnType<typeof createEmulator>>, query = '') =>
  emulator.fetch(`/v1/usage${query}`, { headers: { 'X-API-Key': emulator.keys.live ?? '' } });

it('An emulator of an audited run writes its findings immediately, to one file per process', async () => {
  const folder = folderOfRun();
  const emulators = [await createEmulator({ listen: false }), await createEmulator({ listen: false })];
  expect(readdirSync(folder)).toEqual([]);
  for (const emulator of emulators) await usage(emulator);
  expect(readAuditFolder(folder)).toEqual([{ kind: 'request' }]);
  for (const emulator of emulators) await usage(emulator, '?key=pk_live_secret1234');
  const events = readAuditFolder(folder);
  expect(events.slice(1)).toMatchObject([{ finding: { rule: 'key-in-url' } }, { finding: { rule: 'key-in-url' } }]);
  expect(JSON.stringify(events)).not.toContain('secret');
  expect(readdirSync(folder)).toHaveLength(1);
  for (const emulator of emulators) await emulator.close();
});

it('Its files are limited in size, and readable by no one else', () => {
  const folder = folderOfRun();
  const port = auditOfRun();
  const finding = { rule: 'key-in-url', did: 'x'.repeat(1_000), says: '', exchange: 1, at: '' } as const;
  for (let times = 0; times < 2_000; times += 1) port?.tell({ kind: 'finding', world: 'a', finding });
  port?.tell({ kind: 'request' });
  const { size, mode } = statSync(join(folder, readdirSync(folder)[0] ?? ''));
  expect(size).toBeLessThan(530_000);
  expect(mode & 0o077).toBe(0);
  expect(readAuditFolder(folder).at(-1)).toEqual({ kind: 'request' });
});

it('A folder that is gone does not affect the program, and is not created again', async () => {
  const folder = folderOfRun();
  for (const remove of removals.splice(0)) remove();
  await using emulator = await createEmulator({ listen: false });
  expect((await usage(emulator)).status).toBe(200);
  expect(existsSync(folder)).toBe(false);
});

it('Without an audited run there is no audit', () => {
  vi.stubEnv(AUDIT_FOLDER, '');
  expect(auditOfRun()).toBeNull();
});
