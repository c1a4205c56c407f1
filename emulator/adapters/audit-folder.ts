import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditEvent } from '../domain/test-control/audit-event.ts';
import type { AuditPort } from '../world/ports.ts';

/** Names the folder to the programs that `exec --audit` runs: an emulator of theirs writes into it what it has seen. */
export const AUDIT_FOLDER = 'TRYON_AUDIT_FOLDER';

/** What one process writes of each kind at the most; where there is as much, the run has failed anyway. */
const MOST_BYTES = 512 * 1024;

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

let opened: { folder: string; port: AuditPort } | null = null;

/** The audit of the run that this process belongs to, if any: one file for all of its emulators. */
export function auditOfRun(folder = process.env[AUDIT_FOLDER]): AuditPort | null {
  if (folder === undefined || folder === '') return null;
  if (opened?.folder !== folder) opened = { folder, port: openPort(folder) };
  return opened.port;
}

/**
 * Each event is on the disk at once, so that it counts however the process ends. Most are the first request and no more;
 * what cannot be written is no concern of the program.
 */
function openPort(folder: string): AuditPort {
  const file = join(folder, `${process.pid}-${randomUUID()}.jsonl`);
  const left = { request: 1, finding: MOST_BYTES, unused_plan: MOST_BYTES };
  const calls = new Set<() => void>();
  process.once('exit', () => {
    for (const call of calls) call();
  });
  return {
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
