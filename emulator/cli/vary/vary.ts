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
import { readYamlFile } from '../../adapters/config-file.ts';
import { version } from '../../adapters/version.ts';
import { wallClock } from '../../adapters/wall-clock.ts';
import { toIso } from '../../domain/values/time.ts';
import { type Baseline, baselineSchema, withBaseline } from '../../vary/baseline.ts';
import { chooseVariations, sampleOf, VARIATIONS, variationsNamed } from '../../vary/choose.ts';
import type { Variation } from '../../vary/facts.ts';
import { htmlReport } from '../../vary/report/html.ts';
import { CONCLUSION_EXITS, type NotMetRow, type Row, type VaryReport } from '../../vary/report/report.ts';
import { textReport, varyCases } from '../../vary/report/text.ts';
import { count, judgePlain } from '../../vary/verdict.ts';
import { assertWritable, writeReport } from '../files/report-file.ts';
import { emulatorFlags } from '../open-emulator.ts';
import { print, printError } from '../print.ts';
import { openKeptRows, runAll, runPlain, timeText } from './run-all.ts';
import type { RunSettings } from './run-once.ts';

const MOST_JOBS = 64;
const MOST_SAMPLED = 10_000;
/** For the plain run, of which nobody knows yet how long it takes. */
const LONGEST_PLAIN = 60 * 60_000;
/** A run that takes so many times as long as the plain one, and this much besides, does not end. */
const [TIMES, BESIDES] = [5, 30_000];
const { config, clock, reading, seed, host } = emulatorFlags({ port: '', clock: 'auto' });

const VARY_NOTES = `The command is run as it is first, and must pass. Then it is run once for each variation, beside an emulator of its own, with
the environment variables of exec: TRYON_URL, TRYON_LIVE_KEY, TRYON_TEST_KEY and TRYON_TOKEN. Emulators that it makes
itself, with createEmulator or tryon-kit/vitest, vary too, and each of their worlds; TRYON_VARIATION tells them how.

A lawful choice keeps the outcome: a test that fails is a finding, since the client takes something for granted. Under a
misfortune tests may fail rightly; a finding is a duty that the exchanges show to be broken, such as a second job for one
order. A test may write what the client reported to the file TRYON_TOLD, a line of JSON each: {"job": ID, "ended": STATUS},
{"asset": ID, "bytes": N}, {"refused": ROUTE}, and {"tells": ["ends", "pictures", "refusals"]} for what it always writes.
If neither shows whether a duty was kept, the conclusion is cannot_tell, and the exit code is 3. Only what
the run as it is shows to matter is varied, and what does not come about in its own run counts as not met. A hint is about
something that a careful client need not be ready for: it is tried with --only hint, and gives no finding. Readings and
stages that a test sets itself stay as they are.

NAMES are whole names, those of a question (upload_status), a beginning with a * at its end, or lawful, misfortune or hint.
Results are read from JUnit, CTRF, TAP, and JSON of vitest or Jest: by default from the folder TRYON_RESULTS, which is each
run's own, from the usual places, from TAP on stdout, or from the failing tests that are printed.
A baseline has {known_findings: [{variation, because, kind, until}]}.`;

export const varyCommand: CliCommand = {
  forms: { '[options] -- COMMAND [ARGUMENT ...]': '' },
  flags: {
    ...flagGroup('Variations', {
      only: { about: 'run these variations alone', value: 'NAMES', list: true, multiple: true },
      skip: { about: 'leave these variations out', value: 'NAMES', list: true, multiple: true },
      sample: { about: 'run N of those that matter, drawn by --seed', value: 'N' },
      list: { about: 'list the variations and end' },
    }),
    ...flagGroup('Runs', {
      jobs: { about: 'how many runs at once', value: 'N', default: '1' },
      results: { about: 'where the command leaves the results of its tests', value: 'GLOB', multiple: true },
      bail: { about: 'stop after the first finding' },
      timeout: {
        about: 'how long a run may take before it counts as hanging',
        value: 'TIME',
        default: '30s and five times the run as it is',
      },
      ignore: {
        about: 'what exchanges prove and does not count, such as poll-too-soon',
        value: 'KINDS',
        list: true,
        multiple: true,
      },
      baseline: { about: 'known findings with reasons', value: 'FILE' },
      resume: { about: 'keep in FILE what is done, and go on where it was', value: 'FILE' },
    }),
    ...flagGroup('Output', {
      html: { about: 'write the report as a page', value: 'FILE' },
      junit: { about: 'write it as JUnit XML, a case for each variation', value: 'FILE' },
      json: { about: 'write it as JSON', value: 'FILE' },
      verbose: { about: 'print what the command prints' },
    }),
    ...{ config, clock, reading, seed, host },
  },
  notes: VARY_NOTES,
  exits: {
    0: 'nothing was found',
    1: 'the client takes something for granted, or does something wrong',
    2: 'a mistake on the command line',
    3: 'not all was judged: the command fails as it is, no request came, it was interrupted, or the tests leave a duty open',
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

/** `usual`: those that are meant where none is named. */
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
  const baseline = await baselineOf(flags);
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
    `${count(left.length, 'variation', 'variations')} to run, about ${timeText((left.length * ran.took) / jobs)}${rows.length > 0 ? `; ${rows.length} are done already` : ''}`,
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
  const known = withBaseline(
    [...(own === null ? [] : [own]), ...ordered],
    baseline,
    toIso(wallClock.now()).slice(0, 10),
  );
  const missing = chosen.length - all.length;
  const unjudged =
    missing > 0
      ? `${count(missing, 'variation', 'variations')} not run: ${bailed.signal.aborted ? '--bail stops after the first finding' : 'it was interrupted'}`
      : nothingMet(ordered);
  return {
    ...facts,
    ...{
      rows: known.rows,
      stale: known.stale,
      flaky,
      unjudged,
      took: took(),
      runs_took: all.reduce((sum, row) => sum + row.took, plain.took),
    },
    not_met: [
      ...notMet.map(({ variation: { name, kind, section }, because }) => ({ variation: name, kind, section, because })),
      ...all.filter(({ verdict }) => verdict === 'not_met').map(notMetRow),
    ],
    conclusion: conclusionOf(known.rows, unjudged),
  };
}

function conclusionOf(rows: readonly Row[], unjudged: string | null): VaryReport['conclusion'] {
  if (rows.some(({ verdict }) => verdict === 'finding')) return 'findings';
  if (unjudged !== null) return 'incomplete';
  return rows.some(({ verdict }) => verdict === 'cannot_tell') ? 'cannot_tell' : 'careful';
}

function notMetRow({ variation, kind, section, because }: Row): NotMetRow {
  return { variation, kind, section, because: because ?? '' };
}

const NOTHING = { rows: [], not_met: [], stale: [], flaky: [] };

function nothingMet(chosen: readonly Row[]): string | null {
  return chosen.length > 0 ? null : 'none of the variations can matter to this command: nothing was judged';
}

function settingsOf(command: readonly string[], flags: Flags): RunSettings {
  const results = textsFlag(flags, 'results');
  if (results.length > 0 && flags['jobs'] !== undefined && flags['jobs'] !== '1')
    throw new UsageError(
      '--results names files that runs at once would write over: have the command write into the folder TRYON_RESULTS, or leave --jobs out',
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

async function baselineOf(flags: Flags): Promise<Baseline> {
  const file = textFlag(flags, 'baseline');
  return file === undefined
    ? { known_findings: [] }
    : await readYamlFile(file, baselineSchema).then((given) => baselineSchema.parse(given));
}

const FORMS: Readonly<Record<string, (report: VaryReport) => string>> = {
  html: htmlReport,
  junit: (report) => junitReport(varyCases(report)),
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
};

/** The forms of report that the flags ask for, each with its file. */
function reportFiles(flags: Flags): [form: string, file: string][] {
  return Object.keys(FORMS).flatMap((form): [string, string][] => {
    const file = textFlag(flags, form);
    return file === undefined ? [] : [[form, file]];
  });
}
