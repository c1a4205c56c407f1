import * as z from 'zod';
import { type Flags, flagGroup, textFlag, UsageError } from '../../../shared/command.ts';
import { COVERAGE_FOLDER, openRunFolder, type RunFolder } from '../../adapters/run-folder.ts';
import { coverageReport } from '../../behaviours/catalogue.ts';
import type { CoverageReport, Mark } from '../../domain/test-control/coverage.ts';
import { createCoverage } from '../../runtime/coverage.ts';
import { assertWritable, writeReport } from '../files/report-file.ts';
import { hasColors, print, printError, printPaintedError } from '../print.ts';
import { coverageHtml } from './coverage-html.ts';
import { coverageText } from './coverage-text.ts';

export const COVERAGE_FLAGS = flagGroup('Coverage', {
  coverage: { about: 'print which behaviors of the service the tests covered' },
  min: { about: 'with --coverage: fail below this percentage', value: '80%' },
  html: { about: 'with --coverage: write an HTML page', value: 'FILE' },
});

/** The coverage that the flags request, checked before the command runs; null if they request none. */
export type CoverageWish = { least: number; html: string | undefined; asJson: boolean };

export function coverageWish(flags: Flags): CoverageWish | null {
  const html = textFlag(flags, 'html');
  const least = leastOf(textFlag(flags, 'min'));
  if (flags['coverage'] !== true) {
    const [stray] = ['min', 'html'].filter((name) => flags[name] !== undefined);
    if (stray !== undefined) throw new UsageError(`--${stray} needs --coverage`);
    return null;
  }
  if (html !== undefined) assertWritable('html', html);
  return { least, html, asJson: flags['json'] === true };
}

function leastOf(text: string | undefined): number {
  if (text === undefined) return 0;
  const [, digits = ''] = /^(\d{1,3}(?:\.\d+)?) ?%?$/.exec(text) ?? [];
  const percent = digits === '' ? Number.NaN : Number(digits);
  if (percent <= 100) return percent;
  throw new UsageError(`--min must be a percentage from 0% to 100%, such as 80%, not ${text}`);
}

export function tellCoverage(run: CoveredRun, { least, html, asJson }: CoverageWish): boolean {
  if (run.warning !== null) printError(`tryon-emulator: warning: ${run.warning}`);
  const report = run.report();
  if (asJson) print(JSON.stringify(report));
  else printPaintedError(coverageText(report, { color: hasColors(), width: process.stderr.columns ?? 110 }).trimEnd());
  if (html !== undefined) writeReport('html', html, coverageHtml(report));
  return isEnough(report, least);
}

function isEnough({ percent }: CoverageReport, least: number): boolean {
  if (percent >= least) return true;
  printError(`tryon-emulator: ${percent} % is less than --min ${least}%`);
  return false;
}

/** The coverage of one run: of the emulator that is started for it, and of those that the program creates. */
export type CoveredRun = Omit<RunFolder, 'lines'> & { onMark(mark: Mark): void; report(): CoverageReport };

/** Written by other processes, which may use another version of the package. */
const markSchema = z.object({ key: z.string(), answered: z.boolean(), rule: z.string().nullable() });

/** `parent` is the folder in which the folder for reports of other processes is created. */
export function openCoveredRun(parent?: string): CoveredRun {
  const all = createCoverage();
  const onMark = (mark: Mark) => all.absorb(new Map([[mark.key, mark]]));
  const { lines, ...folder } = openRunFolder(COVERAGE_FOLDER, DEAF, parent);
  const report = () => {
    for (const line of lines()) {
      const { success, data } = markSchema.safeParse(line, { jitless: true });
      if (success) onMark(data);
    }
    return coverageReport(all.marks());
  };
  return { ...folder, onMark, report };
}

const DEAF =
  'emulators started by the command itself are not counted: no folder could be made for their reports (set TMPDIR)';
