import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jsonIn } from '../../shared/json-in.ts';
import type { AuditEvent } from '../domain/test-control/audit-event.ts';
import type { Mark } from '../domain/test-control/coverage.ts';
import { NO_VARIATION, type Variation } from '../domain/test-control/variation.ts';
import type { AuditPort } from '../world/ports.ts';

/** Names the folder for the programs that `exec --audit` runs: their emulators write to it what they observe. */
export const AUDIT_FOLDER = 'TRYON_AUDIT_FOLDER';

/** If set, they also write every exchange and delivery there. */
export const AUDIT_JOURNAL = 'TRYON_AUDIT_JOURNAL';

/** The maximum that one process writes of each kind; with that many findings the run has failed anyway. */
const MOST_BYTES = 512 * 1024;
const MOST_JOURNAL_BYTES = 64 * 1024 * 1024;

/** Creates a private folder, and a function that removes it. Throws if nothing can be written there. */
export function makeAuditFolder(parent = tmpdir()): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(parent, 'tryon-audit-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export type RunFolder = {
  env: NodeJS.ProcessEnv;
  lines(): unknown[];
  /** Why their reports cannot be collected; null if they can. */
  warning: string | null;
  end(): void;
};

export function openRunFolder(variable: string, deaf: string, parent?: string): RunFolder {
  try {
    const { folder, remove } = makeAuditFolder(parent);
    return { env: { [variable]: folder }, lines: () => readAuditFolder(folder), warning: null, end: remove };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { env: {}, lines: () => [], warning: `${deaf}: ${why}`, end: () => {} };
  }
}

/** Everything that was written to a folder; incomplete lines of killed processes are omitted. */
export function readAuditFolder(folder: string): unknown[] {
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'));
  return lines.map(jsonIn).filter((value) => value !== undefined);
}

let opened: { folder: string; port: AuditPort; emulators: number } | null = null;

/** The audit of the run that this process belongs to, if any, with one file for all its emulators. */
export function auditOfRun(folder = process.env[AUDIT_FOLDER]): AuditPort | null {
  if (folder === undefined || folder === '') return null;
  if (opened?.folder !== folder)
    opened = { folder, port: openPort(folder, process.env[AUDIT_JOURNAL] === '1'), emulators: 0 };
  opened.emulators += 1;
  return { ...opened.port, emulator: `${process.pid}.${opened.emulators}` };
}

/** Appends events synchronously, so that they count however the process ends. Returns the number of bytes. */
function lineWriter(folder: string): (event: object) => number {
  const file = join(folder, `${process.pid}-${randomUUID()}.jsonl`);
  return (event) => {
    const line = `${JSON.stringify(event)}\n`;
    try {
      appendFileSync(file, line, { mode: 0o600 });
      return line.length;
    } catch {
      // The program continues if this cannot be written.
      return Number.POSITIVE_INFINITY;
    }
  };
}

function openPort(folder: string, keepsJournal: boolean): AuditPort {
  const write = lineWriter(folder);
  const journal = keepsJournal ? MOST_JOURNAL_BYTES : 0;
  const once = { request: 1, not_judged: 1 };
  const journaled = { exchange: journal, delivery: journal, delivered_otherwise: journal, delivery_answered: journal };
  const left = { ...once, finding: MOST_BYTES, unused_plan: MOST_BYTES, ...journaled };
  const calls = new Set<() => void>();
  process.once('exit', () => {
    for (const call of calls) call();
  });
  return {
    keepsJournal,
    tell: (event: AuditEvent) => {
      if (left[event.kind] > 0) left[event.kind] -= write(event);
    },
    atExit: (call) => {
      calls.add(call);
      return () => calls.delete(call);
    },
  };
}

/** The folder for programs that `exec --coverage` runs: their emulators write to it what their clients meet. */
export const COVERAGE_FOLDER = 'TRYON_COVERAGE_FOLDER';

let covered: { folder: string; onMark(mark: Mark): void } | null = null;

/** Receives the marks of the run that this process belongs to, if any. All its emulators share one file. */
export function coverageOfRun(folder = process.env[COVERAGE_FOLDER]): ((mark: Mark) => void) | null {
  if (folder === undefined || folder === '') return null;
  if (covered?.folder !== folder) covered = { folder, onMark: openMarks(folder) };
  return covered.onMark;
}

/** Writes each mark once; there are a few hundred at most. */
function openMarks(folder: string): (mark: Mark) => void {
  const write = lineWriter(folder);
  const written = new Map<string, boolean>();
  return (mark) => {
    const before = written.get(mark.key);
    if (before === true || before === mark.answered) return;
    written.set(mark.key, mark.answered);
    write(mark);
  };
}

/** The file with the variation for programs that `vary` runs, for their emulators and all their worlds. */
export const VARIATION_FILE = 'TRYON_VARIATION';

/** The variation of the run that this process belongs to; null if there is none. */
export function variationOfRun(file = process.env[VARIATION_FILE]): Variation | null {
  if (file === undefined || file === '') return null;
  return { ...NO_VARIATION, ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<Variation>) };
}
