import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Flags } from '../../../shared/command.ts';
import { AUDIT_FOLDER, AUDIT_JOURNAL, readAuditFolder } from '../../adapters/audit-folder.ts';
import { VARIATION_FILE } from '../../adapters/variation-of-run.ts';
import { wallClock } from '../../adapters/wall-clock.ts';
import type { Variation } from '../../domain/test-control/variation.ts';
import { createCollector } from '../../vary/collect.ts';
import { readResults } from '../../vary/results/read-results.ts';
import type { Ran } from '../../vary/verdict.ts';
import { environmentOf } from '../exec.ts';
import { openEmulator } from '../open-emulator.ts';
import { resultFiles } from './result-files.ts';
import { runCommand } from './run-command.ts';

export type RunSettings = {
  command: readonly string[];
  flags: Flags;
  /** Where the command leaves what became of its tests. */
  results: readonly string[];
  /** Whether the usual places are looked at too: runs at once would write over each other there. */
  readsUsual: boolean;
  timeout: number;
  signal: AbortSignal;
  onOutput?(text: string): void;
};

/** Names the folder of a run's own in which the command may leave what became of its tests. */
const RESULTS_FOLDER = 'TRYON_RESULTS';
const TAIL = 4_000;

/** Runs the command once, beside an emulator of its own, which varies, as do those that the command makes itself. */
export async function runOnce(settings: RunSettings, variation: Variation): Promise<Ran> {
  const { command, flags, results, readsUsual, timeout, signal, onOutput } = settings;
  const place = makePlace(variation);
  const collector = createCollector();
  const port = { tell: collector.take, atExit: () => () => {}, keepsJournal: true, emulator: 'beside' };
  const since = wallClock.now();
  try {
    const emulator = await openEmulator(
      flags,
      { port: 0, clock: 'auto' },
      { audit: port, varied: { variation, isOver: true } },
    );
    const env = { ...environmentOf(emulator), ...place.env };
    const ended = runCommand(command, { env, timeout, signal, ...(onOutput && { onOutput }) });
    const { exit, output, took } = await ended.finally(() => emulator.close());
    for (const event of readAuditFolder(place.journal)) collector.takeUnchecked(event);
    const files = resultFiles(place.results, { globs: results, readsUsual }, since);
    return { exit, results: readResults(files, output), tail: output.slice(-TAIL), took, seen: collector.seen() };
  } finally {
    place.remove();
  }
}

function makePlace(variation: Variation) {
  const folder = mkdtempSync(join(tmpdir(), 'tryon-vary-'));
  const [journal, results] = [join(folder, 'journal'), join(folder, 'results')];
  for (const made of [journal, results]) mkdirSync(made);
  const file = join(folder, 'variation.json');
  writeFileSync(file, JSON.stringify(variation));
  return {
    journal,
    results,
    env: { [AUDIT_FOLDER]: journal, [AUDIT_JOURNAL]: '1', [VARIATION_FILE]: file, [RESULTS_FOLDER]: results },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
