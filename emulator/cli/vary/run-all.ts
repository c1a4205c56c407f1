import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { UsageError } from '../../../shared/command.ts';
import { formatDuration } from '../../../shared/duration.ts';
import { jsonIn } from '../../../shared/json-in.ts';
import { LARGEST_WRITTEN, textOfNamed } from '../../../shared/named-file.ts';
import { wallClock } from '../../adapters/wall-clock.ts';
import { NO_VARIATION } from '../../domain/test-control/variation.ts';
import { causeOf } from '../../storage/data-problem.ts';
import type { Variation } from '../../vary/facts.ts';
import { formsIn } from '../../vary/forms.ts';
import type { Row } from '../../vary/report/report.ts';
import { count, judgeBeside, judgeRun, type Plain, type Ran } from '../../vary/verdict.ts';
import { printError } from '../print.ts';
import { type RunSettings, runOnce } from './run-once.ts';

export type AllSettings = RunSettings & { jobs: number; ignore: readonly string[]; plain: Plain };

/** Runs the command under each variation, several at the same time; passes on each row when it is complete. */
export async function runAll(
  variations: readonly Variation[],
  settings: AllSettings,
  onRow: (row: Row) => void,
): Promise<void> {
  const left = [...variations];
  const began = wallClock.now();
  let done = 0;
  const work = async () => {
    for (let next = left.shift(); next !== undefined && !settings.signal.aborted; next = left.shift()) {
      const row = await runVariation(next, settings);
      // The result of an aborted run means nothing.
      if (settings.signal.aborted) return;
      done += 1;
      onRow(row);
      const rest = ((wallClock.now() - began) / done) * (variations.length - done);
      printError(
        `[${done}/${variations.length}] ${progressText(row)}${rest > 0 ? `; about ${timeText(rest)} left` : ''}`,
      );
    }
  };
  await Promise.all(Array.from({ length: settings.jobs }, work));
}

/** If tests fail, the control of the variation is run as well, if it has one. */
async function runVariation(variation: Variation, settings: AllSettings): Promise<Row> {
  const { row, ran } = await runTwice(variation, settings);
  const isOfTests = (row.verdict === 'finding' || row.verdict === 'shown') && row.proofs.length === 0;
  if (!isOfTests || variation.control === undefined) return row;
  const control = await runOnce(settings, variation.control);
  const took = row.took + control.took;
  return judgeBeside(control, variation, { ...ran, took }, settings.plain, settings.ignore);
}

/** If tests fail under a lawful choice, the run is repeated: a test that fails only once is flaky. */
async function runTwice(variation: Variation, settings: AllSettings): Promise<{ row: Row; ran: Ran }> {
  const { plain, ignore } = settings;
  const first = await runOnce(settings, variation.sets);
  const row = judgeRun(variation, first, plain, ignore);
  if (row.verdict !== 'finding' || row.proofs.length > 0 || row.hung) return { row, ran: first };
  const again = await runOnce(settings, variation.sets);
  const took = first.took + again.took;
  if (again.exit === 0) {
    const flaky = { verdict: 'flaky', finding: null, failed: [], flaky: row.failed, moment: [], tail: '' } as const;
    return { row: { ...row, ...flaky, took }, ran: first };
  }
  const failed = row.failed.filter((test) => again.results?.failed.includes(test));
  const results = first.results && failed.length > 0 ? { ...first.results, failed } : first.results;
  const ran = { ...first, took, results };
  return { row: judgeRun(variation, ran, plain, ignore), ran };
}

function progressText({ variation, verdict, because, failed, exit, took, proofs, open }: Row): string {
  const tests = failed.length > 0 ? count(failed.length, 'test fails', 'tests fail') : `it ends with ${exit}`;
  const words = {
    finding: proofs.length > 0 ? `FINDING, ${proofs.map(({ kind }) => kind).join(', ')}` : `FINDING, ${tests}`,
    cannot_tell: `the tests leave open: ${open.map(({ kind }) => kind).join(', ')}`,
    shown: `${tests}, as they may`,
    flaky: 'flaky',
    not_met: `not met, ${because}`,
    fine: 'fine',
  };
  return `${variation}: ${words[verdict]} (${timeText(took)})`;
}

export function timeText(milliseconds: number): string {
  return milliseconds < 10_000
    ? `${(milliseconds / 1000).toFixed(1)}s`
    : formatDuration(Math.round(milliseconds / 1000) * 1000);
}

/** The run without a variation, with which all others are compared. */
type PlainRun = (Plain & { ran: Ran; took: number }) | { unjudged: string; output: string };

/** Runs that take longer are not repeated. */
const CHEAP = 60_000;

/** Runs the command without variations, twice if that is fast: a test that fails only once is flaky. */
export async function runPlain(settings: RunSettings): Promise<PlainRun> {
  const ran = await runOnce(settings, NO_VARIATION);
  if (ran.exit !== 0) return { unjudged: whyNot(ran, 'as it is'), output: ran.tail };
  const tests = ran.results?.total ?? null;
  const what = tests === null ? '' : `, ${count(tests, 'test', 'tests')} (${ran.results?.of})`;
  printError(`as it is: fine (${timeText(ran.took)})${what}`);
  if (ran.seen.exchanges.length === 0) return { unjudged: NO_REQUEST, output: '' };
  const { seen } = ran;
  if (ran.took > CHEAP) return { ran, seen, forms: [formsIn(seen)], flaky: [], took: ran.took };
  const again = await runOnce(settings, NO_VARIATION);
  const took = ran.took + again.took;
  const forms = [seen, again.seen].map(formsIn);
  if (again.exit === 0) return { ran, seen, forms, flaky: [], took };
  const flaky = again.results?.failed ?? [];
  if (flaky.length === 0) return { unjudged: whyNot(again, 'as it is, but only the second time'), output: again.tail };
  printError(`as it is, once more: ${flaky.join(', ')} fails at random`);
  return { ran, seen, forms, flaky, took };
}

function whyNot({ exit }: Ran, when: string): string {
  const end = exit === null ? 'does not end in time' : `ends with ${exit}`;
  return `the command ${end} ${when}: nothing can be said of it under variations. Have it pass first`;
}

const NO_REQUEST =
  'no request reached the emulator, nor any that the command made itself: there is nothing to vary. Have the client call ' +
  'TRYON_URL with the key in TRYON_TEST_KEY or TRYON_LIVE_KEY';

/** Stores the results of a run, one line for each variation, so that the run can be resumed. */
type KeptRows = { rows: readonly Row[]; add(row: Row): void };

/** `command` is the command that the rows are about; rows of another one are refused. */
export function openKeptRows(file: string | undefined, command: string): KeptRows {
  if (file === undefined) return { rows: [], add: () => {} };
  const [head, ...lines] = keptIn(file, command).split('\n');
  const [of] = parsed<{ command: string }>(head ?? '').map(({ command }) => command);
  if (of !== command)
    throw new UsageError(
      `--resume ${file} is ${of === undefined ? 'no file of vary' : `of another run, ${of}`}: name another file`,
    );
  return { rows: lines.flatMap(rowIn), add: (row) => appendFileSync(file, `${JSON.stringify(row)}\n`) };
}

function keptIn(file: string, command: string): string {
  try {
    if (!existsSync(file)) writeFileSync(file, `${JSON.stringify({ command })}\n`);
    return textOfNamed(file, LARGEST_WRITTEN);
  } catch (error) {
    throw new UsageError(`--resume ${file}: ${causeOf(error)}`);
  }
}

/** An earlier version stored rows without `read_in`. */
function rowIn(line: string): Row[] {
  return parsed<Row>(line).map((row) => ({ ...row, read_in: row.read_in ?? [] }));
}

/** An incomplete line, left by a run that was killed, is ignored. */
function parsed<Line>(line: string): Line[] {
  const value = jsonIn(line);
  return value === undefined ? [] : [value as Line];
}
