import {
  type CliCommand,
  EXIT,
  type Flags,
  flagGroup,
  listFlag,
  textFlag,
  UsageError,
} from '../../../shared/command.ts';
import { parseDuration } from '../../../shared/duration.ts';
import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import { questionNamed } from '../../../shared/questions/question.ts';
import { isRetired, retiredNotice } from '../../../shared/questions/retired.ts';
import { MOVES } from '../../calibrate/generated/moves.ts';
import { differencesIn, readConfig } from '../../calibrate/read-config.ts';
import { checkFile, type WrittenFile } from '../calibrate/check-file.ts';
import { writeFile } from '../calibrate/write-file.ts';
import { assertNew, orUsageError, readNamed } from '../files.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { openServer } from '../open-server.ts';
import { openChecked } from '../own-suite.ts';
import { printError } from '../print.ts';
import { TARGET_FLAGS, TARGET_NOTE } from '../run-target.ts';

export const calibrateCommand: CliCommand = {
  forms: { '[URL] [options] --out emulator.yaml': '' },
  flags: {
    ...TARGET_FLAGS,
    emulator: { about: 'the emulator of this package', group: 'Server' },
    ...flagGroup('Configuration', {
      out: { about: 'write the configuration here: each choice with what was seen', value: 'FILE' },
      force: { about: 'write over an existing file' },
      check: { about: 'compare the server with a configuration that was written before', value: 'FILE' },
      only: { about: 'these questions alone, by their names in scenarios/questions', value: 'X,Y', multiple: true },
      time: { about: 'begin nothing after that long (default 3m)', value: 'T' },
      json: { about: 'print what was found as JSON' },
    }),
  },
  notes: `Either --out or --check is needed. A battery of probes asks the server directly, and the emulator is fitted to what they
show; scenarios are run for the questions that no probe has shown. No key is written into the file, and nothing is deleted on
the server that was not made for it. What could not be seen is in the file, with what it would need. --check plays the battery
alone.

${TARGET_NOTE}`,
  exits: {
    0: 'written, or the server does as the file says',
    1: 'the server has drifted from the file',
    2: 'a mistake on the command line, in a target or in the file',
    3: 'nothing could be seen of the server',
    130: 'interrupted',
  },
  run: async (flags, words) => {
    const out = textFlag(flags, 'out');
    const check = textFlag(flags, 'check');
    if ((out === undefined) === (check === undefined))
      throw new UsageError('calibrate needs either --out emulator.yaml, to write it, or --check emulator.yaml');
    const only = onlyIn(flags);
    const written = check === undefined ? null : writtenIn(check);
    const most = timeIn(flags);
    if (out !== undefined) assertNew(out, '--out', flags['force'] === true);
    const interrupt = listenForInterrupt();
    const loaded = openChecked([]);
    const { target, close } = await openServer(flags, words);
    try {
      const { signal } = interrupt;
      const server = { loaded, target, signal, until: Date.now() + most, only };
      const code =
        written === null ? await writeFile(flags, server, out ?? '') : await checkFile(flags, server, written);
      return signal.aborted ? EXIT.interrupted : code;
    } finally {
      await close();
      interrupt.stop();
    }
  },
};

/** The questions that --only names; null where it names none. */
function onlyIn(flags: Flags): string[] | null {
  const given = listFlag(flags, 'only');
  warnOfRetired('--only', given.filter(isRetired));
  const names = given.filter((name) => !isRetired(name));
  if (given.length > 0 && names.length === 0) throw new UsageError('--only names only questions that no longer exist');
  for (const name of names) {
    const { observed } = orUsageError(() => questionNamed(name, QUESTIONS));
    if (observed === undefined && !MOVES.questions.some(({ question, rows }) => question === name && rows.length > 0))
      throw new UsageError(`--only ${name}: no scenario and no probe observes it`);
  }
  return names.length === 0 ? null : names;
}

function warnOfRetired(place: string, names: readonly string[]): void {
  const notice = retiredNotice(names);
  if (notice !== null) printError(`warning: ${place}: ${notice}`);
}

function writtenIn(file: string): WrittenFile {
  const text = readNamed(file, '--check');
  const choices = orUsageError(() => readConfig(file, text, QUESTIONS, (names) => warnOfRetired(file, names)));
  return { file, choices, ...differencesIn(text) };
}

function timeIn(flags: Flags): number {
  const text = textFlag(flags, 'time') ?? '3m';
  const time = /[a-z]$/.test(text) ? parseDuration(text) : null;
  if (time !== null && time > 0) return time;
  throw new UsageError(`--time must be a length of time with its unit, such as 90s; not ${text}`);
}
