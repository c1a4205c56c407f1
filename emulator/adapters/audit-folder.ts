import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditEvent } from '../domain/test-control/audit-event.ts';
import type { AuditPort } from '../world/ports.ts';

/** Names the folder to the programs that `exec --audit` runs: an emulator of theirs writes into it what it has seen. */
export const AUDIT_FOLDER = 'TRYON_AUDIT_FOLDER';

/** Set, it has them leave every exchange and delivery there too. */
export const AUDIT_JOURNAL = 'TRYON_AUDIT_JOURNAL';

/** What one process writes of each kind at the most; where there is as much, the run has failed anyway. */
const MOST_BYTES = 512 * 1024;
const MOST_JOURNAL_BYTES = 64 * 1024 * 1024;

/** A folder for nobody else, and its removal. Throws where nothing can be written, as in a read-only container. */
export function makeAuditFolder(parent = tmpdir()): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(parent, 'tryon-audit-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** All that was written into a folder; what breaks off, where a process was killed, is left out. */
export function readAuditFolder(folder: string): unknown[] {
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'));
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}

let opened: { folder: string; port: AuditPort; emulators: number } | null = null;

/** The audit of the run that this process belongs to, if any: one file for all of its emulators. */
export function auditOfRun(folder = process.env[AUDIT_FOLDER]): AuditPort | null {
  if (folder === undefined || folder === '') return null;
  if (opened?.folder !== folder)
    opened = { folder, port: openPort(folder, process.env[AUDIT_JOURNAL] === '1'), emulators: 0 };
  opened.emulators += 1;
  return { ...opened.port, emulator: `${process.pid}.${opened.emulators}` };
}

/**
 * Each event is on the disk at once, so that it counts however the process ends. Most are the first request and no more;
 * what cannot be written is no concern of the program.
 */
function openPort(folder: string, keepsJournal: boolean): AuditPort {
  const file = join(folder, `${process.pid}-${randomUUID()}.jsonl`);
  const journal = keepsJournal ? MOST_JOURNAL_BYTES : 0;
  const once = { request: 1, not_judged: 1 };
  const told = { exchange: journal, delivery: journal, delivered_otherwise: journal };
  const left = { ...once, finding: MOST_BYTES, unused_plan: MOST_BYTES, ...told };
  const calls = new Set<() => void>();
  process.once('exit', () => {
    for (const call of calls) call();
  });
  return {
    keepsJournal,
    tell: (event: AuditEvent) => {
      if (left[event.kind] <= 0) return;
      const line = `${JSON.stringify(event)}\n`;
      left[event.kind] -= line.length;
      try {
        appendFileSync(file, line, { mode: 0o600 });
      } catch {
        left[event.kind] = 0;
      }
    },
    atExit: (call) => {
      calls.add(call);
      return () => calls.delete(call);
    },
  };
}
