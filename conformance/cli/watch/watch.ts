import { statSync } from 'node:fs';
import { EXIT, type Flags, UsageError } from '../../../shared/command.ts';
import { durationText } from '../../../shared/report/lines.ts';
import { certifyWith } from '../../certify.ts';
import type { Suite } from '../../suite/scenario/suite.ts';
import { changesOf } from '../changes.ts';
import { type Interrupt, listenForInterrupt } from '../interrupt.ts';
import { openEmulator } from '../open-server.ts';
import { writeOutputs } from '../outputs.ts';
import { openChecked, ownPathsOf } from '../own-suite.ts';
import { printError } from '../print.ts';
import { printReport } from '../print-report.ts';
import { runOptions } from '../run-options.ts';

/** Runs scenario files on a fresh emulator, now and each time one of them is saved, until interrupted. */
export async function watchAndRun(flags: Flags, words: readonly string[]): Promise<number> {
  const paths = [...words, ...ownPathsOf(flags)];
  if (paths.length === 0) throw new UsageError('--watch needs a scenario file: run --watch FILE');
  openExisting(paths);
  const interrupt = listenForInterrupt();
  const changes = changesOf(paths, interrupt.signal);
  try {
    do await runOnce(paths, flags, interrupt);
    while (await changes.next());
    return EXIT.fine;
  } finally {
    changes.close();
    interrupt.stop();
  }
}

/** Prints the mistakes of a scenario and continues. Throws if a file is missing. */
function openExisting(paths: readonly string[]): void {
  for (const path of paths)
    if (statSync(path, { throwIfNoEntry: false }) === undefined)
      throw new UsageError(`--watch ${path}: there is no such file or folder`);
}

async function runOnce(paths: readonly string[], flags: Flags, { signal }: Interrupt): Promise<void> {
  const began = performance.now();
  try {
    const loaded = openChecked(paths);
    const options = runOptions(flags, loaded.suite.registry);
    const { target, close } = await openEmulator(
      flags,
      loaded.suite.own.flatMap((own) => own.draft),
    );
    try {
      const report = await certifyWith(loaded, target, {
        ...options,
        only: onlyOwn(options.only, loaded.suite),
        signal,
      });
      printReport(report, flags);
      writeOutputs(report, flags);
    } finally {
      await close();
    }
  } catch (error) {
    printError(error instanceof Error ? error.message : String(error));
  }
  const time = new Date().toTimeString().slice(0, 8);
  printError(`${time}, ${durationText(performance.now() - began)}; watching ${paths.join(', ')}, Ctrl-C ends it`);
}

/** The author of a suite wants the results of that suite, not those of the built-in one after each change. */
function onlyOwn(only: readonly string[] = [], { own }: Suite): readonly string[] {
  return only.length > 0 ? only : own.map(({ name }) => name);
}
