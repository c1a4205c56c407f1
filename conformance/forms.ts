import type { CtrfReport } from '../shared/report/ctrf.ts';
import { plainReport } from './recheck.ts';
import { ctrfReport as ctrfOf, junitReport as junitOf } from './report/formats/formats.ts';
import { htmlReport as htmlOf } from './report/html/html.ts';
import type { Report } from './report/report.ts';
import { type TerminalOptions, formatReport as textOf } from './report/terminal/terminal.ts';
import type { PackedReport } from './report/version-2.ts';

/** A report as a run returns it, or as JSON.parse reads it from a file written with `--json`. */
type Given = Report | PackedReport;

export function ctrfReport(report: Given): CtrfReport {
  return ctrfOf(plainReport(report));
}

export function junitReport(report: Given): string {
  return junitOf(plainReport(report));
}

export function htmlReport(report: Given): string {
  return htmlOf(plainReport(report));
}

export function formatReport(report: Given, options: TerminalOptions): string {
  return textOf(plainReport(report), options);
}
