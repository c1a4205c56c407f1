import {
  type CliCommand,
  EXIT,
  type Flags,
  flagGroup,
  listFlag,
  textFlag,
  UsageError,
} from '../../../shared/command.ts';
import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import { questionNamed } from '../../../shared/questions/question.ts';
import { isRetired, retiredNotice } from '../../../shared/questions/retired.ts';
import type { Decision } from '../../calibrate/decide.ts';
import { type Drift, driftOf } from '../../calibrate/drift.ts';
import { readConfig, type Written } from '../../calibrate/read-config.ts';
import { configText, sightText, spelt } from '../../calibrate/write-config.ts';
import { type Observed, observeServer, scenariosFor } from '../calibrate/observe-server.ts';
import { assertNew, orUsageError, readNamed, writeNamed } from '../files.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { openServer } from '../open-server.ts';
import { openChecked } from '../own-suite.ts';
import { print, printError, say } from '../print.ts';
import { TARGET_FLAGS, TARGET_NOTE } from '../run-target.ts';

/** Too little was seen to say anything: the same as that of a run which is incomplete. */
const INCOMPLETE = 3;

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
      json: { about: 'print what was found as JSON' },
    }),
  },
  notes: `Either --out or --check is needed. Only the scenarios that observe open questions are run, and no key is written into the
file. What could not be seen is in the file with the reason. --check asks the questions of its file.

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
    const all = check === undefined ? [] : writtenIn(check);
    const written = all.filter(({ question }) => only === null || only.includes(question.name));
    if (out !== undefined) assertNew(out, '--out', flags['force'] === true);
    const interrupt = listenForInterrupt();
    const loaded = openChecked([]);
    const { target, close } = await openServer(flags, words);
    try {
      const look = (questions: readonly string[] | null) =>
        observeServer(loaded, target, scenariosFor(questions), interrupt.signal);
      const observed = await look(check === undefined ? only : written.map(({ question }) => question.name));
      const decisions = observed.decisions.filter(({ question }) => only === null || only.includes(question));
      if (interrupt.signal.aborted) return EXIT.interrupted;
      if (observed.decisions.every(({ sights }) => sights.length === 0)) return nothingSeen(observed);
      if (out === undefined) return await checked(flags, written, observed, look);
      writeNamed(out, configText(target.name, QUESTIONS, decisions), '--out');
      say(flags, { file: out, decisions }, () => tableText(out, decisions));
      return EXIT.fine;
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
    if (!orUsageError(() => questionNamed(name, QUESTIONS).observed))
      throw new UsageError(`--only ${name}: no scenario observes it`);
  }
  return names.length === 0 ? null : names;
}

function warnOfRetired(place: string, names: readonly string[]): void {
  const notice = retiredNotice(names);
  if (notice !== null) printError(`warning: ${place}: ${notice}`);
}

function writtenIn(file: string): Written[] {
  const text = readNamed(file, '--check');
  return orUsageError(() => readConfig(file, text, QUESTIONS, (names) => warnOfRetired(file, names)));
}

function nothingSeen({ report }: Observed): number {
  const told = report.instances.find(({ reason }) => reason !== null);
  print(`nothing could be seen of ${report.target.base_url}: ${told?.detail ?? told?.reason ?? 'no scenario was run'}`);
  return INCOMPLETE;
}

/** A difference is told once it was there twice: whoever answers at random has not drifted. */
async function checked(
  flags: Flags,
  written: readonly Written[],
  observed: Observed,
  look: (questions: readonly string[]) => Promise<Observed>,
): Promise<number> {
  const first = driftOf(written, observed.decisions);
  const second =
    first.length === 0 ? [] : driftOf(written, (await look(first.map(({ question }) => question))).decisions);
  const drift = second.filter((one) => first.some(({ question, now }) => question === one.question && now === one.now));
  const unsure = first.filter(({ question }) => !drift.some((one) => one.question === question));
  say(flags, { drift, unsure }, () =>
    [...drift.flatMap(driftLines), ...unsure.map(unsureLine), summary(drift)].join('\n'),
  );
  return drift.length === 0 ? EXIT.fine : EXIT.problems;
}

function driftLines({ question, written, formerly, now, choice }: Drift): string[] {
  return [
    `${question}: ${shown(question, written)} in the file, ${choice === undefined ? 'something else' : shown(question, choice)} now`,
    `  then ${formerly ?? 'not noted'}`,
    `  now  ${now}`,
  ];
}

function unsureLine({ question }: Drift): string {
  return `${question}: inconclusive, it was otherwise once and not a second time`;
}

function summary(drift: readonly Drift[]): string {
  return drift.length === 0
    ? 'the server does as the file says'
    : `the server has drifted in ${drift.length} of its choices`;
}

function shown(name: string, choice: unknown): string {
  const question = QUESTIONS.find((one) => one.name === name);
  return question === undefined ? JSON.stringify(choice) : spelt(question, choice);
}

function tableText(file: string, decisions: readonly Decision[]): string {
  const usual = (name: string) => JSON.stringify(QUESTIONS.find((one) => one.name === name)?.default);
  const set = decisions.filter((one) => one.kind === 'set');
  const otherwise = set.filter(({ question, choice }) => JSON.stringify(choice) !== usual(question));
  const rest = decisions.filter((one) => one.kind !== 'set');
  const foreign = rest.filter(({ kind }) => kind === 'foreign');
  const untold = rest.filter(({ kind }) => kind === 'untold');
  const unseen = rest.filter(({ kind }) => kind === 'unseen');
  return [
    `set (${otherwise.length})`,
    ...otherwise.map(({ question, choice, sights: [first] }) => {
      const seen = first === undefined ? '' : `  saw ${sightText(first)}`;
      return `  ${question} = ${shown(question, choice)}${seen}`;
    }),
    `as by default (${set.length - otherwise.length})`,
    `could not be imitated (${foreign.length})`,
    ...foreign.map(({ question, why }) => `  ${question}: ${why}`),
    `could not be told apart (${untold.length})`,
    ...untold.map(({ question, why }) => `  ${question}: ${why}`),
    `could not be seen (${unseen.length}); the reasons are in the file`,
    `wrote ${file}; run: tryon-emulator start --config ${file}`,
  ].join('\n');
}
