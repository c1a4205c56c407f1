import { type CliCommand, type Flags, flagGroup, listFlag, textFlag, UsageError } from '../../../shared/command.ts';
import { parseDuration } from '../../../shared/duration.ts';
import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import { questionNamed } from '../../../shared/questions/question.ts';
import { isRetired, retiredNotice } from '../../../shared/questions/retired.ts';
import { MOVES } from '../../calibrate/generated/moves.ts';
import { differencesIn, readConfig } from '../../calibrate/read-config.ts';
import { checkFile, type WrittenFile } from '../calibrate/check-file.ts';
import { writeFile } from '../calibrate/write-file.ts';
import { assertNew, orUsageError, readNamed } from '../files.ts';
import { interruptible } from '../interrupt.ts';
import { openServer } from '../open-server.ts';
import { openChecked } from '../own-suite.ts';
import { printError } from '../print.ts';
import { TARGET_FLAGS, TARGET_NOTE } from '../run-target.ts';

export const calibrateCommand: CliCommand = {
  forms: { '[URL] [options] --out emulator.yaml': '' },
  flags: {
    ...TARGET_FLAGS,
    emulator: { about: 'use the built-in emulator as the server', group: 'Server' },
    ...flagGroup('Configuration', {
      out: { about: 'write the configuration, with the evidence of each choice', value: 'FILE' },
      force: { about: 'overwrite an existing file' },
      check: { about: 'compare the server with an existing configuration', value: 'FILE' },
      only: { about: 'only these open questions', value: 'X,Y', multiple: true },
      time: { about: 'time limit to try choices on the emulator (default 3m)', value: 'T', group: 'Time' },
      json: { about: 'print the results as JSON' },
    }),
  },
  notes: `You need either --out or --check. Probes observe the server, and the emulator is fitted to what they show. No key is written
to the file, and only objects created by calibrate are deleted. The file also lists what could not be observed, and what that
would need.

${TARGET_NOTE}`,
  exits: {
    0: 'written, or the server matches the file',
    1: 'the server differs from the file',
    2: 'invalid command line, target or file',
    3: 'the server could not be observed',
    130: 'interrupted',
  },
  examples: {
    'Write a configuration': 'tryon-conformance calibrate http://127.0.0.1:8080 --key pk_test_demo --out emulator.yaml',
    'Check later that the server has not changed':
      'tryon-conformance calibrate --target target.yaml --check emulator.yaml',
  },
  run: async (flags, words) => {
    const out = textFlag(flags, 'out');
    const check = textFlag(flags, 'check');
    if ((out === undefined) === (check === undefined))
      throw new UsageError('calibrate needs either --out emulator.yaml or --check emulator.yaml');
    const only = onlyIn(flags);
    const written = check === undefined ? null : writtenIn(check);
    const most = timeIn(flags);
    if (out !== undefined) assertNew(out, '--out', flags['force'] === true);
    return interruptible(async (signal) => {
      const loaded = openChecked([]);
      const { target, close } = await openServer(flags, words);
      const began = Date.now();
      const until = began + Math.min(most, target.budget.wall ?? most);
      const server = { loaded, target, signal, began, until, only };
      const work = written === null ? writeFile(flags, server, out ?? '') : checkFile(flags, server, written);
      return work.finally(close);
    });
  },
};

/** The questions that --only names; null if it names none. */
function onlyIn(flags: Flags): string[] | null {
  const given = listFlag(flags, 'only');
  warnOfRetired('--only', given.filter(isRetired));
  const names = given.filter((name) => !isRetired(name));
  if (given.length > 0 && names.length === 0) throw new UsageError('--only names only questions that no longer exist');
  for (const name of names) {
    orUsageError(() => questionNamed(name, QUESTIONS));
    if (!MOVES.questions.some(({ question, rows }) => question === name && rows.length > 0))
      throw new UsageError(`--only ${name}: no probe shows it`);
  }
  return names.length === 0 ? null : names;
}

function warnOfRetired(place: string, names: readonly string[]): void {
  const notice = retiredNotice(names);
  if (notice !== null) printError(`warning: ${place}: ${notice}`);
}

function writtenIn(file: string): WrittenFile {
  const text = readNamed(file, '--check');
  const choices = readConfig(file, text, QUESTIONS, (names) => warnOfRetired(file, names));
  return { file, choices, ...differencesIn(text) };
}

function timeIn(flags: Flags): number {
  const text = textFlag(flags, 'time') ?? '3m';
  const time = /[a-z]$/.test(text) ? parseDuration(text) : null;
  if (time !== null && time > 0) return time;
  throw new UsageError(`--time must be a duration with a unit, such as 90s, not ${text}`);
}
