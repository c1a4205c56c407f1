import { parse, stringify } from 'yaml';
import { type Flags, textFlag } from '../../shared/command.ts';
import type { Report } from '../report/report.ts';
import { assertWritable, writeNamed } from './files.ts';

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
