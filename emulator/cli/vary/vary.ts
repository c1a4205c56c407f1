import {
  type CliCommand,
  countFlag,
  EXIT,
  type Flags,
  flagGroup,
  listFlag,
  textFlag,
  textsFlag,
  UsageError,
} from '../../../shared/command.ts';
import { parseDuration } from '../../../shared/duration.ts';
import { isRetired, retiredNotice } from '../../../shared/questions/retired.ts';
import { junitReport } from '../../../shared/report/junit.ts';
import { version } from '../../adapters/version.ts';
import { wallClock } from '../../adapters/wall-clock.ts';
import { toIso } from '../../domain/values/time.ts';
import { chooseVariations, sampleOf, VARIATIONS, variationsNamed } from '../../vary/choose.ts';
import type { Variation } from '../../vary/facts.ts';
import { CONCLUSION_EXITS, type Row, type VaryReport } from '../../vary/report/report.ts';
import { textReport, varyCases } from '../../vary/report/text.ts';
import { count, judgePlain } from '../../vary/verdict.ts';
import { assertWritable, writeReport } from '../files/report-file.ts';
import { emulatorFlags } from '../open-emulator.ts';
import { print, printError } from '../print.ts';
import { openKeptRows, runAll, runPlain, timeText } from './run-all.ts';
import type { RunSettings } from './run-once.ts';

const MOST_JOBS = 64;
const MOST_SAMPLED = 10_000;
/** For the run without variations, whose duration is not known in advance. */
const LONGEST_PLAIN = 60 * 60_000;
/** The time limit of a run: a multiple of the time without variations, plus a constant. */
const [TIMES, BESIDES] = [5, 30_000];
const { config, clock, reading, seed, host } = emulatorFlags({ port: '', clock: 'auto' });

const VARY_NOTES = `The command runs once without variations, and must pass. Then it runs once for each variation with a new emulator and the
environment variables of exec: TRYON_URL, TRYON_LIVE_KEY, TRYON_TEST_KEY and TRYON_TOKEN. Emulators that it creates itself,
with createEmulator or tryon-kit/vitest, vary too: they read TRYON_VARIATION.

A lawful variation must not break a test: a failing test is a finding, because the client, or the test, depends on something that
the spec does not promise. A misfortune may fail a test: a finding is a duty that the exchanges show to be broken, such as two jobs for
one intent. A test can write what the client reported to the file TRYON_CLIENT_REPORT, as one line of JSON each: {"job": ID, "ended":
STATUS}, {"asset": ID, "bytes": N}, {"refused": ROUTE}, {"waited": SECONDS}, and {"reports": ["ends", "pictures", "refusals",
"waits"]} for what it always writes. If neither shows whether a duty was kept, the conclusion is cannot_tell, and the exit code is 3. Only variations that
apply to the requests of the first run are tried; one that did not occur counts as not met. A hint is a situation that a
careful client may ignore: it runs only with --only hint, and is never a finding. Readings and stages that a test sets itself
do not vary.

NAMES are full names, questions (upload_status), prefixes that end in *, or lawful, misfortune or hint. The tests that fail are
read from JUnit files: in the folder TRYON_RESULTS of each run, or in the usual places, such as junit.xml. Without such a file, the
exit code of the command is the result.`;

export const varyCommand: CliCommand = {
  forms: { '[options] -- COMMAND [ARGUMENT ...]': '' },
  flags: {
    ...flagGroup('Variations', {
      only: { about: 'run only these variations', value: 'NAMES', list: true, multiple: true },
      skip: { about: 'skip these variations', value: 'NAMES', list: true, multiple: true },
      sample: { about: 'run N random variations, chosen by --seed', value: 'N' },
      list: { about: 'list the variations without running them' },
    }),
    ...flagGroup('Runs', {
      jobs: { about: 'number of parallel runs', value: 'N', default: '1' },
      results: { about: 'JUnit files with the test results of the command', value: 'GLOB', multiple: true },
      bail: { about: 'stop after the first finding' },
      timeout: { about: 'time limit of each run', value: 'TIME', default: '30s plus five times the first run' },
      ignore: {
        about: 'kinds of findings to ignore, such as poll-too-soon',
        value: 'KINDS',
        list: true,
        multiple: true,
      },
      resume: { about: 'save progress to FILE, and continue from it', value: 'FILE' },
    }),
    ...flagGroup('Output', {
      junit: { about: 'write a JUnit report with a case for each variation', value: 'FILE' },
      json: { about: 'write a JSON report', value: 'FILE' },
      verbose: { about: 'print the output of the command' },
    }),
    ...{ config, clock, reading, seed, host },
  },
  notes: VARY_NOTES,
  exits: {
    0: 'no findings',
    1: 'the client fails a lawful variation, or makes a mistake',
    2: 'invalid command line',
    3: 'incomplete: the first run failed, no request arrived, you stopped it, or the tests leave a duty open',
  },
  examples: {
    'Vary your tests, with a JUnit report': 'tryon-emulator vary --junit vary.xml -- npm test',
    'Only one question, four runs at once': 'tryon-emulator vary --only upload_status --jobs 4 -- npm test',
  },
  run: async (flags, words) => {
    if (flags['list'] === true) return list(wantedVariations(flags, VARIATIONS));
    const wanted = wantedVariations(flags);
    if (words.length === 0) throw new UsageError('vary needs a command: tryon-emulator vary -- npm test');
    for (const [form, file] of reportFiles(flags)) assertWritable(form, file);
    const report = await vary(words, wanted, flags);
    for (const [form, file] of reportFiles(flags)) writeReport(form, file, FORMS[form]?.(report) ?? '');
    print(textReport(report));
    return CONCLUSION_EXITS[report.conclusion];
  },
};

/** `usual`: the default if no variation is named. */
function wantedVariations(flags: Flags, usual = variationsNamed([])): readonly Variation[] {
  try {
    const [only, skipped] = [listFlag(flags, 'only'), listFlag(flags, 'skip')];
    const notice = retiredNotice([...only, ...skipped].filter(isRetired));
    if (notice !== null) printError(`tryon-emulator: warning: ${notice}`);
    const left = skipped.length === 0 ? [] : variationsNamed(skipped);
    return (only.length === 0 ? usual : variationsNamed(only)).filter((one) => !left.includes(one));
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function list(variations: readonly Variation[]): number {
  for (const { name, kind, section, says } of variations)
    print(`${name.padEnd(40)} ${kind.padEnd(10)} ${section.padEnd(4)} ${says}`);
  return EXIT.fine;
}

async function vary(words: readonly string[], wanted: readonly Variation[], flags: Flags): Promise<VaryReport> {
  const began = wallClock.now();
  const command = words.join(' ');
  const jobs = countFlag(flags, 'jobs', MOST_JOBS) ?? 1;
  const sample = countFlag(flags, 'sample', MOST_SAMPLED);
  const ignore = listFlag(flags, 'ignore');
  const kept = openKeptRows(textFlag(flags, 'resume'), command);
  const settings = settingsOf(words, flags);
  const facts = {
    tool: { name: 'tryon-emulator vary', version: version() },
    ...{ command, started: toIso(began), seed: textFlag(flags, 'seed') ?? null },
  };
  const plain = await runPlain({ ...settings, timeout: settings.timeout || LONGEST_PLAIN });
  const took = () => wallClock.now() - began;
  if ('unjudged' in plain) {
    if (plain.output !== '') printError(plain.output);
    return { ...facts, ...NOTHING, took: took(), runs_took: 0, conclusion: 'incomplete', unjudged: plain.unjudged };
  }
  const { ran, flaky } = plain;
  const { met, notMet } = chooseVariations(wanted, ran.seen);
  const chosen = sample === undefined ? met : sampleOf(met, sample, textFlag(flags, 'seed') ?? 'tryon-kit');
  const rows: Row[] = kept.rows.filter((row) => chosen.some(({ name }) => name === row.variation));
  const left = chosen.filter(({ name }) => !rows.some((row) => row.variation === name));
  const timeout = settings.timeout || TIMES * ran.took + BESIDES;
  printError(
    `${count(left.length, 'variation', 'variations')} to run, about ${timeText((left.length * ran.took) / jobs)}${rows.length > 0 ? `; ${rows.length} already done` : ''}`,
  );
  const bailed = new AbortController();
  const signal = AbortSignal.any([settings.signal, bailed.signal]);
  await runAll(left, { ...settings, signal, timeout, jobs, ignore, plain }, (row) => {
    rows.push(row);
    kept.add(row);
    if (flags['bail'] === true && row.verdict === 'finding') bailed.abort();
  });
  const all = chosen.flatMap(({ name }) => rows.filter((row) => row.variation === name));
  const ordered = all.filter(({ verdict }) => verdict !== 'not_met');
  const own = judgePlain(ran, ignore);
  const judged = [...(own === null ? [] : [own]), ...ordered];
  const missing = chosen.length - all.length;
  const unjudged =
    missing > 0
      ? `${count(missing, 'variation', 'variations')} not run: ${bailed.signal.aborted ? '--bail stops after the first finding' : 'the run was stopped'}`
      : nothingMet(ordered);
  return {
    ...facts,
    ...{ rows: judged, flaky, unjudged, took: took(), runs_took: all.reduce((sum, row) => sum + row.took, plain.took) },
    not_met: [
      ...notMet.map(({ variation: { name, kind, section }, because }) => ({ variation: name, kind, section, because })),
      ...all
        .filter(({ verdict }) => verdict === 'not_met')
        .map(({ variation, kind, section, because }) => ({ variation, kind, section, because: because ?? '' })),
    ],
    conclusion: conclusionOf(judged, unjudged),
  };
}

function conclusionOf(rows: readonly Row[], unjudged: string | null): VaryReport['conclusion'] {
  if (rows.some(({ verdict }) => verdict === 'finding')) return 'findings';
  if (unjudged !== null) return 'incomplete';
  return rows.some(({ verdict }) => verdict === 'cannot_tell') ? 'cannot_tell' : 'careful';
}

const NOTHING = { rows: [], not_met: [], flaky: [] };

function nothingMet(chosen: readonly Row[]): string | null {
  return chosen.length > 0 ? null : 'no variation applies to this command: nothing was judged';
}

function settingsOf(command: readonly string[], flags: Flags): RunSettings {
  const results = textsFlag(flags, 'results');
  if (results.length > 0 && flags['jobs'] !== undefined && flags['jobs'] !== '1')
    throw new UsageError(
      'parallel runs would overwrite the files of --results: write results to the folder in TRYON_RESULTS, or remove --jobs',
    );
  const text = textFlag(flags, 'timeout');
  const timeout = text === undefined ? 0 : parseDuration(text);
  if (timeout === null) throw new UsageError('--timeout must be a duration, such as 2m');
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort());
  const emulator = Object.fromEntries(
    Object.entries({ config, clock, reading, seed, host }).map(([name]) => [name, flags[name]]),
  );
  const onOutput = flags['verbose'] === true ? { onOutput: (output: string) => printError(output.trimEnd()) } : {};
  const isAlone = flags['jobs'] === undefined || flags['jobs'] === '1';
  return { command, flags: emulator, results, readsUsual: isAlone, timeout, signal: stopped.signal, ...onOutput };
}

const FORMS: Readonly<Record<string, (report: VaryReport) => string>> = {
  junit: (report) => junitReport(varyCases(report)),
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
};

function reportFiles(flags: Flags): [form: string, file: string][] {
  return Object.keys(FORMS).flatMap((form): [string, string][] => {
    const file = textFlag(flags, form);
    return file === undefined ? [] : [[form, file]];
  });
}
