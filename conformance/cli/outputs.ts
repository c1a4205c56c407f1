import { parse, stringify } from 'yaml';
import { type Flags, type FlagTable, flagGroup, textFlag } from '../../shared/command.ts';
import { sweep } from '../effects/sweep.ts';
import { badge } from '../report/formats/badge.ts';
import { ctrfReport, junitReport } from '../report/formats/formats.ts';
import { htmlReport } from '../report/html/html.ts';
import { packReport } from '../report/packed/packed-report.ts';
import type { Report } from '../report/report.ts';
import { fits, withinForm, withinSize } from '../report/within-size.ts';
import { assertWritable, writeNamed } from './files.ts';

const FORMS: Record<string, { about: string; write(report: Report): string; isWhole?: true }> = {
  json: { about: 'all that was found, for verify, merge and report', write: packedJson, isWhole: true },
  'plain-json': {
    about: 'the same with nothing told by reference, for programs of your own',
    write: plainJson,
    isWhole: true,
  },
  junit: { about: 'JUnit: a test for each rule', write: junitReport },
  ctrf: { about: 'Common Test Report Format', write: (report) => `${JSON.stringify(ctrfReport(report), null, 1)}\n` },
  html: { about: 'one page with every failure, its exchanges and curl', write: htmlReport },
  badge: { about: 'an SVG for a README', write: badge },
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

/** Removes reports of an earlier run, so that they are not taken for those of a run that is killed. */
export function emptyOutputs(flags: Flags): void {
  for (const { form, file } of outputsIn(flags)) writeNamed(file, '', `--${form}`);
}

/** Writes the requested reports, and returns the names of the files. */
export function writeOutputs(report: Report, flags: Flags): string[] {
  return outputsIn(flags).map(({ form, file }) => {
    const { write, isWhole = false } = FORMS[form] ?? { write: () => '' };
    sweep();
    writeNamed(file, isWhole ? write(report) : withinForm(report, write), `--${form}`);
    return file;
  });
}

function outputsIn(flags: Flags): { form: string; file: string }[] {
  return Object.keys(FORMS).flatMap((form) => {
    const file = textFlag(flags, form);
    return file === undefined ? [] : [{ form, file }];
  });
}

function packedJson(report: Report): string {
  const whole = packedText(report);
  return fits(whole) ? whole : packedText(withinSize(report));
}

function packedText(report: Report): string {
  const { packed, ...rest } = packReport(report);
  const { value, ...tables } = packed;
  const [shape, ...parts] = Array.isArray(value) ? value : [value];
  const lines = `[${[JSON.stringify(shape), ...parts.map(linedValue)].join(', ')}]`;
  return linedMap({ ...texts(rest), packed: linedMap({ ...texts(tables), value: lines }) });
}

function plainJson(report: Report): string {
  return linedMap(texts(withinSize(report)));
}

/** Each member as text. A line for each item of a list: it can be searched by lines, and has a third less bytes than one that is indented. */
function texts(members: object): Record<string, string> {
  const there = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(there.map(([name, value]) => [name, linedValue(value)]));
}

function linedValue(value: unknown): string {
  const isList = Array.isArray(value) && value.length > 0;
  return isList ? `[\n${value.map((item) => JSON.stringify(item)).join(',\n')}\n]` : JSON.stringify(value);
}

function linedMap(members: Record<string, string>): string {
  return `{\n${Object.entries(members)
    .map(([name, text]) => `${JSON.stringify(name)}: ${text}`)
    .join(',\n')}\n}\n`;
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
  const scenario = { ...parse(text), covers: broken.rules };
  writeNamed(file, stringify(scenario, { lineWidth: 0, aliasDuplicateObjects: false }), '--out');
  return [file];
}
