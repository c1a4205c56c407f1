import { stringify } from 'yaml';
import { collectGarbage } from '../../shared/collect-garbage.ts';
import { type Flags, type FlagTable, flagGroup, textFlag } from '../../shared/command.ts';
import { plain } from '../../shared/yaml/node.ts';
import { annotations, badge, ctrfReport, junitReport, summary } from '../report/formats/formats.ts';
import { htmlReport } from '../report/html/html.ts';
import type { Report } from '../report/report.ts';
import { withinForm, withinSize } from '../report/within-size.ts';
import { documentsOf } from '../suite/yaml/source-file.ts';
import { assertWritable, writeNamed, writeReport } from './files.ts';

const FORMS: Record<string, { about: string; write(report: Report): string; isWhole?: true }> = {
  json: { about: 'full report for verify, merge and report', write: wholeJson, isWhole: true },
  'plain-json': { about: 'same as --json; removed in 0.4.0', write: wholeJson, isWhole: true },
  junit: { about: 'JUnit report with a test for each rule', write: junitReport },
  ctrf: {
    about: 'report in the Common Test Report Format',
    write: (report) => `${JSON.stringify(ctrfReport(report), null, 1)}\n`,
  },
  html: { about: 'HTML report with exchanges and curl commands', write: htmlReport },
  summary: { about: 'Markdown summary, such as for $GITHUB_STEP_SUMMARY', write: summary },
  annotations: { about: 'annotations of GitHub Actions for failed rules', write: annotations },
  badge: { about: 'SVG badge for a README', write: badge },
};

/** The flags of every command that writes reports. */
export const OUTPUT_FLAGS: FlagTable = flagGroup(
  'Output',
  Object.fromEntries(Object.entries(FORMS).map(([form, { about }]) => [form, { about, value: 'FILE' }])),
);

/** Checks before a run that every report can be written. */
export function assertOutputs(flags: Flags): void {
  for (const { form, file } of outputsIn(flags)) assertWritable(file, `--${form}`);
}

/** Empties the reports of an earlier run, so that they are not mistaken for those of a run that is killed. */
export function emptyOutputs(flags: Flags): void {
  for (const { form, file } of outputsIn(flags)) writeNamed(file, '', `--${form}`);
}

/** Writes the requested reports, and returns the names of the files. */
export function writeOutputs(report: Report, flags: Flags): string[] {
  return outputsIn(flags).map(({ form, file }) => {
    const { write, isWhole = false } = FORMS[form] ?? { write: () => '' };
    collectGarbage();
    writeReport(file, isWhole ? write(report) : withinForm(report, write), `--${form}`);
    return file;
  });
}

function outputsIn(flags: Flags): { form: string; file: string }[] {
  return Object.keys(FORMS).flatMap((form) => {
    const file = textFlag(flags, form);
    return file === undefined ? [] : [{ form, file }];
  });
}

/**
 * JSON with one line for each item of a list, so that the file can be searched by line. It is a third smaller than
 * indented JSON.
 */
function wholeJson(report: Report): string {
  const members = Object.entries(withinSize(report)).filter(([, value]) => value !== undefined);
  const lines = members.map(([name, value]) => `${JSON.stringify(name)}: ${linedValue(value)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

function linedValue(value: unknown): string {
  const isList = Array.isArray(value) && value.length > 0;
  return isList ? `[\n${value.map((item) => JSON.stringify(item)).join(',\n')}\n]` : JSON.stringify(value);
}

export function assertSessionFile(flags: Flags): void {
  const file = textFlag(flags, 'out');
  if (file !== undefined) assertWritable(file, '--out');
}

/** Writes the first session that broke a rule as a scenario of that rule, and returns the name of the file. */
export function writeSession({ sessions }: Report, flags: Flags): string[] {
  const file = textFlag(flags, 'out');
  const [broken] = sessions?.broken ?? [];
  const text = sessions?.texts.find(({ id }) => id === broken?.id)?.text;
  if (file === undefined || broken === undefined || text === undefined) return [];
  const [session] = documentsOf({ file: 'session.yaml', text });
  const scenario = { ...(session && (plain(session) as object)), covers: broken.rules };
  writeNamed(file, stringify(scenario, { lineWidth: 0, aliasDuplicateObjects: false }), '--out');
  return [file];
}
